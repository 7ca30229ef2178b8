#!/usr/bin/env python3
"""Writes the net of a checkpoint as the file that src/net/net.c reads.

    train/export.py queen.pt nets/queen.net [--temperature 1.05]

A temperature above 1 makes the chances more extreme, one below 1 brings them together.
"""
import argparse
import pathlib
import struct

import torch

import games as muddy
from net import HIDDEN, SEATS, Net


def write(game, rules, net, temperature):
    """The bytes of the file."""
    layers = net.integers()
    head = struct.pack("<8s8I16s", b"muddynet", 1, rules, net.inputs, HIDDEN[0], HIDDEN[1], SEATS, net.actions, round(temperature * 65536), game.encode())
    body = b""
    for i, (weight, bias) in enumerate(layers):
        weight = weight.t().contiguous() if i == 0 else weight          # the first layer lies input by input
        body += weight.numpy().tobytes() + bias.numpy().astype("<i4").tobytes()
    return head + body


def main():
    parser = argparse.ArgumentParser(prog="train/export.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("net")
    parser.add_argument("--temperature", type=float, default=1.0)
    words = parser.parse_args()
    saved = torch.load(words.checkpoint, map_location="cpu")
    layout = muddy.layout(saved["game"])
    net = Net(layout.inputs, layout.actions)
    net.load_state_dict(saved["net"])
    file = write(saved["game"], saved["rules"], net, words.temperature)
    pathlib.Path(words.net).write_bytes(file)
    print(f"{words.net}: {len(file)} bytes")


if __name__ == "__main__":
    main()
