"""The terminal app: choose a game, play it with mouse or keyboard, look back at it."""
