#!/usr/bin/env python3
"""Trains the net that tells each seat's chance to win, from rows that `lessons rows` made, and writes its file.

    train/value.py ROWS... --searched ROWS... --sure ROWS... --out queen.net [--epochs 12] [--first 64] [--second 32]

It runs on a GPU where there is one, else on a CPU, with PyTorch 1.13 or newer. The net learns from all rows, then once more from those of games of bots that
search: they are what it has to judge, but they are dear. Every tenth game is kept back to measure what was learned; at the end the net of the epoch
that was best there is taken. The net is the one of src/net/seats.c: weights and units are rounded in the last epochs as the integers there round them.
"""
import argparse
import copy
import json
import struct
import time

import torch

UNIT, WEIGHT, MOST, HIGHEST, SCORE, BASE_ONE = 128, 64, 1023, 127, 64, 1024
RIVALS, COUNTS = 2, 4


class Rows:
    """What `lessons rows` writes, a line of JSON, then floats, of several files; each has games of its own."""

    def __init__(self, paths, device="cpu"):
        parts = []
        for path in paths:
            with open(path, "rb") as file:
                self.head = json.loads(file.readline())
                data = torch.frombuffer(bytearray(file.read()), dtype=torch.float32).to(device)
            seat, table, seats = self.head["seat"], self.head["table"], self.head["seats"]
            width = 3 + 3 * seats + seats * seat + table
            parts.append(data[: len(data) // width * width].view(-1, width))
            if len(parts) > 1:
                parts[-1][:, 0] += parts[-2][-1, 0] // 10 * 10 + 10     # so that a game is kept back wherever it is listed
        data = torch.cat(parts)
        self.game, self.players, self.part = data[:, 0].long(), data[:, 1].long(), data[:, 2]
        at = 3
        self.share, self.score, self.base = (data[:, at + i * seats: at + (i + 1) * seats] for i in range(3))
        at += 3 * seats
        self.seat = data[:, at: at + seats * seat].reshape(-1, seats, seat)
        self.table = data[:, at + seats * seat:]
        self.here = torch.arange(seats, device=device) < self.players[:, None]
        kept = self.game % 10 == 0
        self.train, self.test = (~kept).nonzero()[:, 0], kept.nonzero()[:, 0]


def rounded(x, steps):
    """To the nearest step; gradients pass as if it were not."""
    return x + (torch.floor(x * steps + 0.5) / steps - x).detach()


class Net(torch.nn.Module):
    def __init__(self, seat, table, first, second):
        super().__init__()
        self.first = torch.nn.Linear((1 + RIVALS) * seat + table + COUNTS + RIVALS, first)
        self.second = torch.nn.Linear(first, second)
        self.head = torch.nn.Linear(second, 2)
        self.trust = torch.nn.Parameter(torch.ones(()))
        self.scale = 1.0
        self.exact = False
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.constant_(self.first.bias, 0.2)
        torch.nn.init.constant_(self.second.bias, 0.2)

    def clip(self):
        with torch.no_grad():
            for layer in (self.first, self.second, self.head):
                layer.weight.clamp_(-127 / WEIGHT, 127 / WEIGHT)

    def layer(self, of, x):
        weight = rounded(of.weight, WEIGHT) if self.exact else of.weight
        return torch.nn.functional.linear(x, weight, of.bias)

    def unit(self, x):
        """Clipped; a little of the gradient passes where it is, so that no unit is lost for good."""
        clipped = x.clamp(0, HIGHEST / UNIT) + 0.02 * (x - x.detach())
        return rounded(clipped, UNIT) if self.exact else clipped

    def forward(self, x, base):
        """x: inputs of each seat of each position; base: log chances by hand below the best."""
        hidden = self.unit(self.layer(self.second, self.unit(self.layer(self.first, x))))
        out = self.layer(self.head, hidden)
        trust, behind = self.trust, -base
        if self.exact:
            trust, behind = rounded(trust, WEIGHT), rounded(behind, BASE_ONE)
        return (out[..., 0] - trust * behind) * self.scale, out[..., 1]


class Inputs:
    """Rows as the net takes them."""

    def __init__(self, rows, gain, table_gain):
        seats = rows.seat.shape[1]
        own = (torch.floor(rows.seat * gain + 0.5)).clamp(-MOST, MOST) / UNIT * rows.here[..., None]
        table = (torch.floor(rows.table * table_gain + 0.5)).clamp(-MOST, MOST) / UNIT
        counts = torch.nn.functional.one_hot((rows.players - 2).clamp(min=0), COUNTS).float() * (rows.players >= 2)[:, None]
        base = rows.base.masked_fill(~rows.here, -1e9)
        rank = torch.argsort(base, dim=1, descending=True, stable=True)
        self.base = (base - base.max(1, keepdim=True)[0]).clamp(min=-128)
        self.rows, self.own, self.common = rows, own, torch.cat([table, counts], 1)
        # The two strongest others of each seat; a seat that is not there is all zero.
        self.rival = torch.zeros(len(own), seats, RIVALS, dtype=torch.long, device=own.device)
        for seat in range(seats):
            others = rank[rank != seat].view(len(own), seats - 1)
            self.rival[:, seat] = others[:, :RIVALS]
        self.rival_here = torch.gather(rows.here, 1, self.rival.flatten(1)).view(-1, seats, RIVALS)

    def batch(self, at):
        own, base, rival, here = self.own[at], self.base[at], self.rival[at], self.rival_here[at]
        n, seats, seat = own.shape
        parts, above = [own], []
        for k in range(RIVALS):
            index = rival[:, :, k]
            parts.append(torch.gather(own, 1, index[..., None].expand(n, seats, seat)) * here[..., k, None])
            by = (torch.floor((base - torch.gather(base, 1, index)) * UNIT + 0.5)).clamp(-MOST, MOST) / UNIT
            above.append((by * here[..., k])[..., None])
        common = self.common[at][:, None, :].expand(n, seats, self.common.shape[1])
        return torch.cat(parts + [common] + above, 2), base


def chances(logit, here):
    return torch.log_softmax(logit.masked_fill(~here, -1e9), 1)


def judge(log_chance, rows, at):
    """Brier score of each row, and the expected calibration error in ten classes."""
    chance = log_chance.exp() * rows.here[at]
    share = rows.share[at]
    brier = ((chance - share) ** 2).sum(1)
    flat, won = chance[rows.here[at]], share[rows.here[at]]
    kind = (flat * 10).long().clamp(max=9)
    said, real = flat.new_zeros(10).index_add_(0, kind, flat), flat.new_zeros(10).index_add_(0, kind, won)
    return brier, float((said - real).abs().sum() / len(flat))


def by_game(values, games):
    """The mean, and its interval of 95 % over games."""
    ids, place = games.unique(return_inverse=True)
    n = values.new_zeros(len(ids)).index_add_(0, place, torch.ones_like(values))
    total = values.new_zeros(len(ids)).index_add_(0, place, values)
    mean = float(values.mean())
    error = float(((total - mean * n) ** 2).sum().sqrt() / n.sum())
    return mean, mean - 1.96 * error, mean + 1.96 * error


def gains_of(values, here):
    std = values[here].std(0) if here is not None else values.std(0)
    return (UNIT / std.clamp(min=1e-2) * 256).round().clamp(1, 2**20) / 256


def step(net, inputs, at, points):
    """The loss of chances at some positions, and with it that of scores."""
    rows, here = inputs.rows, inputs.rows.here[at]
    logit, score = net(*inputs.batch(at))
    loss = -(rows.share[at] * chances(logit, here).masked_fill(~here, 0)).sum(1).mean()
    return loss, loss + points * ((score - rows.score[at] / SCORE)[here] ** 2).mean()


def fit(net, inputs, words, epochs, rate):
    """Some epochs; returns the losses of each, and the net as it was after the best of them, of those that are exact."""
    rows, curve, began, best = inputs.rows, [], time.time(), None
    steps = max(1, len(rows.train) // words.batch)
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=words.decay)
    slower = torch.optim.lr_scheduler.OneCycleLR(adam, rate, total_steps=epochs * steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        net.exact = net.exact or epoch >= epochs - 3
        order, total = rows.train[torch.randperm(len(rows.train), device=rows.train.device)], 0
        for at in order[:steps * words.batch].chunk(steps):
            loss, whole = step(net, inputs, at, words.points)
            adam.zero_grad(set_to_none=True)
            whole.backward()
            adam.step()
            slower.step()
            net.clip()
            total = total + loss.detach()
        told = measure(net, inputs, rows.test)
        curve.append([epoch + 1, float(total) / steps, told["loss"], told["brier"]])
        print(f"epoch {epoch + 1}, {time.time() - began:.0f} s: loss {curve[-1][1]:.4f}, kept back {told['loss']:.4f}, "
              f"Brier {told['brier']:.4f}, error {told['error']:.4f}", flush=True)
        if net.exact and (not best or told["brier"] <= best[0]):
            best = told["brier"], copy.deepcopy(net.state_dict())
    net.load_state_dict(best[1])
    return curve


def learn(rows, searched, words):
    """All rows first, then those of bots that search. Returns the net, the gains of its inputs, and the losses."""
    torch.manual_seed(words.seed)
    gain, table_gain = gains_of(rows.seat[rows.train], rows.here[rows.train]), gains_of(rows.table[rows.train], None)
    net = Net(rows.head["seat"], rows.head["table"], words.first, words.second).to(words.device)
    with torch.no_grad():
        net.head.bias[1] = (rows.score[rows.train][rows.here[rows.train]] / SCORE).mean()
    curve = fit(net, Inputs(rows, gain, table_gain), words, words.epochs, words.rate)
    inputs = Inputs(searched, gain, table_gain)
    compare("searched, before it learned from them", net, inputs)
    curve += fit(net, inputs, words, words.epochs // 2, words.rate / 5)
    compare("searched", net, inputs)
    return net, gain, table_gain, curve


def look(net, inputs, at):
    return torch.cat([chances(net(*inputs.batch(part))[0], inputs.rows.here[part]) for part in at.split(8192)])


@torch.no_grad()
def measure(net, inputs, test):
    rows = inputs.rows
    log_chance = look(net, inputs, test)
    brier, error = judge(log_chance, rows, test)
    loss = -(rows.share[test] * log_chance.masked_fill(~rows.here[test], 0)).sum(1).mean()
    return {"loss": float(loss), "brier": float(brier.mean()), "error": error, "each": brier}


def compare(name, net, inputs):
    """How much better the net is than the evaluation by hand, at what was kept back."""
    rows, test = inputs.rows, inputs.rows.test
    told = measure(net, inputs, test)
    by_hand, error = judge(chances(inputs.base[test], rows.here[test]), rows, test)
    warm = best_scale(inputs.base[test], rows.share[test], rows.here[test])
    fitted, _ = judge(chances(inputs.base[test] * warm, rows.here[test]), rows, test)
    print(f"{name}: net, Brier {told['brier']:.4f}, error {told['error']:.4f}; by hand {float(by_hand.mean()):.4f}, {error:.4f}, at its best temperature ({warm}) {float(fitted.mean()):.4f}")
    print("  net less by hand, 95 %%: %+.4f [%+.4f %+.4f]" % by_game(told["each"] - by_hand, rows.game[test]))
    print("  net less the best temperature: %+.4f [%+.4f %+.4f]" % by_game(told["each"] - fitted, rows.game[test]), flush=True)


def losses(logit, share, here):
    return -(share * chances(logit, here).masked_fill(~here, 0)).sum(1)


def best_scale(logit, share, here):
    """What logits are to be multiplied by so that their chances fit best who won."""
    return min((k / 50 for k in range(10, 150)), key=lambda t: float(losses(logit * t, share, here).mean()))


@torch.no_grad()
def fit_scale(net, rows, gain, table_gain):
    """How sure of itself the net should be: of games that it has not learned from. It stays as it is where another factor is not clearly better in them: of a few
    hundred games the best one is a guess."""
    inputs = Inputs(rows, gain, table_gain)
    logit = torch.cat([net(*inputs.batch(part))[0] for part in torch.arange(len(rows.game), device=rows.game.device).split(8192)])
    scale = best_scale(logit, rows.share, rows.here)
    less, low, high = by_game(losses(logit * scale, rows.share, rows.here) - losses(logit, rows.share, rows.here), rows.game)
    print(f"logits times {scale}: loss {less:+.5f} [{low:+.5f} {high:+.5f}]")
    return scale if high < 0 else 1.0


def export(net, head, gain, table_gain, path):
    net, gain, table_gain = copy.deepcopy(net).cpu(), gain.cpu(), table_gain.cpu()

    def weights(of):
        return (of.weight.detach() * WEIGHT + 0.5).floor().clamp(-127, 127).to(torch.int8)

    def put(values):
        return struct.pack(f"<{len(values)}i", *values)

    def biases(of, one):
        return put([int(v) for v in (of.bias.detach() * one + 0.5).floor()])

    name = head["game"].encode().ljust(16, b"\0")
    trust = int(net.trust.item() * 64 + 0.5)
    data = b"muddyval" + struct.pack("<8I", 1, head["rules"], head["seat"], head["table"], net.first.out_features, net.second.out_features, trust, round(net.scale * 65536)) + name
    data += put([int(v) for v in (gain * 256).round()]) + put([int(v) for v in (table_gain * 256).round()])
    for of in (net.first, net.second, net.head):
        data += bytes(weights(of).flatten().view(torch.uint8).tolist()) + biases(of, UNIT * WEIGHT)
    with open(path, "wb") as file:
        file.write(data)
    return len(data)


def size(path):
    """Bytes of that part of a file that judges; what likes moves follows it (train/policy.py)."""
    with open(path, "rb") as file:
        _, _, seat, table, first, second, _, _ = struct.unpack_from("<8I", file.read(40), 8)
    return 56 + 4 * (seat + table) + first * ((1 + RIVALS) * seat + table + COUNTS + RIVALS + 4) + second * (first + 4) + 2 * (second + 4)


def load(path):
    """The net of a file, as it is in C, and the gains of its inputs."""
    with open(path, "rb") as file:
        data = file.read()
    _, _, seat, table, first, second, trust, scale = struct.unpack_from("<8I", data, 8)
    at = 8 + 8 * 4 + 16
    gains = torch.tensor(struct.unpack_from(f"<{seat + table}i", data, at)) / 256
    at += 4 * (seat + table)
    net = Net(seat, table, first, second)
    net.exact, net.scale = True, scale / 65536
    with torch.no_grad():
        net.trust.fill_(trust / WEIGHT)
        for of in (net.first, net.second, net.head):
            n = of.weight.numel()
            of.weight.copy_(torch.tensor(struct.unpack_from(f"<{n}b", data, at)).view_as(of.weight) / WEIGHT)
            of.bias.copy_(torch.tensor(struct.unpack_from(f"<{len(of.bias)}i", data, at + n)) / (UNIT * WEIGHT))
            at += n + 4 * len(of.bias)
    return net, gains[:seat], gains[seat:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--searched", nargs="+", required=True, help="rows of games of bots that search")
    parser.add_argument("--sure", nargs="+", help="the same of other games, to find how sure of itself the net should be")
    parser.add_argument("--out")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--points", type=float, default=0.05, help="weight of the loss of scores")
    parser.add_argument("--first", type=int, default=64)
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=1, help="of a CPU: a net as small as this gains nothing from more")
    parser.add_argument("--curve", help="a file for the losses of all epochs, as JSON")
    words = parser.parse_args()
    torch.set_num_threads(words.threads)
    rows, searched = Rows(words.rows + words.searched, words.device), Rows(words.searched, words.device)
    print(f"{rows.head['game']}: {len(rows.game)} positions of {len(rows.game.unique())} games, {len(searched.game)} of {len(searched.game.unique())} games of bots that search, "
          f"{rows.head['seat']} numbers of a seat, {rows.head['table']} of the table")
    net, gain, table_gain, curve = learn(rows, searched, words)
    if words.curve:
        with open(words.curve, "w") as file:
            json.dump(curve, file)
    if words.sure:
        sure = Rows(words.sure, words.device)
        net.scale = fit_scale(net, sure, gain, table_gain)
        print(f"logits are multiplied by {net.scale}; trust {net.trust.item():.3f}")
    if words.out:
        print(f"{words.out}: {export(net, rows.head, gain, table_gain, words.out)} bytes")


if __name__ == "__main__":
    main()
