"""The web server and its page.

This file imports nothing: the coach's workers (`winnable.web.workers.worker`) are separate
processes that load a few modules of this package and must not load the server.
"""
