from winnable.solver.native.control import Control

def search(
    packed: bytes, control: Control, wraps: bool = True, shortest: bool = False
) -> tuple[int, bytes, int]: ...
