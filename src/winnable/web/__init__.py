"""The web page, and the server behind it.

The coach's workers (`winnable.web.worker`) are processes of their own that load this package too,
and need nothing of the server: so nothing here is loaded before somebody asks for it.
"""
