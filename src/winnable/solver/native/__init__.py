"""The kernels: searches in Cython, compiled to C, that run without the GIL.

A kernel reads a packed position and writes packed moves; both formats are described in
`winnable.solver.packing`. Each is a module with a function
`search(packed, control) -> (verdict, moves, states)`, where the verdict is WON, NONE or STOPPED of
`control.pxd`. Where they could not be compiled the modules are missing, and `winnable.solver` uses
its solver in pure Python instead.
"""
