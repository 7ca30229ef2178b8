"""The package itself: whole games, numpy without copies, many games at once, and bad input at every door."""

import copy
import os
import pickle
import threading
import unittest

import bigmuddy
import numpy as np

GAMES = ("queen(players=4)", "broadhorns(players=3,freight=on)", "rails(players=3)", "rails(players=1)")


def play(state, rng, pick, steps=10**6):
    """Plays on at random; yields before every move of a seat."""
    while steps > 0 and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw(rng))
        else:
            yield
            state.apply_action(int(pick.choice(state.legal_actions())))
            steps -= 1


def middle(spec, steps=40):
    state = bigmuddy.load_game(spec).new_initial_state()
    for _ in play(state, bigmuddy.Rng(1), np.random.default_rng(1), steps):
        pass
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


class Games(unittest.TestCase):
    def test_settings(self):
        game = bigmuddy.load_game("queen(players=4, mode=intro)")
        self.assertEqual((game.name, game.players, game.options["mode"].value), ("queen", 4, "intro"))
        self.assertEqual(bigmuddy.load_game(str(game)), game)
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        self.assertEqual(game.seat_name(0), "Red")
        self.assertEqual(game.options["mode"].preset, "passengers")
        self.assertGreater(game.num_moves, game.num_actions)
        self.assertIn("queen", bigmuddy.game_names())
        self.assertIn("simple", bigmuddy.bot_names())

    def test_another_box(self):
        box = bigmuddy.load_game("queen").box_json()
        game = bigmuddy.load_game("queen", box)
        self.assertEqual(game.box_json(), box)
        self.assertEqual(pickle.loads(pickle.dumps(game)).box_json(), box)
        with self.assertRaises(ValueError):
            bigmuddy.load_game("queen", "{}")

    def test_bad_games(self):
        for spec in ("chess", "queen(players=99)", "queen(colour=red)", "", "queen(players=", "queen\0"):
            with self.assertRaises(ValueError, msg=spec):
                bigmuddy.load_game(spec)
        with self.assertRaises(TypeError):
            bigmuddy.load_game(4)
        for seat in (-1, 4, 10**30):
            with self.assertRaises((IndexError, OverflowError)):
                bigmuddy.load_game("queen(players=4)").seat_name(seat)
        with self.assertRaises(ValueError):
            bigmuddy.load_game("queen").__init__("rails")

    def test_an_object_that_was_never_set_up(self):
        class Lazy(bigmuddy.Game):
            def __init__(self):
                pass

        lazy = Lazy()
        uses = (lazy.facts, lazy.option_rows, lazy.plane_rows, lazy.box_json, lazy.new_initial_state, lazy.record)
        for use in (*uses, lambda: lazy.bot("simple"), lambda: lazy.seat_name(0), lambda: lazy.vector(4)):
            with self.assertRaisesRegex(ValueError, "super"):
                use()


