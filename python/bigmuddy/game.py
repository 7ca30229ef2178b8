"""Games, their states and their records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from . import _core

if TYPE_CHECKING:
    from .vector import Vector

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Option:
    """Something that can be set when a game is loaded."""

    name: str
    help: str
    values: tuple[str, ...] | None
    """The words to choose from; None: a number from min to max."""
    min: int
    max: int
    preset: str | int
    value: str | int


@dataclass(frozen=True)
class Plane:
    """A part of an observation: an array inside the row of bytes. A byte divided by `scale` is a number of about 0 to 1."""

    name: str
    meaning: str
    offset: int
    scale: int
    shape: tuple[int, ...]
    stride: tuple[int, ...]


def spec_of(game: str, settings: dict[str, Any]) -> str:
    """"queen" and {"players": 4} as "queen(players=4)"; settings in brackets stay as they are."""
    if not settings:
        return game
    name, _, rest = game.strip().partition("(")
    words = [rest.rstrip(")")] if rest.rstrip(") ") else []
    return f"{name}({','.join(words + [f'{key}={value}' for key, value in settings.items()])})"


def load_game(spec: str, box: str | None = None) -> Game:
    """Opens a game: "queen", "queen(players=4)", "rails(players=1,rival=keen)". `box`: other pieces, as JSON."""
    return Game(spec, box)


class Game(_core.Game):
    """A game with its number of players and its options, fixed for good. All threads may share it."""

    name: str
    title: str
    rules: int
    """Version of the rules; actions and planes stay the same for a version."""
    players: int
    min_players: int
    max_players: int
    num_moves: int
    num_actions: int
    """Moves of seats are numbered below this, those of chance from here on."""
    max_length: int
    tensor_size: int
    tensor_hash: int

    def __init__(self, spec: str, box: str | None = None) -> None:
        super().__init__(spec, box)
        self._box = box
        for name, value in self.facts().items():
            setattr(self, name, value)

    # OpenSpiel's names for the same.

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return self.num_actions

    def max_game_length(self) -> int:
        return self.max_length

    def observation_tensor_shape(self) -> list[int]:
        return [self.tensor_size]

    def new_initial_state(self) -> State:
        """The start; chance may be the first to move."""
        return State(self)

    def deserialize_state(self, code: bytes) -> State:
        """The state that `State.serialize` wrote."""
        return State.decode(self, code)

    def state_from_json(self, text: str) -> State:
        return State.from_json(self, text)

    def bot(self, name: str, seed: int = 0) -> _core.Bot:
        """A player: "simple", "medium", "search:2000", "hard:100ms"."""
        return _core.Bot(self, name, seed)

    def record(self) -> Record:
        """A record that begins at the start."""
        return Record(self)

    def vector(self, games: int, **settings: Any) -> Vector:
        """Many of these games, stepped together; the settings are those of Vector."""
        from .vector import Vector

        return Vector(self, games, **settings)

    @cached_property
    def options(self) -> dict[str, Option]:
        made = {}
        for name, help, values, low, high, preset, value in self.option_rows():
            words = tuple(values) if values else None
            made[name] = Option(name, help, words, low, high, words[preset] if words else preset, words[value] if words else value)
        return made

    @cached_property
    def planes(self) -> dict[str, Plane]:
        """The parts of an observation by their names."""
        return {
            name: Plane(name, meaning, offset, scale, shape[:dims], stride[:dims])
            for name, meaning, offset, scale, dims, shape, stride in self.plane_rows()
        }

    @cached_property
    def scale(self) -> Floats:
        """What to multiply each byte of an observation with to have a number of about 0 to 1."""
        scale = np.ones(self.tensor_size, np.float32)
        for plane in self.planes.values():
            as_strided(scale[plane.offset :], plane.shape, [4 * n for n in plane.stride])[...] = 1 / plane.scale
        scale.flags.writeable = False
        return scale

    def plane(self, observations: NDArray[Any], name: str) -> NDArray[Any]:
        """One plane of an observation, or of many of them (any leading dimensions), without copying."""
        plane = self.planes.get(name)
        if plane is None:
            raise KeyError(f"{self.name} has no plane {name!r}; it has {', '.join(self.planes)}")
        if observations.shape[-1:] != (self.tensor_size,):
            raise ValueError(f"the last dimension must have {self.tensor_size} elements, not {observations.shape[-1:]}")
        step = observations.strides[-1]
        return as_strided(
            observations[..., plane.offset :],
            observations.shape[:-1] + plane.shape,
            observations.strides[:-1] + tuple(step * n for n in plane.stride),
            writeable=False,
        )

    def __str__(self) -> str:
        settings = [f"players={self.players}"] + [f"{o.name}={o.value}" for o in self.options.values()]
        return f"{self.name}({','.join(settings)})"

    def __repr__(self) -> str:
        return f'bigmuddy.load_game("{self}")'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(self) == str(other) and self._box == other._box

    def __hash__(self) -> int:
        return hash((str(self), self._box))

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self), self._box)


def _decode(game: Game, code: bytes) -> State:
    return State.decode(game, code)


class State(_core.State):
    """A game at one moment. A move that is not allowed raises IllegalMoveError and changes nothing."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        return cast(Game, self.get_game())

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def num_players(self) -> int:
        return self.game.players

    def num_distinct_actions(self) -> int:
        return self.game.num_actions

    def legal_actions_mask(self, player: int | None = None, out: Bytes | None = None) -> Bytes:
        """A byte for each action, 1 for those that may be played; all 0 for a seat that is not to move."""
        if out is None:
            out = np.empty(self.game.num_actions, np.uint8)
        if player is None or player == self.current_player():
            self.mask_into(out)
        else:
            out[...] = 0
        return out

    def apply_actions(self, actions: Iterable[int]) -> None:
        for action in actions:
            self.apply_action(action)

    def child(self, action: int) -> Self:
        """A copy in which that move has been played."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """A move in words, as OpenSpiel calls it: (action) or (player, action). With a player: as that seat may read it."""
        if action is None:
            return self.move_text(player_or_action)
        return self.move_text(action, player_or_action if player_or_action >= 0 else None)

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.game.players:
            raise ValueError(f"seat {seat} is none of 0 to {self.game.players - 1}: name the seat that looks")
        return seat

    def _view(self, player: int | None) -> Self:
        seat = self._seat(player)
        return self if self.viewer() == seat else self.view(seat)

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat knows, as JSON: its view."""
        return self._view(player).to_json()

    def observation_string(self, player: int | None = None) -> str:
        """The board as that seat sees it."""
        return self.board(self._seat(player))

    def observation(self, player: int | None = None, out: Bytes | None = None) -> Bytes:
        """What a seat knows as a row of bytes; Game.planes names its parts. `out`: where to write it."""
        if out is None:
            out = np.empty(self.game.tensor_size, np.uint8)
        self.observe_into(self._seat(player), out)
        return out

    def observation_tensor(self, player: int | None = None) -> Floats:
        """The same as numbers of about 0 to 1."""
        return self.observation(player) * self.game.scale

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | _core.Rng) -> Self:
        """A state that this seat cannot tell from this one, with what is hidden drawn by the right odds. `sampler`: gives numbers from 0 to 1."""
        rng = sampler if isinstance(sampler, _core.Rng) else _core.Rng(int(sampler() * 2**53))
        return self._view(player).guess(rng)

    def player_return(self, player: int) -> float:
        return self.returns()[self._seat(player)]

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        mover = {_core.CHANCE: "chance to move", _core.TERMINAL: "over"}.get(self.current_player())
        return f"<{self.game}, turn {self.turn()}, {mover or f'seat {self.current_player()} to move'}>"

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _decode, (self.game, self.serialize())


class Record(_core.Record):
    """A game with all its moves, chance's included."""

    def state(self, i: int | None = None) -> State:
        """The state before the i-th move; None: after the last."""
        return self.state_as(State, len(self.moves()) if i is None else i)

    def to_text(self) -> str:
        return self.print(0)

    def to_json(self) -> str:
        return self.print(1)

    def __len__(self) -> int:
        return len(self.moves())
