"""How Hypothesis works here.

No deadlines: machines are shared, and a slow moment is no fault of the code. Where CI is set the
examples are the same every time, so that a run says something about the change and not about luck.
"""

import os

from hypothesis import settings

settings.register_profile("usual", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "usual")
