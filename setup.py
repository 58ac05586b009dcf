"""Builds the kernels of solver and players, where there is a compiler; the rest is in pyproject.

Each kernel is optional: without a compiler (GCC, or Clang, which knows the same words) the package
installs all the same, and the solver in pure Python is used.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

NATIVE = [Path("src/winnable") / part / "native" for part in ("player", "solver")]


def kernels() -> list[Extension]:
    """The extensions, one a `.pyx` file; none where Cython cannot be had."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    extensions = [
        Extension(
            ".".join(file.with_suffix("").parts[1:]),
            [str(file)],
            extra_compile_args=["-O3", "-fno-strict-aliasing"],
        )
        for folder in NATIVE
        for file in sorted(folder.glob("*.pyx"))
    ]
    built: list[Extension] = cythonize(
        extensions,
        build_dir="build/cython",
        include_path=["src"],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    for extension in built:
        extension.optional = True  # which cythonize would not have kept
    return built


setup(ext_modules=kernels(), options={"build_ext": {"parallel": os.cpu_count()}})
