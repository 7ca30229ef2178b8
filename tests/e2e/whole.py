"""Whole games of every title, by people, bots and watchers, held against the rules: what each one was shown, and the record afterwards."""
import asyncio
import json
import os
import re

from muddy import Engine, begin, check, http, play_on, run_program, seeded

# What docs/protocol.md promises of each message: what must be there, and what may.
KEYS = {
    "welcome": ({"type", "table", "you", "now", "reachable"}, {"key"}),
    "seats": ({"type", "status", "players", "watchers", "now"}, {"nextMatchID"}),
    "game": ({"type", "now", "seq", "place", "ply", "status", "toMove", "prompt", "asked", "standing", "view", "legal", "undo", "ask", "clock", "orders", "once", "log"}, {"over", "key"}),
    "ok": ({"type", "key", "seq"}, set()),
    "error": ({"type", "code", "words"}, {"key", "rule"}),
}
ROW = ({"seq", "at", "kind", "seat", "by", "text"}, {"ply", "said"})
SAID = {"what", "seat", "thing", "place", "n", "rule", "words"}
CLOCK = {"move", "bank", "running", "paused"}
OVER = {"ending", "places", "scores", "tally", "key", "nonces"}


def has_keys(m, must, may, what):
    check(must <= set(m), what, "lacks", must - set(m), m)
    check(set(m) <= must | may, what, "has too much:", set(m) - must - may)


def check_shape(client):
    """Every message that came has the keys that are documented, and no other."""
    check(not any(m["type"] == "broken" for m in client.others), "broken:", client.others[:1])
    for text in client.raw:
        m = json.loads(text)
        check(m["type"] in KEYS, "a message of no known type:", text[:200])
        has_keys(m, *KEYS[m["type"]], m["type"])
        if m["type"] == "game":
            check(set(m["clock"]) == CLOCK, "clock:", m["clock"])
            check((m["view"] is None) == (m["status"] in ("open", "starting")), "a view at status", m["status"])
            for row in m["log"]:
                has_keys(row, *ROW, "a row of the log")
                for said in row.get("said", []):
                    check(set(said) == SAID, "said:", said)
            check(("over" in m) == (m["status"] == "over"), "over at status", m["status"])
            if "over" in m:
                check(set(m["over"]) == OVER, "over:", m["over"])
            check(not m["legal"] or m["toMove"] == client.seat, "legal moves for somebody who is not to move")


def check_log(client):
    """Rows come in order; plies are counted without gaps, from 0."""
    seqs = [row["seq"] for m in client.games for row in m["log"]]
    check(seqs == sorted(set(seqs)), "rows come twice or out of order")
    plies = [row["ply"] for _, row in sorted(client.rows.items()) if row["kind"] in ("move", "draw")]
    check(plies == list(range(len(plies))), "plies are not counted one by one:", plies[:50])
    last = client.games[-1]
    check(last["ply"] == len(plies), "the last message has ply", last["ply"], "of", len(plies))
    check(last["seq"] >= max(client.rows), "the log is longer than seq says")


class Replay:
    """A record that is played again, ply by ply, by the rules alone."""

    def __init__(self, bigmuddy, path):
        self.game = json.loads(run_program(bigmuddy, "replay", "--json", path)[1])
        self.moves = self.game["moves"]
        self.engine = Engine(bigmuddy)
        options = " ".join("%s=%s" % pair for pair in self.game["options"].items())
        self.engine.ask("new %s players=%d chance=manual %s" % (self.game["game"], self.game["players"], options))

    def plies(self):
        """Each ply from 0 to the end; the engine stands before it."""
        for ply, m in enumerate(self.moves):
            yield ply
            self.engine.ask("play " + m["move"])
        yield len(self.moves)
        self.engine.close()


def check_views(bigmuddy, path, clients):
    """What each client was shown at each ply is what the rules give its seat there: view and legal moves."""
    replay = Replay(bigmuddy, path)
    at = {}
    for c in clients:
        for m in c.games:
            if m["view"]:
                at.setdefault(m["ply"], []).append((c, m))
    for ply in replay.plies():
        views = {}
        for c, m in at.get(ply, ()):
            eyes = "watcher" if c.seat is None else str(c.seat)
            if eyes not in views:
                views[eyes] = json.loads(replay.engine.ask("view " + eyes)[0])
            check(m["view"] == views[eyes], "ply", ply, "seat", eyes, "is shown another view than its own:",
                  {k: (m["view"].get(k), v) for k, v in views[eyes].items() if m["view"].get(k) != v})
            if m["legal"]:
                check(m["legal"] == replay.engine.ask("legal"), "ply", ply, "other legal moves")


def check_tampering(bigmuddy, path, tries=10):
    """A record in which a draw, the key, a nonce or a row is another one never passes."""
    replay = Replay(bigmuddy, path)
    changed = []
    for ply in replay.plies():
        if ply < len(replay.moves) and replay.moves[ply]["by"] == "-":
            others = [x for x in replay.engine.ask("legal") if x != replay.moves[ply]["move"]]
            changed += [(ply, x) for x in others[:2]]
    found = 0
    for n, (ply, other) in enumerate(reversed(changed)):
        if n >= tries and (found or n >= 4 * tries):
            break
        game = json.loads(json.dumps(replay.game))
        game["moves"][ply]["move"] = other
        found += "do not follow" in verdict(bigmuddy, path, game)
    for name, swap in (("key", lambda v: flip(v)), ("commit", lambda v: flip(v)), ("nonces", lambda v: [flip(v[0]), *v[1:]]), ("draws", lambda v: [n + 1 for n in v])):
        said = verdict(bigmuddy, path, {**replay.game, name: swap(replay.game[name])})
        check("not what the record claims" in said, "with another", name, "verify says", said)
    return found


