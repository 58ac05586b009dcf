"""The API, a module a noun."""
