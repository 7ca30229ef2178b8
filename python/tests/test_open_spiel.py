"""OpenSpiel's own tests over our games, and its bots against ours."""

import unittest

import bigmuddy
import bigmuddy.open_spiel
import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

GAMES = ("queen(players=3)", "broadhorns(players=2)", "rails(players=3)", "rails(players=1)")


def load(spec):
    return pyspiel.load_game(f"python_bigmuddy_{spec}")


class RandomSimulation(unittest.TestCase):
    def test_random_sim_test(self):
        for spec in GAMES:
            with self.subTest(spec):
                pyspiel.random_sim_test(load(spec), num_sims=1, serialize=False, verbose=False)

    def test_random_sim_test_with_serialization(self):
        pyspiel.random_sim_test(load("queen(players=3,mode=intro)"), num_sims=1, serialize=True, verbose=False)

    def test_games_sim_test(self):
        for spec in GAMES:
            with self.subTest(spec):
                np.random.seed(1)
                games_sim_test.GamesSimTest("test_pig").sim_game(load(spec))


def _api(spec):
    """OpenSpiel's test of its API on a part of the tree, for one of our games."""
    return type(f"Api_{spec}", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": spec, "game": load(spec)})


class Agreement(unittest.TestCase):
    def test_states_are_those_of_bigmuddy(self):
        """The same moves lead to the same states, numbers and texts, whether OpenSpiel or bigmuddy plays them."""
        for spec in GAMES:
            ours, theirs = bigmuddy.load_game(spec).new_initial_state(), load(spec).new_initial_state()
            first = ours.game.num_actions
            pick = np.random.default_rng(3)
            while not ours.is_terminal():
                self.assertEqual(ours.current_player(), theirs.current_player())
                move = int(pick.choice(ours.legal_actions()))
                if ours.is_chance_node():
                    self.assertEqual([(m - first, p) for m, p in ours.chance_outcomes()], theirs.chance_outcomes())
                    theirs.apply_action(move - first)
                else:
                    self.assertEqual(ours.legal_actions(), theirs.legal_actions())
                    self.assertEqual(ours.legal_actions_mask().tolist(), theirs.legal_actions_mask())
                    self.assertEqual(ours.observation_tensor().tolist(), theirs.observation_tensor())
                    theirs.apply_action(move)
                ours.apply_action(move)
            self.assertEqual(ours.returns(), theirs.returns())
            self.assertEqual(ours, theirs.inner)


def play(game, bots, seed):
    """Plays a game; a bot is OpenSpiel's, or one of ours."""
    state = game.new_initial_state()
    dice = np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            moves, odds = zip(*state.chance_outcomes())
            state.apply_action(int(dice.choice(moves, p=odds)))
            continue
        bot = bots[state.current_player()]
        state.apply_action(bot.pick(state.inner) if isinstance(bot, bigmuddy.Bot) else bot.step(state))
    return state.returns()


class Bots(unittest.TestCase):
    def test_mcts_plays_against_simple(self):
        game = load("queen(players=3,mode=intro,rounds=12)")
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        theirs = mcts.MCTSBot(game, 2, 4, evaluator, random_state=np.random.RandomState(1))
        ours = game.inner.bot("simple", seed=1)
        returns = play(game, [theirs, ours, ours], 1)
        print("MCTS of OpenSpiel against two of simple, queen:", returns)
        self.assertAlmostEqual(sum(returns), 0)

    def test_ismcts_plays_by_resampling(self):
        game = load("broadhorns(players=2,rounds=3)")
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        theirs = ismcts.ISMCTSBot(game=game, uct_c=4.0, evaluator=evaluator, max_simulations=2, random_state=np.random.RandomState(1))
        returns = play(game, [theirs, game.inner.bot("simple", seed=1)], 1)
        print("ISMCTS of OpenSpiel against simple, broadhorns:", returns)
        self.assertAlmostEqual(sum(returns), 0)


def load_tests(loader, tests, pattern):
    for spec in GAMES:
        tests.addTests(loader.loadTestsFromTestCase(_api(spec)))
    return tests


if __name__ == "__main__":
    unittest.main()