class States(unittest.TestCase):
    def test_whole_games(self):
        for spec in GAMES:
            game = bigmuddy.load_game(spec)
            state = game.new_initial_state()
            mask, row = np.empty(game.num_actions, np.uint8), np.empty(game.tensor_size, np.uint8)
            for _ in play(state, bigmuddy.Rng(3), np.random.default_rng(3)):
                seat = state.current_player()
                self.assertIs(state.legal_actions_mask(out=mask), mask)
                self.assertEqual(np.flatnonzero(mask).tolist(), state.legal_actions())
                self.assertEqual(state.legal_actions((seat + 1) % 9 if game.players > 1 else 1), [])
                self.assertEqual(state.returns(), [0] * game.players)
                self.assertIs(state.observation(out=row), row)
                np.testing.assert_allclose(state.observation_tensor(seat), row * game.scale)
                view = state.view(seat)
                self.assertEqual(view.to_json(), state.information_state_string())
                self.assertEqual(state.resample_from_infostate(seat, lambda: 0.25).view(seat), view)
                self.assertEqual(game.deserialize_state(state.serialize()), state)
            self.assertEqual(state.current_player(), bigmuddy.TERMINAL)
            self.assertEqual((state.legal_actions(), state.is_player_node()), ([], False))
            self.assertAlmostEqual(sum(state.returns()), 0 if game.players > 1 else state.returns()[0])
            self.assertEqual(min(state.places()), 1) if game.players > 1 else None
            self.assertEqual(len(state.score()), game.players)

    def test_chance_has_odds(self):
        state = bigmuddy.load_game("queen").new_initial_state()
        self.assertTrue(state.is_chance_node())
        self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
        self.assertEqual([m for m, _ in state.chance_outcomes()], state.legal_actions())
        self.assertFalse(state.legal_actions_mask().any())

    def test_copies_go_their_own_way(self):
        state = middle("broadhorns(players=3)")
        for make in (state.clone, lambda: copy.copy(state), lambda: copy.deepcopy(state), lambda: pickle.loads(pickle.dumps(state))):
            other = make()
            self.assertEqual(other, state)
            self.assertIsNot(other, state)
            other.apply_action(other.legal_actions()[-1])
            self.assertNotEqual(other, state)
        child = state.child(state.legal_actions()[0])
        self.assertNotEqual(child, state)
        with self.assertRaises(TypeError):
            hash(state)
        self.assertFalse(state == 4)

    def test_a_state_keeps_its_game(self):
        state = bigmuddy.load_game("rails(players=2)").new_initial_state()
        self.assertEqual(state.game.players, 2)
        self.assertIn("rails", repr(state))
        self.assertTrue(str(state))

    def test_texts(self):
        state = middle("queen(players=3)")
        for action in state.legal_actions():
            text = state.action_to_string(action)
            self.assertEqual(text, state.action_to_string(state.current_player(), action))
            self.assertEqual(state.string_to_action(text), action)
            self.assertEqual(state.why(action), "")
        wrong = np.flatnonzero(state.legal_actions_mask() == 0)[0]
        before = state.clone()
        with self.assertRaisesRegex(bigmuddy.IllegalMoveError, r"^Q\d+"):
            state.apply_action(wrong)
        self.assertRegex(state.why(wrong), r"^Q\d+")
        self.assertEqual(state, before)
        with self.assertRaises(ValueError):
            state.string_to_action("fly to the moon")

    def test_bad_input(self):
        state = middle("rails(players=3)")
        before = state.clone()
        for move in (-1, 65535, 2**31, -(2**31), 2**63 - 1):
            with self.assertRaises(ValueError):
                state.apply_action(move)
        for move in (1.5, "ahead", None):
            with self.assertRaises(TypeError):
                state.apply_action(move)
        for out in (np.empty(3, np.uint8), np.empty(0, np.uint8), np.empty(state.game.num_actions * 2, np.uint8)):
            with self.assertRaises(ValueError):
                state.legal_actions_mask(out=out)
        n = state.game.num_actions
        for out in (np.empty(n, np.float64), np.empty(n, np.int64), [0] * n):
            with self.assertRaises(TypeError):
                state.legal_actions_mask(out=out)
        for out in (np.empty(2 * n, np.uint8)[::2], np.frombuffer(bytes(n), np.uint8)):
            with self.assertRaises((BufferError, ValueError)):
                state.legal_actions_mask(out=out)
        for seat in (-1, 3, 99):
            with self.assertRaises(ValueError):
                state.observation(seat)
            with self.assertRaises(ValueError):
                state.information_state_string(seat)
        for seat in (99, -7, 2**40):
            with self.assertRaises(ValueError):
                state.view(seat)
        with self.assertRaises(ValueError):
            state.chance_outcomes()
        with self.assertRaises(TypeError):
            state.draw(7)
        view = state.view(state.current_player())
        self.assertEqual(view.information_state_string(), state.information_state_string())
        with self.assertRaises(ValueError):
            view.information_state_string((state.current_player() + 1) % 3)
        with self.assertRaises(ValueError):
            view.apply_action(view.legal_actions()[0])
        for code in (b"", b"x" * 5000, state.serialize()[:-1]):
            with self.assertRaises(ValueError):
                state.game.deserialize_state(code)
        with self.assertRaises(ValueError):
            bigmuddy.load_game("queen").deserialize_state(state.serialize())
        with self.assertRaises(ValueError):
            state.game.state_from_json("{}")
        self.assertEqual(state.game.state_from_json(state.to_json()), state)
        self.assertEqual(state, before)
        with self.assertRaises(TypeError):
            bigmuddy.State("rails")


