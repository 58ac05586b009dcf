"""The `cards` modules of the five courses, and the programs written for their handouts.

The modules here need nothing but Python and nothing else of Winnable:

    blocks     the classes of which the courses' `cards` modules are made
    source     the `cards` module of a year as a text
    programs   where the programs are
    runner     runs a program whatever its streams are
"""

from winnable.course.source import YEARS, cards_source, top_index

__all__ = ["YEARS", "cards_source", "top_index"]
