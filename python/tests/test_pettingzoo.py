"""PettingZoo's own tests over our environments, and what they do not look at."""

import unittest

import bigmuddy
import bigmuddy.pettingzoo
import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

GAMES = ("queen(players=3)", "broadhorns", "rails(players=3)", "rails(players=1)")


def play_on(env, steps, seed):
    """Plays at random by the mask; returns what was seen."""
    pick = np.random.default_rng(seed)
    seen = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward, terminated))
        action = None if terminated or truncated else int(pick.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
    return seen


class PettingZoo(unittest.TestCase):
    def test_api_test(self):
        for spec in GAMES:
            with self.subTest(spec):
                api_test(bigmuddy.pettingzoo.env(spec), num_cycles=400)

    def test_seed_test(self):
        for spec in GAMES:
            with self.subTest(spec):
                seed_test(lambda spec=spec: bigmuddy.pettingzoo.env(spec), num_cycles=100)

    def test_render_test(self):
        for spec in GAMES:
            with self.subTest(spec):
                render_test(lambda spec=spec, **words: bigmuddy.pettingzoo.env(spec, **words))

    def test_the_mask_is_what_the_rules_allow(self):
        env = bigmuddy.pettingzoo.env("queen", players=3)
        env.reset(seed=1)
        for agent in env.agent_iter(200):
            observation, _, terminated, _, _ = env.last()
            if terminated:
                break
            legal = np.flatnonzero(observation["action_mask"])
            self.assertGreater(len(legal), 1)
            others = [env.observe(a)["action_mask"].sum() for a in env.agents if a != agent]
            self.assertEqual(sum(others), 0)
            illegal = np.flatnonzero(observation["action_mask"] == 0)
            with self.assertRaises(bigmuddy.IllegalMoveError):
                env.step(int(illegal[0]))
            self.assertEqual(env.agent_selection, agent)
            env.step(int(legal[-1]))

    def test_a_clone_plays_the_same_and_changes_nothing(self):
        for spec in GAMES:
            env = bigmuddy.pettingzoo.env(spec)
            env.reset(seed=4)
            play_on(env, 30, 1)
            copy, again = env.clone(), env.clone()
            seen = play_on(copy, 4000, 2)
            self.assertEqual(seen, play_on(again, 4000, 2))
            self.assertEqual(seen, play_on(env, 4000, 2))
            self.assertFalse(env.agents)

    def test_rewards_come_at_the_end_and_add_up_to_0(self):
        env = bigmuddy.pettingzoo.env("broadhorns", players=3)
        env.reset(seed=2)
        seen = play_on(env, 10**6, 3)
        self.assertEqual([reward for *_, reward, over in seen if not over and reward], [])
        last = {agent: reward for agent, _, reward, over in seen if over}
        self.assertEqual(len(last), 3)
        self.assertAlmostEqual(sum(last.values()), 0)

    def test_mistakes_are_told(self):
        env = bigmuddy.pettingzoo.env("queen")
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step(0)
        with self.assertRaisesRegex(ValueError, "render_mode"):
            bigmuddy.pettingzoo.env("queen", render_mode="hologram")
        with self.assertRaises(ValueError):
            bigmuddy.pettingzoo.env("chess")
        with self.assertRaises(ValueError):
            bigmuddy.pettingzoo.env("queen", players=17)
        env.reset(seed=0)
        with self.assertRaisesRegex(ValueError, "choose an action"):
            env.step(None)


if __name__ == "__main__":
    unittest.main()