class Planes(unittest.TestCase):
    def test_planes_are_views(self):
        state = middle("queen(players=3)")
        game, row = state.game, state.observation()
        phase = game.plane(row, "phase")
        self.assertEqual(phase.sum(), 1)
        self.assertTrue(np.shares_memory(phase, row))
        coal = game.plane(np.stack([row, row]), "seat.coal")
        self.assertEqual(coal.shape[0], 2)
        covered = np.zeros(game.tensor_size, int)
        for name in game.planes:
            np.add.at(covered, game.plane(np.arange(game.tensor_size), name).ravel(), 1)
        self.assertEqual(set(covered), {1})
        with self.assertRaises(KeyError):
            game.plane(row, "colour")
        with self.assertRaises(ValueError):
            game.plane(row[:-1], "phase")


class Records(unittest.TestCase):
    def test_a_record_is_written_and_read(self):
        game = bigmuddy.load_game("queen(players=3,mode=intro)")
        record, rng, bot = game.record(), bigmuddy.Rng(1), game.bot("simple", seed=1)
        while not (state := record.state()).is_terminal():
            record.play(state.draw(rng) if state.is_chance_node() else bot.pick(state))
        for text in (record.to_text(), record.to_json()):
            again = bigmuddy.Record.read(game, text)
            self.assertEqual(again.moves(), record.moves())
            self.assertEqual(again.state(), record.state())
        self.assertEqual(record.state(0), game.new_initial_state())
        with self.assertRaises(ValueError):
            record.play(0)
        with self.assertRaises(ValueError):
            record.state(10**6)
        with self.assertRaises(ValueError):
            bigmuddy.Record.read(game, "not a record")
        with self.assertRaises(ValueError):
            bigmuddy.Record.read(bigmuddy.load_game("rails"), record.to_text())


class Bots(unittest.TestCase):
    def test_bots(self):
        state = middle("broadhorns(players=2)")
        for name in ("random", "simple", "search:50"):
            first = state.game.bot(name, seed=5).pick(state)
            self.assertIn(first, state.legal_actions())
            self.assertEqual(state.game.bot(name, seed=5).pick(state), first)
        with self.assertRaisesRegex(ValueError, "nobody"):
            state.game.bot("nobody")
        bot = state.game.bot("simple")
        with self.assertRaises(ValueError):
            bot.pick(state.game.new_initial_state())
        with self.assertRaises(ValueError):
            bot.pick(middle("queen"))
        with self.assertRaises(TypeError):
            bot.pick("state")

    def test_one_bot_in_two_threads(self):
        state = middle("rails(players=3)")
        bot = state.game.bot("search:300ms", seed=1)
        said = []

        def think():
            try:
                said.append(bot.pick(state))
            except RuntimeError as error:
                said.append(str(error))

        threads = [threading.Thread(target=think) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sum(isinstance(one, str) and "another thread" in one for one in said), 2, said)
        self.assertEqual(sum(one in state.legal_actions() for one in said if isinstance(one, int)), 1)


