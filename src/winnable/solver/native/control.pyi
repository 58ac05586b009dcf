from collections.abc import Callable

class Control:
    """The limits of one search. `tick(states)` is called a hundred times a second; true stops it."""

    most_states: int
    memory: int
    states: int
    stopped: bool

    def __init__(
        self,
        states: int | None = None,
        memory: int | None = None,
        seconds: float | None = None,
        tick: Callable[[int], bool] | None = None,
    ) -> None: ...
