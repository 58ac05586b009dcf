"""How fast the solver is, how short its solutions, how much it holds: measured, beside its peers.

`python -m benchmarks` runs it all; README.md says what is measured, and how.
"""
