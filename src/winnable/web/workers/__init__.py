"""Worker processes that solve for the server: the pool, its jobs, and the worker program."""
