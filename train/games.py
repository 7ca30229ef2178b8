"""Games stepped together by the C rules, on the GPU or on the CPU, as PyTorch tensors that share their memory.

    games = Games("queen", "players=4", 65536, seed=1, device="cuda")
    games.action.copy_(...)             # one move id for each game
    games.step()                        # plays them; then mover, mask, row, over, share and score are of the next decision
"""
import ctypes
import os
import pathlib

import torch
import torch.utils.dlpack

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_INPUTS = 4096
SEATS = 5
BUFFERS = ("action", "mover", "over", "mask", "row", "share", "score")


class Layout(ctypes.Structure):
    _fields_ = [("inputs", ctypes.c_int32), ("actions", ctypes.c_int32), ("rules", ctypes.c_int32), ("players", ctypes.c_int32),
                ("scale", ctypes.c_uint8 * MOST_INPUTS)]


def load():
    path = os.environ.get("MUDDYTRAIN", ROOT / "build/src/gpu/libmuddytrain.so")
    lib = ctypes.CDLL(str(path))
    lib.train_open.restype = ctypes.c_void_p
    lib.train_open.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int, ctypes.c_char_p]
    lib.train_close.argtypes = [ctypes.c_void_p]
    lib.train_step.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p]
    lib.train_wrong.restype = ctypes.c_int64
    lib.train_wrong.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.train_tensor.restype = ctypes.c_void_p
    lib.train_tensor.argtypes = [ctypes.c_void_p, ctypes.c_int]
    lib.train_layout.argtypes = [ctypes.c_char_p, ctypes.POINTER(Layout)]
    return lib


LIB = load()
ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
ctypes.pythonapi.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def layout(game):
    """Number of inputs and actions of a game, the version of its rules, and the scale of every input."""
    out = Layout()
    if not LIB.train_layout(game.encode(), ctypes.byref(out)):
        raise ValueError(f"there is no game {game!r} with observations")
    return out


class Games:
    def __init__(self, game, options, n, seed, device):
        self.why = ctypes.create_string_buffer(256)
        self.cuda = torch.device(device).type == "cuda"
        if self.cuda:
            torch.zeros(1, device=device)       # PyTorch opens the GPU's context first
        self.handle = LIB.train_open(game.encode(), options.encode(), n, seed, int(self.cuda), self.why)
        if not self.handle:
            raise RuntimeError(self.why.value.decode())
        self.n = n
        self.inputs = layout(game).inputs
        self.players = int(dict(part.split("=") for part in options.split(",") if part).get("players", layout(game).players))
        for i, name in enumerate(BUFFERS):
            capsule = ctypes.pythonapi.PyCapsule_New(LIB.train_tensor(self.handle, i), b"dltensor", None)
            setattr(self, name, torch.utils.dlpack.from_dlpack(capsule))

    def step(self, random=False):
        stream = torch.cuda.current_stream().cuda_stream if self.cuda else None
        if not LIB.train_step(self.handle, int(random), stream, self.why):
            raise RuntimeError(self.why.value.decode())

    def wrong(self):
        """Actions so far that were not legal."""
        return LIB.train_wrong(self.handle, self.why)
