"""Fuzz targets: a function for each parser that strangers' text reaches. See README.md."""
