"""Builds the compiled modules, ``untap._core._engine`` and ``untap.exact._count``; pyproject.toml has all else.

Environment:

``UNTAP_DEBUG=1``     bounds checks, assertions and invariants on, little optimisation.
``UNTAP_SANITIZE=1``  address and undefined-behaviour sanitizers (gcc and clang).

The C code goes to ``build/cython/MODE``, so that switching modes never reuses another mode's code.
"""

import os
from glob import glob
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = "src/untap/_core"


def switch(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() not in ("", "0", "no", "off", "false")


DEBUG = switch("UNTAP_DEBUG")
SANITIZE = switch("UNTAP_SANITIZE")
MODE = ("debug" if DEBUG else "release") + ("-sanitize" if SANITIZE else "")


class BuildExt(build_ext):
    """Flags by kind of compiler, and a full rebuild when the mode has changed since the last build."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.stamp = Path("build", "cython", "mode")
        if not self.stamp.exists() or self.stamp.read_text() != MODE:
            self.force = True

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            if SANITIZE:
                raise SystemExit("UNTAP_SANITIZE is for gcc and clang")
            compile_args = ["/Od", "/Zi"] if DEBUG else ["/O2"]
            link_args = ["/DEBUG"] if DEBUG else []
        else:
            # No -march=native: a wheel runs on every machine of its kind. No contraction of floating-point
            # operations: the same numbers on every kind of machine.
            compile_args = ["-O1", "-g"] if DEBUG or SANITIZE else ["-O3"]
            compile_args += ["-ffp-contract=off", *(["-UNDEBUG"] if DEBUG else [])]
            link_args = []
            if SANITIZE:
                flags = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g"]
                compile_args += flags
                link_args += flags
        for extension in self.extensions:
            extension.extra_compile_args = compile_args
            extension.extra_link_args = link_args
        super().build_extensions()
        self.stamp.parent.mkdir(parents=True, exist_ok=True)
        self.stamp.write_text(MODE)


MACROS = [
    ("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION"),
    ("UNTAP_DEBUG", "1" if DEBUG else "0"),
    *([] if DEBUG else [("CYTHON_WITHOUT_ASSERTIONS", None)]),
]
engine = Extension(
    "untap._core._engine",
    sources=[f"{CORE}/_engine.pyx"],
    depends=sorted(name for kind in ("pxi", "pxd", "h") for name in glob(f"{CORE}/*.{kind}")),
    include_dirs=[CORE, numpy.get_include()],
    define_macros=MACROS,
)
count = Extension("untap.exact._count", sources=["src/untap/exact/_count.pyx"], define_macros=MACROS)

setup(
    ext_modules=cythonize(
        [engine, count],
        build_dir=f"build/cython/{MODE}",
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "wraparound": False,
            "cdivision": True,  # a debug build plays the same games
            "initializedcheck": DEBUG,
            "nonecheck": DEBUG,
        },
    ),
    cmdclass={"build_ext": BuildExt},
)
