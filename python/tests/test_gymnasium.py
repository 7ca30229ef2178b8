"""Gymnasium's own checks over our environments, and what they do not look at."""

import unittest

import bigmuddy
import bigmuddy.gymnasium
import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env

GAMES = ("queen", "broadhorns", "rails")


def choose(pick, mask):
    return int(pick.choice(np.flatnonzero(mask)))


class Single(unittest.TestCase):
    def test_check_env(self):
        for name in GAMES:
            with self.subTest(name):
                check_env(gym.make(f"bigmuddy/{name}-v0").unwrapped)
                check_env(gym.make(f"bigmuddy/{name}-v0", render_mode="ansi", seat=None).unwrapped)

    def test_whole_games_by_the_mask(self):
        for name in GAMES:
            env = gym.make(f"bigmuddy/{name}-v0", opponents="random", seat=None)
            pick = np.random.default_rng(1)
            for seed in range(3):
                _, info = env.reset(seed=seed)
                over = False
                while not over:
                    np.testing.assert_array_equal(info["action_mask"], env.unwrapped.action_masks())
                    _, reward, over, truncated, info = env.step(choose(pick, info["action_mask"]))
                    self.assertNotIn("illegal", info)
                    self.assertFalse(truncated)
                self.assertTrue(-1 <= reward <= 1)

    def test_the_bots_are_the_level_that_was_asked_for(self):
        """Somebody who plays at random loses to simple more often than to others who play at random."""
        won = {}
        for opponents in ("random", "simple"):
            env = bigmuddy.gymnasium.BigMuddyEnv("queen", players=3, mode="intro", opponents=opponents)
            pick = np.random.default_rng(1)
            won[opponents] = 0
            for seed in range(30):
                _, info = env.reset(seed=seed)
                over = False
                while not over:
                    _, reward, over, _, info = env.step(choose(pick, info["action_mask"]))
                won[opponents] += reward
        self.assertLess(won["simple"], won["random"])

    def test_mistakes_are_told(self):
        env = bigmuddy.gymnasium.BigMuddyEnv("queen", illegal="raise")
        with self.assertRaises(gym.error.ResetNeeded):
            env.step(0)
        _, info = env.reset(seed=1)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        with self.assertRaises(bigmuddy.IllegalMoveError):
            env.step(wrong)
        env.illegal = "lose"
        _, reward, over, _, info = env.step(wrong)
        self.assertEqual((reward, over), (-1.0, True))
        self.assertIn("illegal", info)
        with self.assertRaises(gym.error.ResetNeeded):
            env.step(wrong)
        for words in ({"opponents": "nobody"}, {"seat": 9}, {"illegal": "maybe"}, {"render_mode": "hologram"}):
            with self.assertRaises(ValueError):
                bigmuddy.gymnasium.BigMuddyEnv("queen", **words)


class Many(unittest.TestCase):
    def test_many_games(self):
        for name in GAMES:
            env = gym.make_vec(f"bigmuddy/{name}-v0", num_envs=12, vectorization_mode="vector_entry_point", seat=None, opponents="random")
            self.assertEqual(env.metadata["autoreset_mode"], gym.vector.AutoresetMode.SAME_STEP)
            runs = []
            for _ in range(2):
                pick = np.random.default_rng(1)
                observations, infos = env.reset(seed=7)
                self.assertIn(observations, env.observation_space)
                ended, total = 0, 0.0
                for _ in range(700):
                    actions = np.array([choose(pick, mask) for mask in infos["action_mask"]])
                    self.assertIn(actions, env.action_space)
                    observations, rewards, terminated, truncated, infos = env.step(actions)
                    self.assertEqual(rewards[~terminated].any(), False)
                    ended, total = ended + terminated.sum(), total + rewards.sum()
                runs.append((ended, total, observations.tobytes()))
            self.assertGreater(runs[0][0], 0)
            self.assertEqual(runs[0], runs[1])
            env.close()

    def test_an_observation_that_was_given_out_stays(self):
        env = bigmuddy.gymnasium.BigMuddyVectorEnv("queen", num_envs=4)
        first, infos = env.reset(seed=1)
        kept = first.copy()
        env.step(np.array([choose(np.random.default_rng(1), mask) for mask in infos["action_mask"]]))
        np.testing.assert_array_equal(first, kept)


if __name__ == "__main__":
    unittest.main()
