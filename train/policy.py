#!/usr/bin/env python3
"""Trains the part of a net that likes moves, from picks that `lessons picks` made of games of a bot that searches, and adds it to the net's file.

    train/policy.py nets/rails.net PICKS... --out nets/rails.net [--epochs 30] [--first 32] [--second 16]

Without picks the part is left out.

It runs on a GPU where there is one, else on a CPU, with PyTorch 1.13 or newer. What the net says of chances stays as it is, bit for bit. The new part learns
how often the bot looked at each legal move; every tenth game is kept back. docs/nets.md explains what it is told.
"""
import argparse
import json
import struct
import time
import types
import warnings

import numpy
import torch

import value
from value import COUNTS, UNIT, WEIGHT

HEAD = 3        # game, moves, players
warnings.filterwarnings("ignore", message="scatter_reduce")     # of PyTorch 1.13: it is as it will be


def read(paths, device):
    """What `lessons picks` writes, of several files: a row for each choice, and one for each of its moves."""
    rows, moves, counts = [], [], []
    for path in paths:
        with open(path, "rb") as file:
            head = json.loads(file.readline())
            data = file.read()
        data = numpy.frombuffer(data[:len(data) // 4 * 4], "<f4")
        told, width, at = HEAD + head["seat"] + head["table"], head["move"] + 2, 0
        while at + told <= len(data):
            n = int(data[at + 1])
            if at + told + n * width > len(data):
                break
            rows.append(data[at:at + told])
            moves.append(data[at + told:at + told + n * width].reshape(n, width))
            counts.append(n)
            at += told + n * width
    rows, moves = torch.from_numpy(numpy.stack(rows)).to(device), torch.from_numpy(numpy.concatenate(moves)).to(device)
    out = types.SimpleNamespace(head=head, game=rows[:, 0].long(), players=rows[:, 2].long(), seat=rows[:, HEAD:HEAD + head["seat"]],
                                table=rows[:, HEAD + head["seat"]:], move=moves[:, :-2], share=moves[:, -2], liked=moves[:, -1])
    out.count = torch.tensor(counts, device=device)
    out.begin = out.count.cumsum(0) - out.count
    kept = out.game % 10 == 0
    out.train, out.test = (~kept).nonzero()[:, 0], kept.nonzero()[:, 0]
    return out


class Policy(torch.nn.Module):
    """As it is in C: two hidden layers, and a logit for each move."""

    layer, unit, clip = value.Net.layer, value.Net.unit, value.Net.clip

    def __init__(self, inputs, first, second):
        super().__init__()
        self.first = torch.nn.Linear(inputs, first)
        self.second = torch.nn.Linear(first, second)
        self.head = torch.nn.Linear(second, 1)
        self.exact = False
        torch.nn.init.constant_(self.first.bias, 0.2)
        torch.nn.init.constant_(self.second.bias, 0.2)

    def forward(self, x):
        return self.layer(self.head, self.unit(self.layer(self.second, self.unit(self.layer(self.first, x)))))[:, 0]


def quantized(x, gain):
    """Inputs as the net takes them, with 1.0 as 1.0."""
    return (x * gain + 0.5).floor().clamp(-1023, 1023) / UNIT


def gain_of(move):
    """What the numbers of moves are multiplied by: those that are seldom above 1 stay as they are, others become 1 where they are large."""
    some = move[torch.randperm(len(move), device=move.device)[:1 << 18]]        # quantile() takes no more than that
    return (UNIT / some.abs().quantile(0.99, 0).clamp(min=1) * 256).round() / 256


def prepare(rows, gain, table_gain, move_gain):
    """What the net is told of each choice, and of each move."""
    counts = torch.nn.functional.one_hot((rows.players - 2).clamp(0, COUNTS - 1), COUNTS).float()
    rows.told = torch.cat([quantized(rows.seat, gain), quantized(rows.table, table_gain), counts], 1)
    rows.asked = quantized(rows.move, move_gain)


def batch(rows, at):
    """All moves of these choices: what is told of them, which choice each is of, how often it was looked at."""
    count = rows.count[at]
    of = torch.arange(len(at), device=at.device).repeat_interleave(count)
    index = torch.arange(int(count.sum()), device=at.device) - (count.cumsum(0) - count)[of] + rows.begin[at][of]
    return torch.cat([rows.told[at][of], rows.asked[index]], 1), of, rows.share[index]


def loss_of(net, rows, at):
    """Cross entropy of the shares, and how often the move that is liked best was looked at most."""
    x, of, share = batch(rows, at)
    logit = net(x)
    top = torch.full((len(at),), -1e9, device=x.device).scatter_reduce(0, of, logit.detach(), "amax")
    lifted = (logit - top[of]).exp()
    total = torch.zeros(len(at), device=x.device).index_add(0, of, lifted)
    loss = -(share * (logit - top[of] - total.log()[of])).sum() / len(at)
    most = torch.zeros(len(at), device=x.device).scatter_reduce(0, of, share, "amax")
    return loss, int(((logit >= top[of]) & (share >= most[of])).sum())


@torch.no_grad()
def measure(net, rows):
    total, hits, n = 0.0, 0, len(rows.test)
    for at in rows.test.split(4096) if n else []:
        loss, right = loss_of(net, rows, at)
        total += float(loss) * len(at)
        hits += right
    return total / max(1, n), hits / max(1, n)


def learn(rows, words):
    torch.manual_seed(words.seed)
    net = Policy(rows.told.shape[1] + rows.asked.shape[1], words.first, words.second).to(words.device)
    steps, began, curve = max(1, len(rows.train) // words.batch), time.time(), []
    adam = torch.optim.AdamW(net.parameters(), lr=words.rate, weight_decay=words.decay)
    slower = torch.optim.lr_scheduler.OneCycleLR(adam, words.rate, total_steps=words.epochs * steps + 1, pct_start=0.1)
    for epoch in range(words.epochs):
        net.exact = epoch >= words.epochs - 3
        total = 0
        for at in rows.train[torch.randperm(len(rows.train), device=rows.train.device)][:steps * words.batch].chunk(steps):
            loss, _ = loss_of(net, rows, at)
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            slower.step()
            net.clip()
            total = total + loss.detach()
        kept, hits = measure(net, rows)
        curve.append([epoch + 1, float(total) / steps, kept, hits])
        print(f"epoch {epoch + 1}, {time.time() - began:.0f} s: loss {curve[-1][1]:.4f}, kept back {kept:.4f}; the move that was looked at most {hits:.3f}", flush=True)
    return net, curve


def part_of(net, gain):
    """The part as the file has it."""
    net = net.cpu()
    data = struct.pack("<3I", len(gain), net.first.out_features, net.second.out_features)
    data += struct.pack(f"<{len(gain)}i", *[int(v) for v in (gain.cpu() * 256).round()])
    for of in (net.first, net.second, net.head):
        weight = (of.weight.detach() * WEIGHT + 0.5).floor().clamp(-127, 127).to(torch.int8)
        bias = [int(v) for v in (of.bias.detach() * UNIT * WEIGHT + 0.5).floor()]
        data += bytes(weight.flatten().view(torch.uint8).tolist()) + struct.pack(f"<{len(bias)}i", *bias)
    return data


def add(path, part, out):
    """The file of a net that judges, with that part behind it in the place of what it may have had there."""
    with open(path, "rb") as file:
        data = bytearray(file.read()[:value.size(path)])
    struct.pack_into("<I", data, 8, 2 if part else 1)
    with open(out, "wb") as file:
        file.write(data + part)
    return len(data) + len(part)


def load(path):
    """The part that likes moves of a file, as it is in C, and the gains of its inputs."""
    with open(path, "rb") as file:
        data = file.read()
    seat, table = struct.unpack_from("<2I", data, 16)
    at = value.size(path)
    move, first, second = struct.unpack_from("<3I", data, at)
    gain = torch.tensor(struct.unpack_from(f"<{move}i", data, at + 12)) / 256
    net, at = Policy(seat + table + COUNTS + move, first, second), at + 12 + 4 * move
    net.exact = True
    with torch.no_grad():
        for of in (net.first, net.second, net.head):
            n = of.weight.numel()
            of.weight.copy_(torch.tensor(struct.unpack_from(f"<{n}b", data, at)).view_as(of.weight) / WEIGHT)
            of.bias.copy_(torch.tensor(struct.unpack_from(f"<{len(of.bias)}i", data, at + n)) / (UNIT * WEIGHT))
            at += n + 4 * len(of.bias)
    return net, gain


def taken_over(old, new):
    """The part of an older net, for one that is told more: of a new number it takes no notice, and weights are as many times as large as gains are smaller."""
    net, gain = load(old)
    _, seat, table = value.load(old)
    _, seat_now, table_now = value.load(new)
    s, t = len(seat), len(table)
    first = torch.nn.Linear(len(seat_now) + len(table_now) + COUNTS + len(gain), net.first.out_features)
    with torch.no_grad():
        first.weight.zero_()
        first.bias.copy_(net.first.bias)
        first.weight[:, :s] = net.first.weight[:, :s] * seat / seat_now[:s]
        at = len(seat_now)
        first.weight[:, at:at + t] = net.first.weight[:, s:s + t] * table / table_now[:t]
        first.weight[:, at + len(table_now):] = net.first.weight[:, s + t:]
    net.first = first
    return part_of(net, gain)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", help="the file that says what inputs are multiplied by, and what the new part is added to")
    parser.add_argument("picks", nargs="*")
    parser.add_argument("--out", required=True)
    parser.add_argument("--from", dest="older", help="an older net that was told the first of these numbers: its part is taken over, nothing is learned")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--first", type=int, default=32)
    parser.add_argument("--second", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=1, help="of a CPU")
    parser.add_argument("--curve", help="a file for the losses of all epochs, as JSON")
    words = parser.parse_args()
    torch.set_num_threads(words.threads)
    if words.older:
        print(f"{words.out}: {add(words.net, taken_over(words.older, words.net), words.out)} bytes")
        return
    if not words.picks:
        print(f"{words.out}: {add(words.net, b'', words.out)} bytes")
        return
    rows = read(words.picks, words.device)
    _, gain, table_gain = value.load(words.net)
    move_gain = gain_of(rows.move)
    prepare(rows, gain.to(words.device), table_gain.to(words.device), move_gain)
    best = rows.asked[:, 0] > 0
    print(f"{rows.head['game']}: {len(rows.game)} choices, {len(rows.move) / len(rows.game):.1f} moves each; looks at what the policy would do: {float(rows.share[best].sum()) / len(rows.game):.3f}")
    net, curve = learn(rows, words)
    if words.curve:
        with open(words.curve, "w") as file:
            json.dump(curve, file)
    print(f"{words.out}: {add(words.net, part_of(net, move_gain), words.out)} bytes")


if __name__ == "__main__":
    main()
