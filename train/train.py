#!/usr/bin/env python3
"""Trains the net of a game that judges positions and proposes moves, in legs that can be resumed.

    train/train.py rails --copy rails.moves --minutes 9 --out rails.pt     one leg on a GPU: first the moves of a good player, then self-play
    train/train.py rails --minutes 9 --out rails.pt --resume               the next leg
    train/train.py rails --minutes 5 --against rails.pt --out best.pt      a best response: one seat learns, the others play as rails.pt does
    train/train.py rails --small --out toy.pt                              a toy on the CPU, in under a minute

`lessons moves` writes the files for --copy. In self-play the net plays all seats. Its policy is improved by proximal policy optimization. Its chances and
scores are trained on what came of the games, mixed with its own opinion a few decisions later (a lambda return over all seats). Every leg ends with a
match against the net that the training began with. docs/nets.md tells what was tried.
"""
import argparse
import copy
import json
import math
import sys
import time

import numpy
import torch

import games as muddy
from net import SCORE, SEATS, Net, prepare

FOR_EVER = 10**9

# About as many decisions as a game has: of random players, and of good ones.
LENGTH = {"queen": (60, 360), "broadhorns": (2500, 600), "rails": (200, 140)}

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


def by_seat(of, seats):
    """Numbers in the net's order as numbers by seat of the game."""
    return torch.zeros_like(of).scatter_(1, seats, of)


def chances(logits, players):
    place = torch.arange(SEATS, device=logits.device)
    return torch.log_softmax(logits.masked_fill(place >= players[:, None], -1e9), 1)


def chance_loss(value, win, players):
    return -(win * chances(value, players).masked_fill(win <= 0, 0)).sum(1).mean()


def draw(logp, mask):
    """A move for each row, by its probability."""
    return (logp - torch.log(-torch.log(torch.rand_like(logp).clamp(1e-9, 1 - 1e-7)))).masked_fill(~mask, -1e9).argmax(1)


