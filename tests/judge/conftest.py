# Some of these programs play when they are imported, which collecting doctests would do.
collect_ignore_glob = ["programs/*"]