def flip(digits):
    return ("0" if digits[0] != "0" else "1") + digits[1:]


def verdict(bigmuddy, path, game):
    with open(path + ".tampered", "w") as f:
        json.dump(game, f)
    code, out, err = run_program(bigmuddy, "verify", path + ".tampered")
    check(code in (1, 2), "a record that was tampered with is fine for verify:", out, err)
    return out + err


def check_secrets(clients):
    """What somebody drew in secret occurs in no message to anybody else before the table could see it."""
    tellers = [c for c in clients if c.seat is not None]
    everything = {}
    for c in tellers:
        for seq, row in c.rows.items():
            if row["kind"] in ("move", "draw") and (seq not in everything or "?" in everything[seq]):
                everything[seq] = row["text"]
    hidden = 0
    for c in clients:
        # Without the ids of rules, which look like train cards.
        raw = [(m["seq"], re.sub(r'"rule":"\w+"', "", text)) for m, text in ((json.loads(t), t) for t in c.raw) if m["type"] == "game"]
        for seq, row in c.rows.items():
            if row["kind"] != "draw" or "?" not in row["text"] or "?" in everything.get(seq, "?"):
                continue
            token = everything[seq].split()[-1]
            if not token[0].isupper():
                continue                # ice, a peddler and a good current are words of the game
            word = re.compile(r"(?<![\w-])%s(?![\w-])" % re.escape(token))
            others = [s for s, text in everything.items() if s != seq and word.search(text)]
            if any(s < seq for s in others):
                continue                # it had been seen before
            seen = min(others, default=10 ** 9)
            hidden += 1
            for at, text in raw:
                check(at >= seen or not word.search(text), "seat", c.seat, "reads", token, "in row", at, "which was hidden in row", seq,
                      "and not seen before", seen)
    return hidden


async def finished(env, t, clients):
    """The record of a game that is over proves its draws, and was shown to everybody as the rules would show it."""
    status, _, got = await http(env.server, "GET", t.path("record"), raw=True)
    check(status == 200, "the record:", status, got)
    path = os.path.join(env.folder, t.id + ".record")
    with open(path, "wb") as f:
        f.write(got)
    code, out, err = run_program(env.bigmuddy, "verify", path)
    check(code == 0 and "draws follow from the key" in out, "verify says", code, out, err)
    await asyncio.to_thread(check_views, env.bigmuddy, path, clients)
    return await asyncio.to_thread(check_tampering, env.bigmuddy, path)


async def check_logs(env, t, clients):
    """The log as a text, as each may read it: with the secret of a seat, and without."""
    for c in clients:
        headers = [("Authorization", "Bearer " + c.secret)] if c.seat is not None else []
        path = t.path("log") + ("?seat=%d" % c.seat if c.seat is not None else "")
        status, text = await http(env.server, "GET", path, headers=headers)
        check(status == 200 and isinstance(text, str) and text, "the log:", status, text)
        hidden = {word for word, eyes in secrets_of(clients).items() if c.seat not in eyes}
        read = hidden & set(re.findall(r"[\w-]+", text))
        check(not read, "seat", c.seat, "reads in its log", read)
    status, got = await http(env.server, "GET", t.path("log") + "?seat=0", headers=[("Authorization", "Bearer " + "A" * 22)])
    check(status == 403, "the log of a seat with a wrong secret:", status, got)


def secrets_of(clients):
    """Cards that were drawn so far, and that not everybody has read of in any row: who has."""
    eyes = {}
    for c in clients:
        for row in c.rows.values():
            if row["kind"] in ("move", "draw"):
                for word in re.findall(r"[\w-]+", row["text"]):
                    if word[0].isupper():
                        eyes.setdefault(word, set()).add(c.seat)
    return {word: who for word, who in eyes.items() if len(who) < len({c.seat for c in clients})}


async def whole_game(env, game, options, people, bots):
    rng, _ = seeded()
    t, clients, watchers = await begin(env.server, game, people, bots, options, watchers=2)
    everybody = clients + watchers
    status, got = await http(env.server, "GET", t.path("record"))
    check(status == 403 and got["error"] == "running", "the record of a running game:", status, got)
    half = len(clients[0].rows) + 40
    await asyncio.gather(*(play_on(c, rng, until=lambda c=c: len(c.rows) > half) for c in clients))
    if not clients[0].over():
        await check_logs(env, t, everybody)
    await asyncio.gather(*(play_on(c, rng) for c in clients))
    for c in everybody:
        await c.until(c.over, what="the end")
    check(len({json.dumps(c.game["over"], sort_keys=True) for c in everybody}) == 1, "not everybody hears the same result")
    for c in everybody:
        check_shape(c)
        check_log(c)
    check_secrets(everybody)
    found = await finished(env, t, everybody)
    match = await t.match()
    check(match["status"] == "over" and match["gameover"]["places"] == clients[0].game["over"]["places"], "match:", match)
    return found


async def queen(env):
    # Nothing is hidden, and a tile that was not drawn changes little: some of the false draws fit, and are found out by the key alone.
    found = await whole_game(env, "queen", {"mode": "passengers", "rounds": 12}, 2, ["easy"])
    check(found > 0, "no false draw came as far as the comparison with the key")


async def broadhorns(env):
    await whole_game(env, "broadhorns", {"rounds": 4}, 2, ["easy"])


async def rails(env):
    await whole_game(env, "rails", {}, 2, ["easy"])


TESTS = [queen, broadhorns, rails]
