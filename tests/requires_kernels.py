"""For tests of the kernels, which are not there where nothing can be compiled."""

import os

import pytest


def need_kernels() -> None:
    """Skip a test where the kernels could not be compiled; in CI that is a failure."""
    if not os.environ.get("CI"):
        pytest.importorskip("winnable.solver.native.control", reason="there is no C compiler")
