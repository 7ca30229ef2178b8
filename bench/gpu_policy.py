"""Decisions a second with a net as the policy, all on the GPU: games stepped together (src/gpu/vec.h), and a net of about 100,000 multiply-adds that
chooses every move from the mover's observation, by its odds among the legal moves.

    PYTHONPATH=train python3 bench/gpu_policy.py queen 262144 --seconds 3

It needs PyTorch, an NVIDIA GPU and build/src/gpu/libmuddytrain.so (or MUDDYTRAIN). A line of the output is the time of a step, of the net and of both.
"""
import argparse
import time

import torch

from games import Games, layout


def widths(inputs, actions, wanted=100_000):
    """Two hidden layers, the second half as wide as the first, of about so many multiply-adds in all."""
    first = 32
    while (inputs + first // 2) * first + first // 2 * actions < wanted:
        first += 16
    return first, first // 2


class Policy:
    def __init__(self, game, games):
        self.games, shape = games, layout(game)
        columns = games.row.shape[1]
        one, two = widths(columns, shape.actions)
        self.work = columns * one + one * two + two * shape.actions
        make = lambda *size: (torch.randn(*size, device="cuda") / size[-1] ** 0.5).bfloat16()
        scale = torch.ones(columns, device="cuda")
        scale[:shape.inputs] = torch.tensor(list(shape.scale[:shape.inputs]), device="cuda").clamp(min=1).float()
        self.layers = [(make(one, columns) / scale.bfloat16(), torch.zeros(one, device="cuda").bfloat16()),
                       (make(two, one), torch.zeros(two, device="cuda").bfloat16()), (make(shape.actions, two), torch.zeros(shape.actions, device="cuda").bfloat16())]

    def odds(self, row):
        x = row.bfloat16()
        for weight, bias in self.layers[:-1]:
            x = torch.nn.functional.linear(x, weight, bias).relu_()
        return torch.nn.functional.linear(x, *self.layers[-1])

    @staticmethod
    def choose(logits, mask):
        """A move by its odds: the greatest of the logits with Gumbel's noise, among those of the mask."""
        noise = torch.empty_like(logits, dtype=torch.float32).exponential_()
        return (logits.float() - noise.clamp_(min=1e-30).log_()).masked_fill_(mask == 0, -1e9).argmax(1)

    def decide(self):
        self.games.action.copy_(self.choose(self.odds(self.games.row), self.games.mask))


def timed(what, seconds):
    """Seconds of one call, by the device's clock, over many of them."""
    from_, to = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    for _ in range(3):
        what()
    torch.cuda.synchronize()
    begin = time.time()
    what()
    torch.cuda.synchronize()
    calls = max(3, int(seconds / max(time.time() - begin, 1e-5)))
    from_.record()
    for _ in range(calls):
        what()
    to.record()
    torch.cuda.synchronize()
    return from_.elapsed_time(to) / 1000 / calls


def captured(what):
    """The same as one graph, or the call itself where that cannot be captured."""
    try:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            what()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            what()
        return graph.replay, "graph"
    except Exception as e:
        print("no graph:", e)
        torch.cuda.synchronize()
        return what, "calls"


def main():
    args = argparse.ArgumentParser()
    args.add_argument("game")
    args.add_argument("n", type=int)
    args.add_argument("--options", default="players=3")
    args.add_argument("--seconds", type=float, default=2)
    args.add_argument("--compile", action="store_true", help="let torch.compile join the steps of the net and of the choice")
    args = args.parse_args()

    games = Games(args.game, args.options, args.n, seed=1, device="cuda")
    policy = Policy(args.game, games)
    if args.compile:
        policy.odds = torch.compile(policy.odds)
        policy.choose = torch.compile(policy.choose)
    for _ in range(300):                        # away from the beginning of all games
        games.step(random=True)
    torch.cuda.synchronize()

    def both():
        policy.decide()
        games.step()

    alone = timed(lambda: games.step(random=True), args.seconds / 4)
    net = timed(policy.decide, args.seconds / 4)
    run, how = captured(both)
    whole = timed(run, args.seconds)
    print(f"{args.game} {args.options}: {args.n} games, net of {policy.work} multiply-adds ({how}{', compiled' if args.compile else ''}): "
          f"random step {alone * 1e3:.2f} ms = {args.n / alone / 1e6:.1f} M/s, net {net * 1e3:.2f} ms, both {whole * 1e3:.2f} ms = {args.n / whole / 1e6:.1f} M decisions/s, "
          f"{games.wrong()} wrong")


if __name__ == "__main__":
    main()
