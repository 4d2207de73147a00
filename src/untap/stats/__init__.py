"""Integers to estimates with intervals: pure functions, each with its formula and source.

``docs/statistics.md`` says which figure uses which.
"""

from untap.stats.estimate import LEVEL, Estimate, normal_quantile
from untap.stats.means import histogram_moments, mean, quantile, ratio, sample_variance, stratified_mean
from untap.stats.proportions import newcombe_paired, tango, wilson
from untap.stats.stratified import conditional, proportion

__all__ = [
    "LEVEL",
    "Estimate",
    "conditional",
    "histogram_moments",
    "mean",
    "newcombe_paired",
    "normal_quantile",
    "proportion",
    "quantile",
    "ratio",
    "sample_variance",
    "stratified_mean",
    "tango",
    "wilson",
]
