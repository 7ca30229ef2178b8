#!/usr/bin/env python3
"""A small PPO in one file: it learns to play Small Railroad Empires alone, against the keen rival.

    pip install ./python torch                  # or Debian's python3-torch
    python examples/ppo.py                      # some minutes on two cores; writes ppo.pt, ppo.csv and ppo.svg
    python examples/ppo.py --play ppo.pt        # how often a policy that was kept wins, and how often the bot `simple` does

Many games are stepped together (bigmuddy.Vector). The policy sees the observation of the seat and the mask of its legal moves, as any player would.
It is paid for the lead in points as it grows or shrinks, and for winning.
"""

import argparse
import time

import bigmuddy
import numpy as np
import torch
from torch import nn

GAME = "rails(players=1,rival=keen)"
GAMES, STEPS, EPOCHS, BATCH, HIDDEN = 256, 64, 4, 1024, 256
RATE, CLIP, ENTROPY, GAMMA, LAMBDA = 1e-3, 0.2, 0.01, 0.997, 0.95
LEAD = 20.0  # a lead of so many points is worth as much as a win


class Policy(nn.Module):
    """One hidden layer, from which the odds of the actions and the worth of the position are read."""

    def __init__(self, game):
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(np.array(game.scale, np.float32)))
        self.body = nn.Sequential(nn.Linear(game.tensor_size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.odds, self.worth = nn.Linear(HIDDEN, game.num_actions), nn.Linear(HIDDEN, 1)
        nn.init.zeros_(self.odds.weight)  # at first all legal moves are equally likely

    def forward(self, seen, mask):
        h = self.body(seen * self.scale)
        return torch.log_softmax(self.odds(h).masked_fill(mask == 0, -1e9), 1), self.worth(h)[:, 0]


def lead(game, rows):
    points = game.plane(rows, "seat.points").astype(np.float32)
    return torch.from_numpy((points[:, 0, 0] - points[:, 1, 0]) / LEAD)


@torch.no_grad()
def rollout(vec, policy):
    """STEPS decisions of every game: what was seen and done, and by how much it was better than expected. And who won the games that ended."""
    n, keep, won = len(vec), {k: [] for k in ("seen", "mask", "action", "log", "worth", "reward", "goes_on")}, []
    for t in range(STEPS + 1):
        seen, mask = torch.from_numpy(vec.observations.copy()), torch.from_numpy(vec.masks.copy())
        log, worth = policy(seen, mask)
        if t == STEPS:
            break
        action = torch.multinomial(log.exp(), 1)[:, 0]
        before = lead(vec.game, vec.observations)
        vec.step(action.int().numpy())
        ended, wins = torch.from_numpy(vec.ended.copy()), torch.from_numpy(vec.rewards[:, 0].copy())
        reward = torch.where(ended, wins, lead(vec.game, vec.observations) - before)
        won += (wins[ended] > 0).tolist()
        done = {"seen": seen, "mask": mask, "action": action, "log": log[range(n), action], "worth": worth, "reward": reward, "goes_on": ~ended}
        for k, v in done.items():
            keep[k].append(v)
    gain, gains = torch.zeros(n), []
    for t in reversed(range(STEPS)):  # generalized advantage estimation
        goes_on = keep["goes_on"][t].float()
        gain = keep["reward"][t] + GAMMA * goes_on * worth - keep["worth"][t] + GAMMA * LAMBDA * goes_on * gain
        worth = keep["worth"][t]
        gains.insert(0, gain)
    flat = {k: torch.cat(keep[k]) for k in ("seen", "mask", "action", "log", "worth")}
    return flat | {"gain": torch.cat(gains)}, won


def learn(policy, adam, batch):
    """PPO's clipped objective, a few times over the batch."""
    target = batch["worth"] + batch["gain"]
    gain = (batch["gain"] - batch["gain"].mean()) / (batch["gain"].std() + 1e-6)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(target)).split(BATCH):
            log, worth = policy(batch["seen"][rows], batch["mask"][rows])
            ratio = (log.gather(1, batch["action"][rows, None])[:, 0] - batch["log"][rows]).exp()
            clipped = torch.minimum(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows])
            surprise = -(log.exp() * log).sum(1)
            loss = 0.5 * (worth - target[rows]).square().mean() - clipped.mean() - ENTROPY * surprise.mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            adam.step()


