"""The migrations, one Alembic script each. `docs/store.md` says how to add one.

What a released migration does never changes. It imports nothing from Winnable, so that a later
change there cannot change it. There are no downgrades: they would lose what the newer tables hold.
"""
