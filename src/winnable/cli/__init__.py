"""The command `winnable`: one module for each group of commands, and line mode."""

from winnable.cli.root_command import main

__all__ = ["main"]
