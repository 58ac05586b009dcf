from winnable.solver.native.control import Control

def shorten(
    packed: bytes, line: bytes, control: Control, by_suit: bool, width: int
) -> tuple[int, bytes, bool, int]: ...
