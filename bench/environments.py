"""Run by bench/environments, which says what it does."""

import os
import shutil
import statistics
import subprocess
import sys
import time
import warnings

import numpy as np

import bigmuddy
import bigmuddy.open_spiel
import bigmuddy.pettingzoo
import pyspiel

SECONDS = float(sys.argv[1])
GAMES = ("queen(players=4)", "broadhorns(players=3)", "rails(players=3)")
warnings.filterwarnings("ignore")


def timed(play):
    """Decisions per second of processor time; `play` makes some and says how many."""
    decisions, from_ = 0, time.process_time()
    while time.process_time() - from_ < SECONDS:
        decisions += play()
    return decisions / (time.process_time() - from_)


def in_c(spec):
    """bm_vec without Python, in a process of its own. It does not take SECONDS but a fixed number of decisions."""
    name, setting = spec.rstrip(")").split("(")
    said = subprocess.run(["build/bench-vec", name, setting], check=True, capture_output=True, text=True).stdout
    rates = {line[:20].strip(): float(line.split()[-4]) for line in said.splitlines() if "decisions per second" in line}
    return rates["with mask, observati"]


def vector(spec):
    vec, rng, actions = bigmuddy.load_game(spec).vector(1024, seed=1), bigmuddy.Rng(1), np.empty(1024, np.int32)

    def play():
        for _ in range(20):
            vec.step(vec.sample(rng, actions))
        return 20 * 1024

    return lambda: timed(play)


def single(spec):
    game, rng, pick = bigmuddy.load_game(spec), bigmuddy.Rng(1), np.random.default_rng(1)

    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.draw(rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                decisions += 1
                state.observation()
            state.apply_action(legal[int(pick.random() * len(legal))])
        return decisions

    return lambda: timed(play)


def spiel(name):
    """OpenSpiel's C++ games, or ours in OpenSpiel, through pyspiel."""
    game, pick = pyspiel.load_game(name), np.random.default_rng(1)

    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                moves, odds = zip(*state.chance_outcomes())
                state.apply_action(int(pick.choice(moves, p=odds)))
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                decisions += 1
                state.observation_tensor()
            state.apply_action(legal[int(pick.random() * len(legal))])
        return decisions

    return lambda: timed(play)


def aec(env):
    """An AEC environment; an agent that is done takes its step, which is no decision."""
    pick = np.random.default_rng(1)

    def play():
        decisions = 0
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(pick.random() * len(legal))]))
            decisions += 1
        return decisions

    return lambda: timed(play)


def classic(name):
    try:
        module = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
    except ImportError:
        return None
    return aec(module.env())


def boardgame():
    if not shutil.which("node") or not os.path.isdir("build/bench/node_modules/boardgame.io"):
        return None
    run = ["node", "bench/environments.mjs", "build/bench", str(SECONDS)]
    return lambda: float(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def rows():
    """(what, game, how to measure it)."""
    for spec in GAMES:
        yield "bm_vec in C, 1,024 games", spec, lambda spec=spec: in_c(spec)
        yield "bigmuddy.Vector in Python, 1,024 games", spec, vector(spec)
        yield "bigmuddy.State, one game", spec, single(spec)
        yield "bigmuddy.pettingzoo", spec, aec(bigmuddy.pettingzoo.env(spec))
        yield "ours in OpenSpiel", spec, spiel(f"python_bigmuddy_{spec}")
    for name in ("backgammon", "chess", "gin_rummy", "tic_tac_toe"):
        yield "OpenSpiel, C++ through pyspiel", name, spiel(name)
    yield "OpenSpiel, in Python", "tic_tac_toe", spiel("python_tic_tac_toe")
    for name in ("connect_four_v3", "tictactoe_v3", "chess_v6"):
        yield "PettingZoo classic", name, classic(name)
    yield "boardgame.io 0.50, node", "tic-tac-toe", boardgame()


def main():
    from open_spiel.python import games  # noqa: F401: registers tic-tac-toe in Python

    made = [row for row in rows() if row[2] is not None]
    rates = [[] for _ in made]
    for _ in range(3):
        for of, (_, _, measure) in zip(rates, made):
            of.append(measure())
    medians = [statistics.median(of) for of in rates]
    unit = next(rate for rate, row in zip(medians, made) if row[0] == "OpenSpiel, C++ through pyspiel")
    print("| environment | game | decisions per second | beside OpenSpiel's backgammon |\n|---|---|---|---|")
    for rate, (what, game, _) in zip(medians, made):
        print(f"| {what} | {game} | {rate:,.0f} | {rate / unit:,.3g} |")
    for spec in GAMES:
        c, python = (of for of, row in zip(rates, made) if row[1] == spec and "1,024" in row[0])
        print(f"Python reaches {statistics.median(p / q for p, q in zip(python, c)):.2f} of bm_vec: {spec}")


main()
