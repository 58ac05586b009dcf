"""The migrations, a file each, in Alembic's form. `docs/store.md` says how to add one.

A file here tells what was done at its time and is never changed again: it imports nothing of ours,
so that a later change of ours cannot reach into the past. None goes back, because that would lose
what the newer tables hold.
"""