class Vectors(unittest.TestCase):
    def test_vectors_agree_with_single_games(self):
        for spec in GAMES:
            vec = bigmuddy.load_game(spec).vector(16, seed=4, threads=2)
            rng = bigmuddy.Rng(1)
            arrays = (vec.movers, vec.masks, vec.observations, vec.rewards, vec.ended)
            for step in range(60):
                for i in range(0, 16, 5):
                    state = vec.get(i)
                    self.assertEqual(state.current_player(), vec.movers[i])
                    np.testing.assert_array_equal(state.legal_actions_mask(), vec.masks[i])
                    np.testing.assert_array_equal(state.observation(), vec.observations[i])
                vec.step(vec.sample(rng))
            self.assertTrue(all(a is b for a, b in zip(arrays, (vec.movers, vec.masks, vec.observations, vec.rewards, vec.ended))))

    def test_the_seed_gives_the_games(self):
        game = bigmuddy.load_game("rails(players=2)")
        ends = []
        for threads, seed in ((1, 1), (2, 1), (1, 2)):
            vec, rng = game.vector(8, seed=seed, threads=threads, max_steps=50), bigmuddy.Rng(3)
            for _ in range(120):
                vec.step(vec.sample(rng))
            ends.append(vec.observations.tobytes())
        self.assertEqual(ends[0], ends[1])
        self.assertNotEqual(ends[0], ends[2])
        vec.reset()
        first = vec.observations.tobytes()
        vec.reset(seed=9)
        self.assertNotEqual(first, vec.observations.tobytes())
        vec.reset(seed=2)
        self.assertEqual(first, vec.observations.tobytes())

    def test_actions_of_any_whole_number_type(self):
        vec = bigmuddy.load_game("queen").vector(4)
        legal = vec.masks.argmax(1)
        for actions in (legal.astype(np.int64), legal.astype(np.uint8).tolist(), legal.astype(np.int32)[::1]):
            vec.reset()
            vec.step(actions)
        for actions in (legal.astype(float), ["a"] * 4, None):
            with self.assertRaises(TypeError):
                vec.step(actions)
        for actions in (legal[:3], legal + 2**32, legal * 0 - 1, np.full(4, 2**63, np.uint64)):
            with self.assertRaises(ValueError):
                vec.step(actions)
        before = vec.get(0)
        with self.assertRaisesRegex(bigmuddy.IllegalMoveError, "game 2"):
            wrong = vec.masks.argmax(1).astype(np.int32)
            wrong[2] = 60000
            vec.step(wrong)
        self.assertEqual(vec.get(0), before)

    def test_bad_vectors(self):
        game = bigmuddy.load_game("queen(players=3)")
        for words in ({"games": 0}, {"games": -3}, {"games": 4, "threads": 0}, {"games": 4, "threads": 10**6}):
            with self.assertRaises(ValueError):
                game.vector(**words)
        with self.assertRaises(OverflowError):
            game.vector(2**40)
        for seats in (3, -1, [0, 1], [0, 1, 2, 3]):
            with self.assertRaises(ValueError):
                game.vector(4, opponents="simple", seats=seats)
        with self.assertRaises(ValueError):
            game.vector(4, opponents="nobody")
        vec = game.vector(4)
        for i in (-1, 4, 2**20):
            with self.assertRaises(ValueError):
                vec.get(i)
            with self.assertRaises(ValueError):
                vec.set(i, vec.get(0))
        with self.assertRaises(ValueError):
            vec.set(0, middle("rails"))
        with self.assertRaises(ValueError):
            vec.set(0, vec.get(0).view(0))
        vec.set(1, vec.get(0))
        self.assertEqual(vec.get(1), vec.get(0))

    def test_bots_at_the_other_seats(self):
        vec = bigmuddy.load_game("queen(players=3,mode=intro)").vector(6, opponents="simple", seats=[0, 1, 2, 0, 1, 2])
        rng = bigmuddy.Rng(1)
        for _ in range(100):
            np.testing.assert_array_equal(vec.movers, vec.seats)
            vec.step(vec.sample(rng))

    def test_one_vector_in_two_threads(self):
        vec = bigmuddy.load_game("rails(players=3)").vector(2000)
        actions = vec.masks.argmax(1).astype(np.int32)
        said = []

        def step():
            for _ in range(20):
                try:
                    vec.reset()
                    said.append(None)
                except RuntimeError as error:
                    said.append(str(error))

        threads = [threading.Thread(target=step) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertIn(None, said)
        self.assertTrue(all("another thread" in one for one in said if one))
        vec.reset()
        vec.step(actions)

    def test_after_a_fork(self):
        vec = bigmuddy.load_game("queen").vector(8, threads=2)
        child = os.fork()
        if child == 0:
            try:
                vec.reset()
                os._exit(1)
            except RuntimeError:
                del vec
                os._exit(0)
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        vec.reset()


if __name__ == "__main__":
    unittest.main()
