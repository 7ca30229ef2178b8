"""OpenSpiel: importing this registers the games as python_bigmuddy_queen, python_bigmuddy_broadhorns and python_bigmuddy_rails.

    import bigmuddy.open_spiel, pyspiel
    game = pyspiel.load_game("python_bigmuddy_queen(players=4)")

Options of a game are parameters of the same name. A move of chance has the number of bigmuddy less num_actions, as OpenSpiel counts chance apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ._core import CHANCE, game_names
from .game import Game, State


def _settings(game: Game) -> dict[str, Any]:
    return {"players": game.players} | {name: option.preset for name, option in game.options.items()}


def _type_of(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"python_bigmuddy_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if game.min_players == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_settings(game),
        default_loadable=True,
    )


class SpielState(pyspiel.State):
    """A state of OpenSpiel around one of bigmuddy's, which is `inner`."""

    def __init__(self, game: Any, inner: State) -> None:
        super().__init__(game)
        self.inner = inner
        self._first = inner.game.num_actions

    def current_player(self) -> int:
        return self.inner.current_player()

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(move - self._first, odds) for move, odds in self.inner.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action + self._first if self.inner.is_chance_node() else action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.move_text(action + self._first if player == CHANCE else action)

    def returns(self) -> list[float]:
        return self.inner.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the seat cannot tell from this one. Its history is that of the sample, which has none."""
        return SpielState(self.get_game(), self.inner.resample_from_infostate(player, sampler))

    def __str__(self) -> str:
        return self.inner.to_json()


class SpielObserver:
    """What a seat sees, as OpenSpiel's observation.py asks for it. OpenSpiel wants each part in one piece, which planes of seats are not: `planes` has
    those, as views of `tensor`."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self._game = game
        self._perfect_recall = perfect_recall
        self._row = np.zeros(game.tensor_size, np.uint8)
        self.tensor = np.zeros(game.tensor_size, np.float32)
        self.dict = {"observation": self.tensor}
        self.planes = {name: game.plane(self.tensor, name) for name in game.planes}

    def set_from(self, state: SpielState, player: int) -> None:
        state.inner.observation(player, out=self._row)
        np.multiply(self._row, self._game.scale, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.inner.information_state_string(player) if self._perfect_recall else state.inner.observation_string(player)


class SpielGame(pyspiel.Game):
    """A game of OpenSpiel around one of bigmuddy's, which is `inner`. One subclass for each game names it."""

    game_name: str
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = ",".join(f"{name}={value}" for name, value in (params or {}).items())
        self.inner = inner = Game(f"{self.game_name}({settings})")
        info = pyspiel.GameInfo(
            num_distinct_actions=inner.num_actions,
            max_chance_outcomes=inner.num_moves - inner.num_actions,
            num_players=inner.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if inner.min_players == 1 else 0.0,
            max_game_length=inner.max_length,
        )
        super().__init__(self.game_type, info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.inner.new_initial_state())

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver | None:
        """What one seat sees, the open things included; there is no observer of the open or the hidden things alone."""
        if params:
            raise ValueError(f"an observer takes no parameters; these were given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.inner, kind.perfect_recall)


def _register() -> None:
    for name in game_names():
        if name == "blank" or f"python_bigmuddy_{name}" in pyspiel.registered_names():
            continue
        game_type = _type_of(Game(name))
        kind = type(f"Spiel{name.title()}", (SpielGame,), {"game_name": name, "game_type": game_type, "__module__": __name__})
        globals()[kind.__name__] = kind
        pyspiel.register_game(game_type, kind)


_register()
