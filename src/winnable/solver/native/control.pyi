from collections.abc import Callable

class Control:
    """The limits of a search. `tick(states)` is asked many times a second; true stops it."""

    most_states: int
    memory: int
    memory_reached: int
    states: int
    stopped: bool
    cancelled: bool
    seconds: float
    tick: Callable[[int], bool] | None

    def __init__(
        self,
        states: int | None = None,
        memory: int | None = None,
        seconds: float | None = None,
        tick: Callable[[int], bool] | None = None,
    ) -> None: ...
    def restart(self) -> None: ...
