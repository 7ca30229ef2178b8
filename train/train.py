#!/usr/bin/env python3
"""Trains the net of a game by self-play, in legs that can be resumed.

    train/train.py queen --minutes 9 --out queen.pt                one leg on a GPU
    train/train.py queen --minutes 9 --out queen.pt --resume       the next leg
    train/train.py queen --small --out toy.pt                      a toy on the CPU, in under a minute

All seats are played by the net. Its policy is improved by proximal policy optimization. Its chances and scores are trained on what came of the games,
mixed with its own opinion a few decisions later (a lambda return over all seats). docs/nets.md tells what was tried.
"""
import argparse
import json
import math
import sys
import time

import torch

import games as muddy
from net import SCORE, SEATS, Net, prepare

FOR_EVER = 10**9

# About as many decisions as a random game has.
LENGTH = {"queen": 60, "broadhorns": 2500, "rails": 200}

# Which games are played, with their shares of the whole: mostly the number of players that strength is measured with.
MIXTURE = {
    "queen": [("players=4", 4), ("players=3", 2), ("players=5", 2)],
    "broadhorns": [("players=3", 4), ("players=2", 1.5), ("players=4", 1.5), ("players=3,freight=on", 1)],
    "rails": [("players=3", 4), ("players=2", 1.5), ("players=4", 1.5), ("players=3,freight=off", 1)],
}


def mean(curve):
    """The mean loss of chances over some iterations."""
    return sum(point[2] for point in curve) / len(curve)


def seats_of(mover, players):
    """For each decision the seats in the order of the net: the mover first. Places beyond the players point at an empty one."""
    place = torch.arange(SEATS, device=mover.device)
    return torch.where(place < players[:, None], (mover[:, None] + place) % players[:, None], place)


