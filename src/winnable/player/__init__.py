"""Players of the games that hide cards: they see what a player sees, and they are fast.

A player of level 0 follows a policy, and plays thousands of games a second. One of level 1 tries
its decisions out in games of level 0 players, one of level 2 in games of level 1 players
(`native/rollouts.pxd`). The coach's hints are what a player of level 2 would do.
"""

from winnable.player.players import Decision, Level, Player, has_player

__all__ = ["Decision", "Level", "Player", "has_player"]
