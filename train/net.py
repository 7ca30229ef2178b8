"""The net: two hidden layers of clipped units, and heads for the chance of each seat to win, for the final scores, and for the moves.

It is trained as it will be used: weights and activations are rounded in the forward pass to the values that the integer net in C has
(straight-through gradients). An input is the byte of the observation, brought to a scale of 127 for 1.0; a hidden unit is 0 to 127 for 0.0 to 1.0.
`src/net/net.h` has the same arithmetic, and `integers` here is its slow reference.
"""
import torch
from torch import nn

UNIT = 127              # of an input or a hidden unit that is 1.0
SEATS = 5
HIDDEN = (256, 128)
SCALES = (128, 64, 64)  # a weight of 1.0 in the first layer, the second, and the heads
SCORE = 64              # final scores are predicted divided by this


def prepare(row, scale):
    """Bytes of an observation as inputs of the net: round(127 byte / scale), at most 255. scale: a tensor, 0 where there is padding."""
    s = scale.to(torch.int32)
    # Exact in floats: the quotient of such small numbers is never nearer to a whole number than 1/255 without being one.
    return torch.floor((row.float() * UNIT + (s // 2).float()) / torch.where(s > 0, s, s + 10**9).float()).clamp_(max=255).to(torch.uint8)


class Round(torch.autograd.Function):
    """Rounds down after adding a half, as the integers do; the gradient passes as if nothing had happened."""

    @staticmethod
    def forward(ctx, x):
        return torch.floor(x + 0.5)

    @staticmethod
    def backward(ctx, grad):
        return grad


class Unit(torch.autograd.Function):
    """A hidden unit: 0 to 1 in steps of 1 / UNIT. Outside of that range the gradient passes only where it leads back into it, so that no unit is lost for good."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.floor(x.clamp(0, 1) * UNIT + 0.5) / UNIT

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad.masked_fill(((x < 0) & (grad > 0)) | ((x > 1) & (grad < 0)), 0)


def weights(layer, scale):
    """The weights of a layer as the integer net has them."""
    return Round.apply((layer.weight * scale).clamp(-127, 127)) / scale


class Net(nn.Module):
    def __init__(self, inputs, actions):
        super().__init__()
        self.inputs, self.actions = inputs, actions
        self.first = nn.Linear(inputs, HIDDEN[0])
        self.second = nn.Linear(HIDDEN[0], HIDDEN[1])
        self.value = nn.Linear(HIDDEN[1], SEATS)
        self.score = nn.Linear(HIDDEN[1], SEATS)
        self.policy = nn.Linear(HIDDEN[1], actions)
        with torch.no_grad():
            self.first.weight.mul_(1.5)
            self.first.bias.fill_(0.1)
            self.second.bias.fill_(0.1)
            for head in (self.value, self.score, self.policy):
                head.weight.mul_(0.3)
                head.bias.zero_()

    def forward(self, prepared):
        """Logits of the seats (from the one that looks), scores / SCORE, logits of the moves."""
        dtype = torch.bfloat16 if prepared.is_cuda else torch.float32
        x = prepared.to(dtype) / UNIT
        h = Unit.apply(torch.nn.functional.linear(x, weights(self.first, SCALES[0]).to(dtype), self.first.bias.to(dtype)))
        h = Unit.apply(torch.nn.functional.linear(h, weights(self.second, SCALES[1]).to(dtype), self.second.bias.to(dtype)))
        heads = [torch.nn.functional.linear(h, weights(head, SCALES[2]).to(dtype), head.bias.to(dtype)).float() for head in (self.value, self.score, self.policy)]
        return tuple(heads)

    def clip(self):
        """Keeps the weights where int8 can hold them."""
        with torch.no_grad():
            for layer, scale in ((self.first, SCALES[0]), (self.second, SCALES[1]), (self.value, SCALES[2]), (self.score, SCALES[2]), (self.policy, SCALES[2])):
                layer.weight.clamp_(-127 / scale, 127 / scale)

    def integers(self):
        """Weights as int8 and biases as int32 in the units of the sums, layer by layer: what is written to the file."""
        out = []
        for layer, scale in ((self.first, SCALES[0]), (self.second, SCALES[1]), (self.value, SCALES[2]), (self.score, SCALES[2]), (self.policy, SCALES[2])):
            w = torch.floor((layer.weight.detach().double().cpu() * scale).clamp(-127, 127) + 0.5).to(torch.int8)
            b = torch.floor(layer.bias.detach().double().cpu() * scale * UNIT + 0.5).to(torch.int32)
            out.append((w, b))
        return out


def integer_forward(layers, prepared):
    """The integer net, slowly: sums of the value, score and policy heads, in units of 1 / (UNIT * SCALES[2])."""
    (w1, b1), (w2, b2), value, score, policy = [(w.long(), b.long()) for w, b in layers]
    x = prepared.long()
    h = ((x @ w1.t() + b1 + SCALES[0] // 2) // SCALES[0]).clamp(0, UNIT)
    h = ((h @ w2.t() + b2 + SCALES[1] // 2) // SCALES[1]).clamp(0, UNIT)
    return tuple(h @ w.t() + b for w, b in (value, score, policy))
