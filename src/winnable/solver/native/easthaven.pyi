from winnable.solver.native.control import Control

def search(packed: bytes, control: Control) -> tuple[int, bytes, int]:
    """Whether a packed position can be won: the verdict, the moves and the number of positions."""
