"""Cards and tables as pictures: SVG drawn by us, each a document that needs nothing else."""

from winnable.svg.artist import Style
from winnable.svg.card_backs import BACKS
from winnable.svg.pictures import card, deck, table

__all__ = ["BACKS", "Style", "card", "deck", "table"]
