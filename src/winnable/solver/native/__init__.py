"""The kernels: searches in C, by way of Cython, that hold no lock on Python while they run.

A kernel reads a packed position and writes packed moves; `winnable.solver.packing` tells both.
Each is a module with a function `search(packed, control) -> (verdict, moves, states)`, where the
verdict is WON, NONE or STOPPED of `control.pxd`. Where they could not be compiled the modules are
not there, and `winnable.solver` asks its solver in plain Python instead.
"""
