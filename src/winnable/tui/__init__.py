"""The terminal app (Textual): choose a game, play it with mouse or keyboard, review it."""
