"""Integers to estimates with intervals: pure functions, each with its formula and source.

``docs/statistics.md`` says which figure uses which.
"""

from untap.stats.estimate import LEVEL, Estimate, normal_quantile
from untap.stats.means import histogram_moments, mean, quantile, ratio, sample_variance, stratified_mean
from untap.stats.paired import Differences, holm, paired_means, paired_proportions, tango_arrays
from untap.stats.poststratified import poststratified
from untap.stats.proportions import newcombe_paired, tango, wilson
from untap.stats.stratified import Proportions, conditional, proportion

__all__ = [
    "LEVEL",
    "Differences",
    "Estimate",
    "Proportions",
    "conditional",
    "histogram_moments",
    "holm",
    "mean",
    "newcombe_paired",
    "normal_quantile",
    "paired_means",
    "paired_proportions",
    "poststratified",
    "proportion",
    "quantile",
    "ratio",
    "sample_variance",
    "stratified_mean",
    "tango",
    "tango_arrays",
    "wilson",
]