class Field:
    """All groups of games, seen as one batch. In each game one seat is the learner's where not all are."""

    def __init__(self, game, n, device, seed):
        groups = MIXTURE[game]
        total = sum(share for _, share in groups)
        least = 16 if n >= 64 else 2            # a GPU takes sixteen at a time; of a toy's match fewer will do
        self.groups = [muddy.Games(game, options, max(least, int(n * share / total) // least * least), seed + i, device) for i, (options, share) in enumerate(groups)]
        self.n = sum(g.n for g in self.groups)
        self.players = torch.cat([torch.full((g.n,), g.players, device=device) for g in self.groups]).long()
        self.learner = torch.arange(self.n, device=device) % self.players
        info = muddy.layout(game)
        self.inputs, self.actions = info.inputs, info.actions
        self.scale = torch.tensor(list(info.scale[:info.inputs]), device=device)

    def row(self):
        return prepare(torch.cat([g.row[:, :self.inputs] for g in self.groups]), self.scale)

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


class Copied:
    """What `lessons moves` wrote: choices of a good player, and how their games ended."""

    def __init__(self, files, scale, device):
        parts = []
        for file in files:
            with open(file, "rb") as f:
                head = json.loads(f.readline())
                kind = numpy.dtype([("row", "u1", head["inputs"]), ("mask", "u1", (head["actions"] + 7) // 8), ("move", "<u2"), ("players", "u1"), ("pad", "u1"),
                                    ("share", "<f4", SEATS), ("score", "<f4", SEATS)])
                parts.append(numpy.frombuffer(f.read(), kind))
        all_of = lambda name: torch.from_numpy(numpy.concatenate([p[name] for p in parts]))
        self.row, self.mask = all_of("row").to(device), all_of("mask").to(device)
        self.move = torch.from_numpy(numpy.concatenate([p["move"] for p in parts]).astype("int64")).to(device)
        self.players, self.share = all_of("players").long().to(device), all_of("share").to(device)
        self.score = all_of("score").to(device) / SCORE
        self.scale, self.actions = scale, head["actions"]
        self.bit = torch.arange(8, device=device)

    def batch(self, part):
        bits = (self.mask[part][:, :, None] >> self.bit & 1).reshape(len(part), -1)[:, :self.actions].bool()
        return prepare(self.row[part], self.scale), bits, self.move[part], self.players[part], self.share[part], self.score[part]


class Trainer:
    def __init__(self, words):
        self.words = words
        self.device = "cuda" if torch.cuda.is_available() and not words.small else "cpu"
        torch.manual_seed(words.seed)
        self.field = Field(words.game, words.games, self.device, words.seed * 1000)
        self.net = Net(self.field.inputs, self.field.actions).to(self.device)
        self.adam = torch.optim.Adam(self.net.parameters(), lr=words.rate, eps=1e-6)
        self.iteration, self.decisions, self.minutes, self.curve, self.copied, self.matches = 0, 0, 0.0, [], [], []
        self.first = copy.deepcopy(self.net)            # what the match at the end of a leg is played against
        self.frozen = None                              # who plays the seats that do not learn

    def load(self, path):
        saved = torch.load(path, map_location=self.device)
        for name in ("iteration", "decisions", "minutes", "curve", "copied", "matches"):
            setattr(self, name, saved[name])
        self.net.load_state_dict(saved["net"])
        self.adam.load_state_dict(saved["adam"])
        self.first.load_state_dict(saved["first"])

    def save(self, path):
        saved = {name: getattr(self, name) for name in ("iteration", "decisions", "minutes", "curve", "copied", "matches")}
        torch.save({"game": self.words.game, "net": self.net.state_dict(), "adam": self.adam.state_dict(), "first": self.first.state_dict(),
                    "rules": muddy.layout(self.words.game).rules, **saved}, path)

    def load_frozen(self, path):
        """A best response begins as what it answers to."""
        state = torch.load(path, map_location=self.device)["net"]
        for net in (self.net, self.first):
            net.load_state_dict(state)
        self.frozen = self.first

    def optimize(self, loss):
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.adam.step()
        self.net.clip()

    def copy(self):
        """The net learns to choose as somebody else has chosen, and what came of it."""
        words = self.words
        data = Copied(words.copy, self.field.scale, self.device)
        n, batch = len(data.move), min(words.batch, 16384)
        kept = max(1, n // 50)                          # the last ones, of other games, are not learned from
        steps = words.copy_epochs * ((n - kept) // batch)
        print(f"{words.game}: {n} choices to copy", flush=True)
        with torch.no_grad():
            self.net.score.bias.copy_(data.score.mean(0))
        done = 0
        for epoch in range(words.copy_epochs):
            for part in torch.randperm(n - kept, device=self.device).split(batch):
                for group in self.adam.param_groups:
                    group["lr"] = words.rate * min(1.0, (done + 1) / 50) * (0.02 + 0.98 * max(0.0, 1 - done / max(1, steps)))
                row, mask, move, players, share, score = data.batch(part)
                value, points, policy = self.net(row)
                now = torch.log_softmax(policy.masked_fill(~mask, -1e9), 1)
                imitate = -now.gather(1, move[:, None]).mean()
                self.optimize(imitate + chance_loss(value, share, players) + 0.25 * (points - score).pow(2).mean())
                done += 1
            with torch.no_grad():
                sums, parts = torch.zeros(3), torch.arange(n - kept, n, device=self.device).split(batch)
                for part in parts:
                    row, mask, move, players, share, score = data.batch(part)
                    value, points, policy = self.net(row)
                    policy = policy.masked_fill(~mask, -1e9)
                    sums += torch.tensor([chance_loss(value, share, players), -torch.log_softmax(policy, 1).gather(1, move[:, None]).mean(),
                                          (policy.argmax(1) == move).float().mean()])
                self.copied.append([epoch + 1] + (sums / len(parts)).tolist())
                print(f"{words.game} copying, epoch {epoch + 1}: on what was kept back loss of chances {self.copied[-1][1]:.4f}, of moves {self.copied[-1][2]:.4f}, "
                      f"the same move in {100 * self.copied[-1][3]:.1f} %", flush=True)
        self.first.load_state_dict(self.net.state_dict())

    @torch.no_grad()
    def look(self, field, frozen):
        """What the net thinks where all games stand, and the probabilities by which a move is drawn."""
        row, mask, mover = field.row(), field.all("mask").bool(), field.all("mover").long()
        value, score, policy = self.net(row)
        if frozen is not None:
            policy = torch.where((mover == field.learner)[:, None], policy, frozen(row)[2])
        return row, mask, mover, chances(value, field.players), score, torch.log_softmax(policy.masked_fill(~mask, -1e9), 1)

    @torch.no_grad()
    def play(self):
        """So many decisions of every game, and for each of them what is to be learned."""
        field, kept = self.field, []
        for _ in range(self.words.steps):
            row, mask, mover, chance, score, logp = self.look(field, self.frozen)
            action, seats = draw(logp, mask), seats_of(mover, field.players)
            kept.append([row, mask, action, logp.gather(1, action[:, None])[:, 0], seats, by_seat(chance.exp(), seats), by_seat(score, seats), mover])
            field.step(action.int())
            kept[-1] += [field.all("over").bool(), field.all("share"), field.all("score").float() / SCORE]
        _, _, mover, chance, score, _ = self.look(field, self.frozen)
        seats = seats_of(mover, field.players)
        return self.returns(kept, by_seat(chance.exp(), seats), by_seat(score, seats))

    def returns(self, kept, chance, score):
        """From the last decision to the first: the lambda return of all seats' chances and scores, and the mover's advantage."""
        out, lam = [], self.words.trace
        win, points = chance, score                     # what is expected after the decision
        next_chance, next_score = chance, score
        for row, mask, action, logp, seats, own, own_score, mover, over, share, final in reversed(kept):
            win = torch.where(over[:, None], share, (1 - lam) * next_chance + lam * win)
            points = torch.where(over[:, None], final, (1 - lam) * next_score + lam * points)
            advantage = (win - own).gather(1, mover[:, None])[:, 0]
            learns = torch.ones_like(advantage) if self.frozen is None else (mover == self.field.learner).float()
            out.append((row, mask, action, logp, win.gather(1, seats), points.gather(1, seats), advantage, learns))
            next_chance, next_score = own, own_score
        return [torch.cat(part) for part in zip(*out)]

    def learn(self, batch):
        row, mask, action, logp, win, points, advantage, learns = batch
        advantage = (advantage - advantage[learns > 0].mean()) / advantage[learns > 0].std().clamp(min=0.005)
        players = self.field.players.repeat(self.words.steps)
        sums, count = torch.zeros(5, device=self.device), 0
        for _ in range(self.words.epochs):
            for part in torch.randperm(len(action), device=self.device).split(self.words.batch):
                value, score, policy = self.net(row[part])
                weight = learns[part] / learns[part].mean().clamp(min=1e-3)
                now = torch.log_softmax(policy.masked_fill(~mask[part], -1e9), 1)
                ratio = (now.gather(1, action[part][:, None])[:, 0] - logp[part]).exp()
                gain = (weight * torch.minimum(ratio * advantage[part], ratio.clamp(1 - 0.2, 1 + 0.2) * advantage[part])).mean()
                entropy = -(weight * (now.exp() * now.masked_fill(~mask[part], 0)).sum(1)).mean()
                chance = chance_loss(value, win[part], players[part])
                square = (score - points[part]).pow(2).mean()
                self.optimize(-gain + chance + 0.25 * square - self.entropy * entropy)
                sums += torch.stack([chance, square, entropy, (weight * ratio.log().pow(2)).mean() / 2, (ratio > 1.2).float().mean()]).detach()
                count += 1
        return (sums / count).tolist()

    @torch.no_grad()
    def match(self, other, n):
        """Games in which one seat plays as the net and all others as `other` do: the share of the wins beside the fair one, and how many games that is of."""
        field = Field(self.words.game, n, self.device, 10**6 + self.iteration)
        counted = torch.zeros(field.n, dtype=torch.bool, device=self.device)      # the first game of each place counts as well: all begin at the start
        won = fair = count = 0.0
        for _ in range(int(1.6 * LENGTH[self.words.game][1])):
            _, mask, _, _, _, logp = self.look(field, other)
            field.step(draw(logp, mask).int())
            over = field.all("over").bool() & ~counted
            counted |= over
            won += field.all("share").gather(1, field.learner[:, None])[:, 0][over].sum().item()
            fair += (1 / field.players[over].float()).sum().item()
            count += int(over.sum())
            if count == field.n:
                break
        return won / max(1e-9, fair), int(count)

    def tell_match(self, name, other):
        share, count = self.match(other, self.words.match)
        self.matches.append((self.iteration, share, count))
        print(f"{self.words.game}: one of it among {name}: {share:.3f} fair shares of {count} games", flush=True)

    def run(self):
        words = self.words
        begun, told, playing, before = time.time(), 0.0, 0.0, self.minutes
        if words.copy and not words.resume:
            self.copy()
        self.field.spread(min(600, LENGTH[words.game][0]))
        spent = lambda: (time.time() - begun) / 60
        while spent() < words.minutes and self.iteration < words.iterations:
            # A toy is the same however fast the machine is.
            part = self.iteration / words.iterations if words.small else min(1.0, (before + spent()) / words.total)
            for group in self.adam.param_groups:        # down to a twentieth over all legs
                group["lr"] = words.rate * (0.05 + 0.95 * (1 - part))
            self.entropy = words.entropy_end + (words.entropy_begin - words.entropy_end) * max(0.0, 1 - 2 * part)
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
                if self.iteration % 8 == 0:
                    self.save(words.out)
        if self.field.wrong():
            sys.exit(f"{self.field.wrong()} actions were not legal")
        self.minutes = before + spent()
        self.save(words.out)
        if words.match:
            self.tell_match("those that it began as", self.first)
            for path in words.rival:
                rival = copy.deepcopy(self.net)
                rival.load_state_dict(torch.load(path, map_location=self.device)["net"])
                self.tell_match(path, rival)
            self.save(words.out)
        print(json.dumps({"game": words.game, "iterations": self.iteration, "decisions": self.decisions, "minutes": round(self.minutes, 2),
                          "first_loss": mean(self.curve[:3]), "last_loss": mean(self.curve[-3:])}))


def main():
    parser = argparse.ArgumentParser(prog="train/train.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MIXTURE))
    parser.add_argument("--out", required=True, help="where the checkpoint is written, and read with --resume")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--copy", nargs="+", metavar="MOVES", help="files of `lessons moves`: the net learns these choices first")
    parser.add_argument("--copy-epochs", type=int, default=4)
    parser.add_argument("--against", metavar="CHECKPOINT", help="one seat learns, the others play as this checkpoint does")
    parser.add_argument("--small", action="store_true", help="a toy on the CPU")
    parser.add_argument("--minutes", type=float, default=9, help="of this leg (default 9)")
    parser.add_argument("--total", type=float, default=9, help="minutes of all legs, over which the learning rate falls (default 9)")
    parser.add_argument("--iterations", type=int, default=FOR_EVER, help="at most so many in all")
    parser.add_argument("--games", type=int, default=98304, help="played at a time (default 98304)")
    parser.add_argument("--steps", type=int, default=32, help="decisions of each game in an iteration (default 32)")
    parser.add_argument("--batch", type=int, default=65536, help="decisions in a step of the optimizer (default 65536)")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning (default 0.001)")
    parser.add_argument("--trace", type=float, default=0.97, help="lambda of the returns (default 0.97)")
    parser.add_argument("--entropy-begin", type=float, default=0.02, help="weight of the policy's entropy at first (default 0.02)")
    parser.add_argument("--entropy-end", type=float, default=0.004, help="and from the half of all legs on (default 0.004)")
    parser.add_argument("--match", type=int, default=8192, help="games at a time of the match at the end (default 8192; 0: no match)")
    parser.add_argument("--rival", nargs="*", default=[], metavar="CHECKPOINT", help="and of matches against these")
    parser.add_argument("--tell", type=float, default=15, help="seconds between two lines of progress")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    if words.small:
        words.games, words.steps, words.batch, words.epochs, words.rate, words.match = 64, 16, 256, 2, 2e-3, min(words.match, 64)
        words.iterations = 8 if words.iterations == FOR_EVER else words.iterations
        words.entropy_begin = words.entropy_end
        torch.set_num_threads(1)
    trainer = Trainer(words)
    if words.resume:
        trainer.load(words.out)
    if words.against:
        trainer.load_frozen(words.against)
    trainer.run()


if __name__ == "__main__":
    main()