@torch.no_grad()
def wins(game, policy, games):
    """The share of so many games that the policy wins when it always makes the move it likes best."""
    vec, won = game.vector(min(games, 500), threads=2, seed=7), []
    left = np.full(len(vec), games // len(vec))  # as many of each, so that short games do not count more
    while left.any():
        log, _ = policy(torch.from_numpy(vec.observations), torch.from_numpy(vec.masks))
        vec.step(log.argmax(1).int().numpy())
        counts = vec.ended & (left > 0)
        won += list(vec.rewards[counts, 0] > 0)
        left -= counts
    return float(np.mean(won))


def simple_wins(game, games):
    dice, bot, won = bigmuddy.Rng(7), game.bot("simple", seed=1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.draw(dice) if state.is_chance_node() else bot.pick(state))
        won += state.returns()[0] > 0
    return won / games


def draw(path, curve, simple):
    """The share of games won over the decisions made, as a picture."""
    end = curve[-1][0]
    points = " ".join(f"{60 + 520 * decisions / end:.1f},{260 - 220 * share:.1f}" for decisions, _, share in curve)
    level = 260 - 220 * simple
    with open(path, "w") as out:
        out.write(f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 300" font-family="sans-serif" font-size="12" fill="#333">
<rect width="620" height="300" fill="#fff"/><path d="M60 40V260H580" fill="none" stroke="#333"/>
<path d="M60 {level:.1f}H580" stroke="#b5532a" stroke-dasharray="5 4"/><text x="66" y="{level - 6:.1f}" fill="#b5532a">the bot simple: {simple:.0%}</text>
<polyline points="{points}" fill="none" stroke="#24648f" stroke-width="2"/>
<text x="60" y="24">Games won against the keen rival while it learns</text>
<text x="28" y="264">0 %</text><text x="22" y="154">50 %</text><text x="16" y="44">100 %</text>
<text x="60" y="280">0</text><text x="580" y="280" text-anchor="end">{end / 1e6:.1f} million decisions, {curve[-1][1]:.1f} minutes of processor</text></svg>
''')


def train(game, asked):
    """The curve: decisions made, minutes of processor spent, and the share of the last 2,000 games that was won."""
    vec, policy = game.vector(asked.together, threads=2, seed=asked.seed), Policy(game)
    adam = torch.optim.Adam(policy.parameters(), RATE, eps=1e-5)
    begun, recent, curve = time.process_time(), [], []
    for update in range(asked.updates):
        adam.param_groups[0]["lr"] = RATE * (1 - update / asked.updates)
        batch, won = rollout(vec, policy)
        learn(policy, adam, batch)
        recent = (recent + won)[-2000:]
        curve.append(((update + 1) * len(vec) * STEPS, (time.process_time() - begun) / 60, float(np.mean(recent)) if recent else 0.0))
        print("%9d decisions, %5.1f minutes of processor: %5.1f %% of the last %d games won" % (*curve[-1][:2], 100 * curve[-1][2], len(recent)), flush=True)
    return policy, curve


def main():
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("--updates", type=int, default=150)
    ask.add_argument("--together", type=int, default=GAMES, help="games that are stepped together while it learns")
    ask.add_argument("--games", type=int, default=2000, help="games to judge by at the end")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", default="ppo", help="what the names of the files that are written begin with")
    ask.add_argument("--play", metavar="FILE", help="judge a policy that was kept instead of learning one")
    asked = ask.parse_args()
    torch.manual_seed(asked.seed)
    game = bigmuddy.load_game(GAME)
    simple = simple_wins(game, asked.games)
    if asked.play:
        policy = Policy(game)
        policy.load_state_dict(torch.load(asked.play, weights_only=True))
    else:
        policy, curve = train(game, asked)
        torch.save(policy.state_dict(), asked.out + ".pt")
        np.savetxt(asked.out + ".csv", curve, "%.6g", ",", header="decisions,minutes,won", comments="")
        draw(asked.out + ".svg", curve, simple)
    print(f"against the keen rival, {asked.games} games each: the policy wins {wins(game, policy, asked.games):.1%}, the bot simple {simple:.1%}")


if __name__ == "__main__":
    main()
