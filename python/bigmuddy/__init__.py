"""The rules of Mississippi Queen, Broadhorns and Small Railroad Empires, with the verbs of OpenSpiel.

    game = bigmuddy.load_game("queen(players=4)")
    state = game.new_initial_state()
    while not state.is_terminal():
        ...

Environments are in bigmuddy.pettingzoo, bigmuddy.gymnasium and bigmuddy.open_spiel, each of which needs that library.
"""

from ._core import ALL, CHANCE, TERMINAL, WATCHER, Bot, IllegalMoveError, Rng
from ._core import bot_names, game_names
from ._core import version as __version__
from .game import Game, Option, Plane, Record, State, load_game
from .vector import Vector

__all__ = [
    "ALL",
    "CHANCE",
    "TERMINAL",
    "WATCHER",
    "Bot",
    "Game",
    "IllegalMoveError",
    "Option",
    "Plane",
    "Record",
    "Rng",
    "State",
    "Vector",
    "__version__",
    "bot_names",
    "game_names",
    "load_game",
]
