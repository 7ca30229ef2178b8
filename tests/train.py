#!/usr/bin/env python3
"""A toy net is trained on the CPU: its loss falls, and the net in C gives exactly what PyTorch's integers give.

    tests/train.py BUILD_DIR

Needs PyTorch; Debian's python3-torch is taken if the python3 on the path has none. Says why where it is skipped.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def with_torch():
    """The first Python that has PyTorch, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import torch"], capture_output=True).returncode == 0:
            return python
    return None


def check(what, holds):
    print(f"{'ok' if holds else 'FAILED'}: {what}")
    return holds


def compare(build, checkpoint, net):
    """Run by the Python that has PyTorch: the logits of every move at a hundred positions, C against PyTorch."""
    sys.path.insert(0, str(ROOT / "train"))
    import torch
    import games
    from net import SCALES, UNIT, Net, integer_forward, prepare
    saved = torch.load(checkpoint, map_location="cpu")
    layout = games.layout(saved["game"])
    trained = Net(layout.inputs, layout.actions)
    trained.load_state_dict(saved["net"])
    scale = torch.tensor(list(layout.scale[:layout.inputs]))
    lines = subprocess.run([build / "tests/net", saved["game"], net], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = torch.tensor([list(bytes.fromhex(line.split()[0])) for line in lines], dtype=torch.uint8)
    in_c = torch.tensor([[int(word) for word in line.split()[1:]] for line in lines])
    prepared = prepare(rows, scale)
    sums = integer_forward(trained.integers(), prepared)[2]
    in_python = torch.div(sums * 65536, UNIT * SCALES[2], rounding_mode="trunc")
    floats = trained(prepared)[2].detach()
    print(json.dumps({"equal": bool((in_c == in_python).all()), "positions": len(lines), "apart": float((floats - in_c / 65536).abs().max())}))


def compare_shared(build, work):
    """Likewise the net that is shared by all seats: its logits at the positions that it was trained with."""
    sys.path.insert(0, str(ROOT / "train"))
    import torch
    import value
    games, made = f"{work}/rails/policy.adept.50.300001", f"{work}/rails/rails.net"
    net, gain, table_gain = value.load(made)
    rows = value.Rows([f"{games}.rows"])
    inputs = value.Inputs(rows, gain, table_gain)
    scale, net.scale = round(net.scale * 65536), 1.0
    with torch.no_grad():
        plain = (net(*inputs.batch(torch.arange(len(rows.game))))[0] * 65536).long()
    logit = torch.div(plain * scale, 65536, rounding_mode="trunc")
    lines = subprocess.run([build / "lessons", "look", made, "rails", "4", games], check=True, capture_output=True, text=True).stdout.splitlines()
    equal = sum([int(n) for n in line.split()] == logit[i][:int(rows.players[i])].tolist() for i, line in enumerate(lines))
    print(json.dumps({"equal": equal, "positions": len(lines), "rows": len(rows.game)}))


def made(build, python, env, work):
    """The net that the bots use, as a toy, by the command that makes it: what judges, and what likes moves."""
    env = dict(env, PYTHON=python, LESSONS=str(build / "lessons"))
    command = [ROOT / "train/net", "rails", "--small", work]
    said = subprocess.run(command, env=env, capture_output=True, text=True)
    print(said.stdout, said.stderr)
    if not check("a toy of the net that bots use is trained", said.returncode == 0):
        return [False]
    folder = pathlib.Path(f"{work}/rails")
    passed = [True]
    for name, least in ("rails", 0.005), ("rails.first", 0.1), ("rails.second", 0.1):
        curve = json.loads((folder / f"{name}.curve.json").read_text())
        epoch = 3 if name == "rails" else -1       # the fourth is the last one of all games; those of bots that search are another measure
        passed.append(check(f"the loss of {name}.curve.json falls", curve[epoch][1] < curve[0][1] - least))
    passed.append(check("its file has at most 600 kB", (folder / "rails.net").stat().st_size <= 600_000))
    told = json.loads(subprocess.run([python, __file__, "--compare-shared", build, work], env=env, check=True, capture_output=True, text=True).stdout)
    passed.append(check(f"C gives what PyTorch gives at {told['positions']} positions", told["equal"] == told["positions"] == told["rows"] > 100))
    return passed + went_on(python, env, folder, command) + liked(build, python, env, work)


def went_on(python, env, folder, command):
    """Broken off, the command goes on where it was: what is there is not made again."""
    before = {f.name: f.stat().st_mtime_ns for f in folder.iterdir()}
    (folder / "second.1.picks").unlink()
    said = subprocess.run(command, env=env, capture_output=True, text=True)
    after = {f.name: f.stat().st_mtime_ns for f in folder.iterdir()}
    anew = {name for name in after if before.get(name) != after[name]}
    kept = {"judges.net", "rails.curve.json", "first.1.picks", "policy.adept.50.300001", "policy.adept.50.300001.rows"}
    empty = folder.parent / "empty"
    none = subprocess.run([*command[:-1], empty], env=dict(env, PYTHON="false"), capture_output=True, text=True)
    told = check("without PyTorch it says so before it plays", none.returncode == 1 and "false has no PyTorch" in none.stderr and not empty.exists())
    return [told, check("broken off, it goes on where it was", said.returncode == 0 and {"second.1.picks", "rails.net"} <= anew and kept <= set(before) - anew)]


def compare_policy(build, work, game, net):
    """And the part that likes moves, or plans: its logits at the choices of a game that its search plays."""
    sys.path.insert(0, str(ROOT / "train"))
    import torch
    import policy
    import value
    with open(f"{work}/choices", "wb") as out:
        subprocess.run([build / "lessons", "picks", game, "search:10", "1", "7", net], stdout=out, check=True)
    rows = policy.read([f"{work}/choices"], "cpu")
    part, move_gain = policy.load(net)
    _, gain, table_gain = value.load(net)
    policy.prepare(rows, gain, table_gain, move_gain)
    with torch.no_grad():
        x, _, _ = policy.batch(rows, torch.arange(len(rows.count)))
        liked = (part(x) * 65536).round()
    print(json.dumps({"equal": int((liked == (rows.liked * 65536).round()).sum()), "moves": len(rows.liked), "differ": len(set(rows.liked.tolist()))}))


def liked(build, python, env, work):
    """Of the part that likes moves: C gives what PyTorch gives, one more round, and parts that are left out and taken over."""
    again = subprocess.run([ROOT / "train/policy", "rails", "--again", "--small", f"{work}/again"], env=env, capture_output=True)
    there = {f.name for f in pathlib.Path(f"{work}/again/rails").iterdir()}
    passed = [check("one more round begins with the part that the net has", again.returncode == 0 and {"rails.net", "again.1.picks"} <= there and "first.1.picks" not in there)]
    for game, net in ("rails", f"{work}/rails/rails.net"), ("queen", ROOT / "nets/queen.net"):
        told = json.loads(subprocess.run([python, __file__, "--compare-policy", build, work, game, net], env=env, check=True, capture_output=True, text=True).stdout)
        passed.append(check(f"C likes {told['moves']} moves or plans of {game} as PyTorch does", told["equal"] == told["moves"] > 100 and told["differ"] > 50))
    ours, plain, taken = ROOT / "nets/rails.net", f"{work}/plain.net", f"{work}/taken.net"
    subprocess.run([python, ROOT / "train/policy.py", ours, "--out", plain], env=env, check=True, capture_output=True)
    subprocess.run([python, ROOT / "train/policy.py", plain, "--from", ours, "--out", taken], env=env, check=True, capture_output=True)
    judges = pathlib.Path(plain).read_bytes()
    passed.append(check("without it the net is as it was", judges[12:] == ours.read_bytes()[12:len(judges)]))
    passed.append(check("taken over from a net, it is that of the net", pathlib.Path(taken).read_bytes() == ours.read_bytes()))
    return passed


def learners(build, python, env, work):
    """A net that first copies the moves of another player, one that learns to answer to it, and units that lead back from where they are of no use."""
    games, moves, point, best = (f"{work}/{name}" for name in ("adept", "adept.moves", "copy.pt", "best.pt"))
    with open(games, "wb") as out:
        subprocess.run([build / "lessons", "play", "rails", "adept", "30", "1"], stdout=out, check=True)
    with open(moves, "wb") as out:
        subprocess.run([build / "lessons", "moves", "rails", "1", games], stdout=out, check=True)
    later = subprocess.run([build / "lessons", "later", "rails", "8", "3", "4", games], check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()
    passed = [check("chances after a round are told beside those at once", later[0] == "all" and int(later[1]) > 50 and 0 < float(later[3]) < float(later[2]) < 0.5)]
    train = [python, ROOT / "train/train.py", "rails", "--small", "--match", "8", "--iterations", "2"]
    said = subprocess.run([*train, "--copy", moves, "--copy-epochs", "3", "--out", point], env=env, capture_output=True, text=True)
    print(said.stdout, said.stderr)
    losses = [float(line.split("of moves ")[1].split(",")[0]) for line in said.stdout.splitlines() if "copying, epoch" in line]
    passed.append(check("a net copies moves, and its loss on others of them falls", said.returncode == 0 and len(losses) == 3 and losses[2] < losses[0]))
    passed.append(check("a leg ends with a match", "one of it among those that it began as" in said.stdout))
    said = subprocess.run([*train, "--against", point, "--out", best], env=env, capture_output=True, text=True)
    print(said.stdout, said.stderr)
    passed.append(check("a best response is trained", said.returncode == 0 and "fair shares of" in said.stdout))
    unit = ("import sys; sys.path.insert(0, 'train'); import torch; from net import Unit; x = torch.tensor([-1.0, -1.0, 0.5, 2.0, 2.0], requires_grad=True); "
            "Unit.apply(x).backward(torch.tensor([1.0, -1.0, 1.0, 1.0, -1.0])); assert x.grad.tolist() == [0, -1, 1, 1, 0], x.grad")
    passed.append(check("the gradient of a unit out of range leads back into it alone", subprocess.run([python, "-c", unit], cwd=ROOT).returncode == 0))
    return passed


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "--compare":
        return compare(pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4])
    if len(sys.argv) == 4 and sys.argv[1] == "--compare-shared":
        return compare_shared(pathlib.Path(sys.argv[2]), sys.argv[3])
    if len(sys.argv) == 6 and sys.argv[1] == "--compare-policy":
        return compare_policy(pathlib.Path(sys.argv[2]), *sys.argv[3:])
    build = (ROOT / sys.argv[1]).resolve()
    python = with_torch()
    if not python:
        print("skipped: there is no PyTorch (python3-torch)")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    env = dict(os.environ, MUDDYTRAIN=str(build / "src/gpu/libmuddytrain.so"))
    passed = []
    with tempfile.TemporaryDirectory() as work:
        point, net = f"{work}/toy.pt", f"{work}/toy.net"
        said = subprocess.run([python, ROOT / "train/train.py", "queen", "--small", "--match", "0", "--out", point], env=env, capture_output=True, text=True)
        print(said.stdout, said.stderr)
        if check("a toy is trained", said.returncode == 0):
            told = json.loads(said.stdout.splitlines()[-1])
            passed.append(True)
            passed.append(check("its loss falls", told["last_loss"] < told["first_loss"] - 0.005))
            again = subprocess.run([python, ROOT / "train/train.py", "queen", "--small", "--match", "0", "--out", point, "--resume", "--iterations", str(told["iterations"] + 1)],
                                   env=env, capture_output=True, text=True)
            passed.append(check("a second leg goes on from the first", again.returncode == 0 and f"iteration {told['iterations'] + 1}," in again.stdout))
            subprocess.run([python, ROOT / "train/export.py", point, net], env=env, check=True)
            passed.append(check("the file has at most 600 kB", os.path.getsize(net) <= 600_000))
            said = subprocess.run([python, __file__, "--compare", build, point, net], env=env, check=True, capture_output=True, text=True).stdout
            told = json.loads(said)
            passed.append(check(f"C gives what PyTorch gives at {told['positions']} positions", told["equal"] and told["positions"] == 100))
            passed.append(check("the integers are close to what was trained", told["apart"] < 0.15))
        else:
            passed.append(False)
        passed += learners(build, python, env, work)
        passed += made(build, python, env, work)
    print(f"{sum(passed)} passed, {len(passed) - sum(passed)} failed")
    return not all(passed)


if __name__ == "__main__":
    sys.exit(main())
