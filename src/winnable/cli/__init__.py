"""The command `winnable`."""

from winnable.cli.app import main

__all__ = ["main"]
