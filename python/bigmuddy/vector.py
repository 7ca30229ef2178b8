"""Many games stepped together, into numpy arrays that are made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .game import Game, State


class Vector:
    """N games of one kind. The arrays belong to this object and are written over by each step; copy what has to last.

    Chance is settled inside, and so is a move without a choice unless `forced` is set. A game that ends begins anew in the same step: `movers`, `masks`
    and `observations` are then those of the new game, `rewards`, `ended` and `truncated` those of the old one.

    `opponents`: the bot that plays all seats but one; `seats`: which one that is, for all games or for each.
    """

    movers: NDArray[np.int32]
    """(N,): the seat that decides next."""
    masks: NDArray[np.uint8]
    """(N, num_actions): 1 for what it may do."""
    observations: NDArray[np.uint8]
    """(N, tensor_size): what it knows. Game.plane takes one plane out, Game.scale makes numbers of 0 to 1."""
    rewards: NDArray[np.float32]
    """(N, players): as State.returns when the game ended in this step, else 0."""
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    def __init__(
        self,
        game: Game | str,
        games: int,
        *,
        threads: int = 1,
        seed: int = 0,
        forced: bool = False,
        max_steps: int = 0,
        observe: bool = True,
        opponents: str | None = None,
        seats: int | Sequence[int] = 0,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self._config = {"games": games, "threads": threads, "flags": _core.VEC_FORCED if forced else 0, "max_steps": max_steps}
        self._opponents = opponents
        self._core = _core.Vec(self.game, seed=seed, **self._config)
        self.seats = np.full(games, seats, np.int32) if np.ndim(seats) == 0 else np.array(seats, np.int32)
        if opponents is not None:
            self._core.bots(opponents, self.seats)
        self.movers = np.zeros(games, np.int32)
        self.masks = np.zeros((games, self.game.num_actions), np.uint8)
        self.observations = np.zeros((games, self.game.tensor_size), np.uint8)
        self.rewards = np.zeros((games, self.game.players), np.float32)
        self.ended = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self._out = (
            self.movers,
            self.masks,
            self.observations if observe else None,
            self.rewards,
            self.ended,
            self.truncated,
        )
        self._core.reset(*self._out)

    def __len__(self) -> int:
        return len(self.movers)

    def reset(self, seed: int | None = None) -> None:
        """Begins all games: from the seed they had, so that they repeat themselves, or from another one."""
        if seed is not None:
            self._core = _core.Vec(self.game, seed=seed, **self._config)
            if self._opponents is not None:
                self._core.bots(self._opponents, self.seats)
        self._core.reset(*self._out)

    def step(self, actions: NDArray[Any]) -> None:
        """Plays one action in each game. If one of them is not legal, IllegalMoveError names its game and no game has moved."""
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int32 and actions.flags.c_contiguous):
            actions = self._as_int32(actions)
        self._core.step(actions, *self._out)

    @staticmethod
    def _as_int32(actions: Any) -> NDArray[np.int32]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {array.dtype}")
        return np.ascontiguousarray(np.clip(array, -1, 2**31 - 1), np.int32)

    def sample(self, rng: _core.Rng, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A legal action for each game, all equally likely."""
        if out is None:
            out = np.empty(len(self), np.int32)
        self._core.sample(rng, out)
        return out

    def get(self, i: int) -> State:
        """A copy of one game's state."""
        return self._core.get_as(State, i)

    def set(self, i: int, state: State) -> None:
        """Puts a state in the place of one game's. The arrays show it after the next step."""
        self._core.set(i, state)