class Field:
    """All groups of games, seen as one batch."""

    def __init__(self, game, n, device, seed):
        groups = MIXTURE[game]
        total = sum(share for _, share in groups)
        self.groups = [muddy.Games(game, options, max(16, int(n * share / total) // 16 * 16), seed + i, device) for i, (options, share) in enumerate(groups)]
        self.n = sum(g.n for g in self.groups)
        self.players = torch.cat([torch.full((g.n,), g.players, device=device) for g in self.groups]).long()
        info = muddy.layout(game)
        self.inputs, self.actions = info.inputs, info.actions
        self.scale = torch.tensor(list(info.scale[:info.inputs]), device=device)

    def row(self):
        return torch.cat([prepare(g.row[:, :self.inputs], self.scale) for g in self.groups])

    def all(self, name):
        return torch.cat([getattr(g, name) for g in self.groups])

    def step(self, action):
        for g, part in zip(self.groups, action.split([g.n for g in self.groups])):
            g.action.copy_(part)
            g.step()

    def spread(self, steps):
        """Random moves first, so that the games stand at all their stages when training begins, and not all at the first."""
        for _ in range(steps):
            for g in self.groups:
                g.step(random=True)

    def wrong(self):
        return sum(g.wrong() for g in self.groups)


def chances(logits, players):
    place = torch.arange(SEATS, device=logits.device)
    return torch.log_softmax(logits.masked_fill(place >= players[:, None], -1e9), 1)


class Trainer:
    def __init__(self, words):
        self.words = words
        self.device = "cuda" if torch.cuda.is_available() and not words.small else "cpu"
        torch.manual_seed(words.seed)
        self.field = Field(words.game, words.games, self.device, words.seed * 1000)
        self.net = Net(self.field.inputs, self.field.actions).to(self.device)
        self.adam = torch.optim.Adam(self.net.parameters(), lr=words.rate, eps=1e-6)
        self.iteration, self.decisions, self.curve = 0, 0, []

    def load(self, path):
        saved = torch.load(path, map_location=self.device)
        self.net.load_state_dict(saved["net"])
        self.adam.load_state_dict(saved["adam"])
        self.iteration, self.decisions, self.curve = saved["iteration"], saved["decisions"], saved["curve"]

    def save(self, path):
        torch.save({"game": self.words.game, "net": self.net.state_dict(), "adam": self.adam.state_dict(), "iteration": self.iteration,
                    "decisions": self.decisions, "curve": self.curve, "rules": muddy.layout(self.words.game).rules}, path)

    @torch.no_grad()
    def look(self):
        """What the net thinks where all games stand."""
        row, mask, mover = self.field.row(), self.field.all("mask").bool(), self.field.all("mover").long()
        value, score, policy = self.net(row)
        return row, mask, mover, chances(value, self.field.players), score, torch.log_softmax(policy.masked_fill(~mask, -1e9), 1)

    @torch.no_grad()
    def play(self):
        """So many decisions of every game, and for each of them what is to be learned."""
        kept = []
        for _ in range(self.words.steps):
            row, mask, mover, chance, score, logp = self.look()
            action = (logp - torch.log(-torch.log(torch.rand_like(logp).clamp(1e-9, 1 - 1e-7)))).masked_fill(~mask, -1e9).argmax(1)
            seats = seats_of(mover, self.field.players)
            kept.append([row, mask, action, logp.gather(1, action[:, None])[:, 0], seats, self.by_seat(chance.exp(), seats), self.by_seat(score, seats), mover])
            self.field.step(action.int())
            kept[-1] += [self.field.all("over").bool(), self.field.all("share"), self.field.all("score").float() / SCORE]
        _, _, mover, chance, score, _ = self.look()
        seats = seats_of(mover, self.field.players)
        return self.returns(kept, self.by_seat(chance.exp(), seats), self.by_seat(score, seats))

    @staticmethod
    def by_seat(of, seats):
        """Numbers in the net's order as numbers by seat of the game."""
        return torch.zeros_like(of).scatter_(1, seats, of)

    def returns(self, kept, chance, score):
        """From the last decision to the first: the lambda return of all seats' chances and scores, and the mover's advantage."""
        out, lam = [], self.words.trace
        win, points = chance, score                     # what is expected after the decision
        next_chance, next_score = chance, score
        for row, mask, action, logp, seats, own, own_score, mover, over, share, final in reversed(kept):
            win = torch.where(over[:, None], share, (1 - lam) * next_chance + lam * win)
            points = torch.where(over[:, None], final, (1 - lam) * next_score + lam * points)
            advantage = (win - own).gather(1, mover[:, None])[:, 0]
            out.append((row, mask, action, logp, win.gather(1, seats), points.gather(1, seats), advantage))
            next_chance, next_score = own, own_score
        return [torch.cat(part) for part in zip(*out)]

    def learn(self, batch):
        row, mask, action, logp, win, points, advantage = batch
        advantage = (advantage - advantage.mean()) / advantage.std().clamp(min=0.02)
        players = self.field.players.repeat(self.words.steps)
        sums = torch.zeros(5, device=self.device)
        count = 0
        for _ in range(self.words.epochs):
            for part in torch.randperm(len(action), device=self.device).split(self.words.batch):
                value, score, policy = self.net(row[part])
                now = torch.log_softmax(policy.masked_fill(~mask[part], -1e9), 1)
                ratio = (now.gather(1, action[part][:, None])[:, 0] - logp[part]).exp()
                gain = torch.minimum(ratio * advantage[part], ratio.clamp(1 - 0.2, 1 + 0.2) * advantage[part]).mean()
                entropy = -(now.exp() * now.masked_fill(~mask[part], 0)).sum(1).mean()
                chance = -(win[part] * chances(value, players[part]).masked_fill(win[part] <= 0, 0)).sum(1).mean()
                square = (score - points[part]).pow(2).mean()
                loss = -gain + chance + 0.25 * square - self.words.entropy * entropy
                self.adam.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.adam.step()
                self.net.clip()
                sums += torch.stack([chance, square, entropy, (ratio.log().pow(2)).mean() / 2, (ratio > 1.2).float().mean()]).detach()
                count += 1
        return (sums / count).tolist()

    def run(self):
        words = self.words
        begun, told, playing = time.time(), 0.0, 0.0
        self.field.spread(LENGTH[words.game])
        spent = lambda: (time.time() - begun) / 60
        while spent() < words.minutes and self.iteration < words.iterations:
            for group in self.adam.param_groups:        # down to a tenth over the whole schedule
                group["lr"] = words.rate * (0.1 + 0.9 * max(0.0, 1 - self.iteration / words.schedule))
            words.entropy = words.entropy_end + (words.entropy_begin - words.entropy_end) * max(0.0, 1 - 3 * self.iteration / words.schedule)
            from_here = time.time()
            batch = self.play()
            if self.device == "cuda":
                torch.cuda.synchronize()
            playing += time.time() - from_here
            chance, square, entropy, change, clipped = self.learn(batch)
            self.iteration += 1
            self.decisions += self.field.n * words.steps
            self.curve.append((self.iteration, self.decisions, chance, square, entropy))
            if time.time() - told > words.tell or words.small:
                told = time.time()
                print(f"{words.game} iteration {self.iteration}, {self.decisions / 1e6:.0f} M decisions, {spent():.1f} min: loss of chances {chance:.4f}, "
                      f"of scores {square:.4f}, entropy {entropy:.3f}, change {change:.4f}, clipped {clipped:.3f}, {playing / 0.6 / max(1e-9, spent()):.0f} % of the time in play", flush=True)
                if not math.isfinite(chance):
                    sys.exit("the loss is not finite")
        if self.field.wrong():
            sys.exit(f"{self.field.wrong()} actions were not legal")
        self.save(words.out)
        print(json.dumps({"game": words.game, "iterations": self.iteration, "decisions": self.decisions, "minutes": round(spent(), 2),
                          "decisions_per_second": round(self.field.n * words.steps * len(self.curve) / max(1e-9, time.time() - begun)) if not words.resume else None,
                          "first_loss": mean(self.curve[:3]), "last_loss": mean(self.curve[-3:])}))


def main():
    parser = argparse.ArgumentParser(prog="train/train.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MIXTURE))
    parser.add_argument("--out", required=True, help="where the checkpoint is written, and read with --resume")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--small", action="store_true", help="a toy on the CPU")
    parser.add_argument("--minutes", type=float, default=9, help="of this leg (default 9)")
    parser.add_argument("--iterations", type=int, default=FOR_EVER, help="at most so many in all")
    parser.add_argument("--schedule", type=int, default=1200, help="iterations until the learning rate is at its lowest (default 1200)")
    parser.add_argument("--games", type=int, default=49152, help="played at a time (default 49152)")
    parser.add_argument("--steps", type=int, default=48, help="decisions of each game in an iteration (default 48)")
    parser.add_argument("--batch", type=int, default=65536, help="decisions in a step of the optimizer (default 65536)")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning (default 0.001)")
    parser.add_argument("--trace", type=float, default=0.96, help="lambda of the returns (default 0.96)")
    parser.add_argument("--entropy-begin", type=float, default=0.03, help="weight of the policy's entropy at first (default 0.03)")
    parser.add_argument("--entropy-end", type=float, default=0.004, help="and from a third of the schedule on (default 0.004)")
    parser.add_argument("--tell", type=float, default=15, help="seconds between two lines of progress")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    if words.small:
        words.games, words.steps, words.batch, words.epochs, words.rate = 64, 16, 256, 2, 2e-3
        words.iterations = 24 if words.iterations == FOR_EVER else words.iterations
        words.entropy_begin = words.entropy_end
        torch.set_num_threads(1)
    trainer = Trainer(words)
    if words.resume:
        trainer.load(words.out)
    trainer.run()


if __name__ == "__main__":
    main()
