"""The players' compiled parts; built by `setup.py` where there is a C compiler."""
