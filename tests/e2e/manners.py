"""What happens at a table beside the moves: messages that repeat or cross, tabs, undo, orders, clocks, chat, leaving."""
import asyncio
import time

from muddy import Refused, Server, Table, Wrong, begin, cancel_all, check, refused, play_on, seeded


def mover(clients):
    return next(c for c in clients if c.my_turn())


async def settled(clients):
    """All of them stand at the same row, and one of them is to move."""
    for c in clients:
        await c.reaches(max(x.game["seq"] for x in clients))
    if not any(c.over() for c in clients):
        await clients[0].until(lambda: any(c.my_turn() for c in clients), what="somebody's turn")


async def own_turn(m, others):
    """Until it is the turn of somebody who was away. What the bot has begun it ends: the next decision is that of the next turn."""

    async def keep_moving(c):
        while True:
            await c.until(c.my_turn, 60)
            await c.play(c.game["legal"][0])

    tasks = [asyncio.ensure_future(keep_moving(c)) for c in others]
    try:
        await m.until(lambda: m.my_turn() and m.seats and not m.seats["players"][m.seat]["away"], 30, "one's own turn, and word of it")
    finally:
        await cancel_all(tasks)


async def the_same_message_twice_is_one_move(env):
    t, clients, _ = await begin(env.server, "queen")
    m = mover(clients)
    place = m.game["place"]
    first = await m.play("speed 2", place=place, key="once-1")
    for _ in range(3):
        again = await m.ask("play", moves=["speed 2"], place=place, key="once-1")
        check(again["seq"] == first["seq"], "the answer to a repeated message differs:", first, again)
    # All at once, as a page does that has lost its patience.
    place = m.game["place"]
    move = m.game["legal"][0]
    for _ in range(5):
        m.send({"type": "play", "moves": [move], "place": place, "key": "once-2"})
    await m.until(lambda: sum(o.get("key") == "once-2" for o in m.others) == 5, what="five answers")
    seqs = {o.get("seq") for o in m.others if o.get("key") == "once-2"}
    check(len(seqs) == 1 and None not in seqs, "five times the same message:", m.others)
    await settled(clients)
    moves = [r["text"] for _, r in sorted(clients[0].rows.items()) if r["kind"] == "move"]
    check(moves == ["speed 2", move], "moves:", moves)


async def a_crossing_message_changes_nothing(env):
    t, clients, _ = await begin(env.server, "queen")
    m = mover(clients)
    place = m.game["place"]
    await m.play("speed 1", place=place)
    seq = m.game["seq"]
    await refused("crossed", m.ask("play", moves=["speed 3"], place=place))
    await refused("crossed", m.ask("undo", to=0, place=place))
    await refused("crossed", m.ask("play", moves=["ahead"], place=m.game["place"] + 1000))
    check(m.game["seq"] == seq, "a refused message made rows")
    other = next(c for c in clients if c is not m)
    await refused("turn", other.ask("play", moves=["ahead"], place=other.game["place"]))


async def moves_of_one_message_are_made_all_or_none(env):
    t, clients, _ = await begin(env.server, "queen")
    m = mover(clients)
    place, seq = m.game["place"], m.game["seq"]
    e = await refused("illegal", m.ask("play", moves=["speed 2", "ahead", "push N"], place=place))
    check(m.game["seq"] == seq and m.game["place"] == place, "the first of the moves were made")
    check("push" in e.words or "Q57" in str(e), "no reason:", e)
    await refused("no_move", m.ask("play", moves=["fly"], place=place))
    await refused("bad_message", m.ask("play", moves=[], place=place))
    why = await m.ask("why", move="push N")
    check(why["type"] == "why" and why["rule"] and why["words"], why)
    await m.play("speed 2", "ahead", place=place)
    check(m.game["ply"] == clients[0].games[0]["ply"] + 2 or m.game["ply"] >= 2, "two moves are two plies")
    shown = await m.ask("show", ply=m.game["ply"] - 1)
    check(shown["ply"] == m.game["ply"] - 1 and shown["view"]["game"] == "queen", "shown:", shown)
    await refused(("bad_message", "no_such_ply"), m.ask("show", ply=100000))


async def who_comes_back_gets_exactly_what_is_missing(env):
    rng, _ = seeded()
    t, clients, (w,) = await begin(env.server, "queen", watchers=1)
    a = clients[0]
    had = set(a.rows)
    await a.leave()
    for _ in range(6):
        if not any(c.my_turn() for c in clients[1:]):
            break
        c = mover(clients[1:])
        await c.play(rng.choice(c.game["legal"]))
    await clients[1].ask("chat", text="while you were away")
    last = max(clients[1].rows)
    before = len(a.games)
    await a.enter(after=max(had))
    new = [row["seq"] for m in a.games[before:] for row in m["log"]]
    others = [s for s in sorted(clients[1].rows) if s > max(had)]
    check(new == others, "missing rows:", new, "instead of", others)
    check(a.game["seq"] >= last, "not up to date")
    # Who has it all gets none; who asks for too much is not believed.
    b = await t.client(1).enter(after=last)
    check(b.game["log"] == [] and b.game["seq"] == last, "rows that were not missing:", b.game["log"])


async def two_tabs_are_one_player(env):
    t, clients, _ = await begin(env.server, "queen")
    m = mover(clients)
    tab = await t.enter(m.seat)
    check(tab.game["legal"] == m.game["legal"], "the second tab has other moves")
    place = m.game["place"]
    answers = await asyncio.gather(m.ask("play", moves=["speed 2"], place=place), tab.ask("play", moves=["speed 3"], place=place), return_exceptions=True)
    fine = [a for a in answers if isinstance(a, dict)]
    crossed = [a for a in answers if isinstance(a, Refused) and a.code == "crossed"]
    check(len(fine) == 1 and len(crossed) == 1, "two tabs at once:", answers)
    for c in (m, tab):
        await c.reaches(fine[0]["seq"])
    check(m.game["legal"] == tab.game["legal"] and m.game["place"] == tab.game["place"], "the tabs differ")
    await tab.leave()
    await asyncio.sleep(0.2)
    match = await t.match()
    check(match["players"][m.seat]["isConnected"] is True, "closing one tab is taken for going away")
    await m.leave()
    other = next(c for c in clients if c is not m)
    await other.until(lambda: other.seats and other.seats["players"][m.seat]["isConnected"] is False, what="word of the absence")


async def silent_moves_are_taken_back_without_asking(env):
    t, clients, _ = await begin(env.server, "queen")
    m = mover(clients)
    ply = m.game["ply"]
    view = m.game["view"]
    await m.play("speed 2")
    check(m.game["undo"] == ply, "undo goes back to", m.game["undo"], "instead of", ply)
    await m.play("ahead") if "ahead" in m.game["legal"] else None
    ok = await m.ask("undo", to=ply, place=m.game["place"])
    for c in clients:
        await c.reaches(ok["seq"])
        check(c.game["ply"] == ply and c.game["toMove"] == m.seat, "after the undo:", c.game["ply"], c.game["toMove"])
        check(any(r["kind"] == "undo" for r in c.rows.values()), "the log does not tell it")
    check(m.game["view"] == view, "the position is another one than before")
    await refused("ply", m.ask("undo", to=m.game["ply"] + 5, place=m.game["place"]))


async def turn_of_queen(m):
    """A whole turn, quickly: slowly ahead."""
    seat = m.seat
    while m.my_turn():
        legal = m.game["legal"]
        await m.play(next((x for x in ("speed 1", "speed 2", "ahead", "end") if x in legal), legal[0]))
    return seat


async def further_back_goes_by_consent(env):
    t, clients, _ = await begin(env.server, "queen")
    await settled(clients)
    m = mover(clients)
    ply = m.game["ply"]
    await turn_of_queen(m)
    await settled(clients)
    others = [c for c in clients if c is not m]
    await m.ask("undo", to=ply, place=m.game["place"])
    for c in clients:
        await c.until(lambda c=c: c.game["ask"], what="the question")
        check(c.game["ask"]["seat"] == m.seat and c.game["ask"]["to"] == ply, c.game["ask"])
    await others[0].ask("agree")
    await others[1].until(lambda: others[0].seat in (others[1].game["ask"] or {}).get("agreed", []), what="one who agrees")
    await others[1].ask("refuse")
    for c in clients:
        await c.until(lambda c=c: c.game["ask"] is None, what="the end of the question")
    check(m.game["ply"] > ply, "refused, and yet taken back")
    await refused("not_asked", others[0].ask("agree"))
    await m.ask("undo", to=ply, place=m.game["place"])
    for c in others:
        await c.ask("agree")
    for c in clients:
        await c.until(lambda c=c: c.game["ply"] == ply, what="the undo")
        check(c.game["toMove"] == m.seat and c.game["ask"] is None, c.game["ask"])
    # A move in between drops the question.
    await turn_of_queen(m)
    await settled(clients)
    await m.ask("undo", to=ply, place=m.game["place"])
    n = mover(clients)
    await n.until(lambda: n.game["ask"], what="the question")
    await n.play(n.game["legal"][0])
    await m.until(lambda: m.game["ask"] is None, what="the question being dropped")


async def pushed(clients, rng, seat=None):
    """Plays until somebody's ship (that seat's) is pushed and its owner is asked: who is asked, or None if it does not happen."""
    for _ in range(3000):
        await settled(clients)
        if clients[0].over():
            return None
        g = clients[0].game
        if g["prompt"] is not None and (seat is None or g["toMove"] == seat):
            return next(c for c in clients if c.seat == g["toMove"])
        m = mover(clients)
        legal = m.game["legal"]
        push = [x for x in legal if x.startswith("push")]
        slow = [x for x in legal if x in ("speed 3", "speed 4", "ahead")]
        await m.play(rng.choice(push or (slow if slow and rng.random() < 0.7 else legal)))
    return None


async def prompted(env, rng, **more):
    """A table of queen where somebody is asked out of turn."""
    for _ in range(8):
        t, clients, _ = await begin(env.server, "queen", **more)
        c = await pushed(clients, rng)
        if c:
            return t, clients, c
    raise Wrong("nobody was pushed in eight games")


async def an_order_answers_at_once_and_stays_private(env):
    rng, _ = seeded()
    # The table makes moves that are the only one by itself, so the turn of a late push can end the game before it can be asked for more.
    for _ in range(4):
        t, clients, c = await prompted(env, rng)
        prompt, facing = await one_order(clients, c)
        await c.until(lambda: c.over() or any(x.my_turn() for x in clients), what="a turn, or the end")
        if not c.over():
            break
    # Standing: it answers the next question too.
    await c.ask("order", prompt=prompt, order=facing)
    await c.until(lambda: c.game["orders"].get(prompt) == facing, what="the standing order in one's own orders")
    for x in clients:
        if x is not c:
            check(x.game["orders"].get(prompt) != facing, "another's order is shown")
            check(not any(r["kind"] == "order" for r in x.rows.values()), "another's order is in the log")
    await c.ask("order", prompt=prompt, order="ask")
    await c.until(lambda: c.game["orders"].get(prompt) in (None, "ask"), what="the order being taken back")
    await refused("order", c.ask("order", prompt=prompt, order="sideways"))
    await refused("order", c.ask("order", prompt="weather", order="never"))


async def one_order(clients, c):
    """Answers the prompt of c by an order that holds once, and looks at what each seat hears of it: the prompt, and the answer."""
    check(c.game["asked"] is True, "who is asked is told so")
    prompt = c.game["prompt"]
    check(all(x.game["prompt"] == prompt for x in clients), "the others see who is waited for")
    facing = c.game["legal"][0].split()[-1]
    place = c.game["place"]
    await c.ask("order", prompt=prompt, order=facing, once=True)
    await c.until(lambda: c.game["place"] != place, what="the order being carried out")
    row = next(r for _, r in sorted(c.rows.items()) if r["seq"] > place and r["kind"] == "move")
    check(row["text"] == "face " + facing and row["seat"] == c.seat and row["by"] == "order", row)
    for x in clients:
        await x.reaches(row["seq"])
        check(x is c or x.rows[row["seq"]]["by"] == "player", "others can tell that it was an order:", x.rows[row["seq"]])
    return prompt, facing


async def after_the_grace_time_the_default_answers(env):
    rng, _ = seeded()
    t, clients, c = await prompted(env, rng)
    place, begun = c.game["place"], time.monotonic()
    await c.until(lambda: c.game["place"] != place, 30, "the default answer")
    took = time.monotonic() - begun
    row = next(r for _, r in sorted(c.rows.items()) if r["seq"] > place and r["kind"] == "move")
    check(row["by"] == "default" and row["seat"] == c.seat, row)
    check(15 < took < 27, "the grace time is 20 s, and it took", took)


async def a_clock_runs_out_and_a_bot_takes_over_and_hands_back(env):
    t, clients, _ = await begin(env.server, "queen", pace={"move": 5, "bank": 1})
    await settled(clients)
    m = mover(clients)
    others = [c for c in clients if c is not m]
    clock = others[0].game["clock"]
    check(clock["running"] == m.seat and clock["paused"] is False, clock)
    check(0 < clock["move"][m.seat] <= 5000 and clock["bank"][m.seat] == 1000, clock)
    begun = time.monotonic()
    await m.leave()
    await others[0].until(lambda: any(r["kind"] == "away" and r["seat"] == m.seat for r in others[0].rows.values()), 90, "the time-out")
    took = time.monotonic() - begun
    check(5.5 < took < 8, "the clock ran out after", took)
    await others[0].until(lambda: any(r["kind"] == "move" and r["seat"] == m.seat and r["by"] == "bot" for r in others[0].rows.values()), 30, "a bot's move")
    # Coming back: the seat decides at its next decision.
    await m.enter(after=max(m.rows))
    await m.until(lambda: any(r["kind"] == "back" and r["seat"] == m.seat for r in m.rows.values()), 30, "the return")
    seq = max(m.rows)
    await own_turn(m, others)
    await m.play(m.game["legal"][0])
    check(any(r["kind"] == "move" and r["seat"] == m.seat and r["by"] == "player" and r["seq"] > seq for r in m.rows.values()), "no move of one's own")


async def pause_stops_the_clocks(env):
    t, clients, _ = await begin(env.server, "queen", pace={"move": 5, "bank": 1})
    await settled(clients)
    m = mover(clients)
    await m.ask("pause")
    other = next(c for c in clients if c is not m)
    await other.until(lambda: other.game["clock"]["paused"], what="the pause")
    await asyncio.sleep(7)
    check(not any(r["kind"] == "away" for r in other.rows.values()), "a clock ran out during a pause")
    await refused("paused", m.ask("play", moves=[m.game["legal"][0]] if m.game["legal"] else ["speed 1"], place=m.game["place"]))
    await other.ask("resume")
    await m.until(lambda: not m.game["clock"]["paused"] and m.my_turn(), what="the end of the pause")
    await m.play(m.game["legal"][0])


async def who_leaves_is_played_by_a_bot_until_back(env):
    t, clients, _ = await begin(env.server, "queen")
    await settled(clients)
    m = mover(clients)
    place = m.game["place"]
    await m.ask("leave")
    other = next(c for c in clients if c is not m)
    await other.until(lambda: other.game["place"] != place, 30, "a bot's move")
    row = next(r for _, r in sorted(other.rows.items()) if r["seq"] > place and r["kind"] == "move")
    check(row["by"] == "bot" and row["seat"] == m.seat, row)
    await m.ask("back")
    await other.until(lambda: any(r["kind"] == "back" for r in other.rows.values()), what="the return")


async def who_comes_back_while_a_bot_is_at_it_decides_at_the_next_turn(env):
    """And everybody is told when."""
    server = Server(env.bigmuddy, "memory:", env.folder, ["--bot-delay", "300"])
    await server.start()
    t, clients, _ = await begin(server, "queen")
    m = mover(clients)
    others = [c for c in clients if c is not m]
    await m.ask("leave")
    await m.until(lambda: any(r["by"] == "bot" for r in m.rows.values()), 20, "a bot's move")
    await m.ask("back")
    await refused("away", m.ask("play", moves=["end"], place=m.game["place"]))
    await own_turn(m, others)
    await others[0].until(lambda: not others[0].seats["players"][m.seat]["away"], 5, "word of the return")
    await m.play(m.game["legal"][0])
    await server.stop()


async def who_resigns_is_placed_last(env):
    rng, _ = seeded()
    t, clients, _ = await begin(env.server, "queen", options={"mode": "intro", "rounds": 2})
    await clients[2].ask("resign")
    await clients[1].until(lambda: any(r["kind"] == "resign" and r["seat"] == 2 for r in clients[1].rows.values()), what="word of it")
    await refused("resigned", clients[2].ask("play", moves=["speed 1"], place=clients[2].game["place"]))
    await clients[0].ask("resign")
    await play_on(clients[1], rng)
    for c in clients:
        await c.until(c.over, 60, "the end")
    places = clients[1].game["over"]["places"]
    check(places == [2, 1, 3], "the first to resign is the very last:", places)


async def chat_is_plain_text_and_limited(env):
    t, clients, (w,) = await begin(env.server, "queen", watchers=1)
    a, b, _ = clients
    text = "Hello <b>you</b> \u2603 \\ \" '"
    await a.ask("chat", text=text)
    for c in (b, w):
        await c.until(lambda c=c: any(r["kind"] == "chat" and r["text"] == text and r["seat"] == 0 for r in c.rows.values()), what="the chat")
    await refused("bad_message", a.ask("chat", text="x" * 501))
    await refused("bad_message", a.ask("chat", text=""))
    await refused(("bad_message",), a.ask("chat", text="a\u0007b"))
    await refused(("forbidden", "watching", "no_seat", "watcher"), w.ask("chat", text="may I?"))
    answers = await asyncio.gather(*(b.ask("chat", text="spam %d" % i) for i in range(12)), return_exceptions=True)
    fine = sum(isinstance(x, dict) for x in answers)
    check(4 <= fine <= 6, "of twelve at once", fine, "went through")
    check(all(isinstance(x, dict) or x.code in ("slow_down", "too_fast", "rate", "too_many") for x in answers), answers)


async def a_watcher_may_look_and_nothing_else(env):
    t, clients, (w,) = await begin(env.server, "queen", watchers=1)
    check(w.welcome["you"] is None and w.game["legal"] == [], "a watcher's welcome", w.welcome["you"], w.game["legal"])
    place = w.game["place"]
    for kind, more in [("play", {"moves": ["speed 1"], "place": place}), ("undo", {"to": 0, "place": place}), ("agree", {}), ("refuse", {}), ("leave", {}),
                       ("resign", {}), ("pause", {}), ("order", {"prompt": "facing", "order": "N"}), ("tell", {}), ("back", {}), ("resume", {})]:
        await refused(("forbidden", "watching", "no_seat", "watcher"), w.ask(kind, **more))
    check(w.game["place"] == place, "a watcher changed something")


async def a_start_without_all_nonces_goes_on_after_a_while(env):
    t = await Table.make(env.server, "queen")
    for n in range(3):
        await t.sit("P%d" % n, n, commit=True)
    a = await t.enter(0)
    await a.ask("reveal", nonce=t.people[0].nonce.hex())
    await refused("nonce", (await t.enter(1)).ask("reveal", nonce="00" * 32))
    begun = time.monotonic()
    await t.start()
    await a.until(lambda: a.game["status"] == "running", 15, "the start")
    check(time.monotonic() - begun < 9, "the start took", time.monotonic() - begun)
    await a.leave()


TESTS = [the_same_message_twice_is_one_move, a_crossing_message_changes_nothing, moves_of_one_message_are_made_all_or_none,
         who_comes_back_gets_exactly_what_is_missing, two_tabs_are_one_player, silent_moves_are_taken_back_without_asking, further_back_goes_by_consent,
         an_order_answers_at_once_and_stays_private, after_the_grace_time_the_default_answers, a_clock_runs_out_and_a_bot_takes_over_and_hands_back,
         pause_stops_the_clocks, who_leaves_is_played_by_a_bot_until_back,
         who_comes_back_while_a_bot_is_at_it_decides_at_the_next_turn, who_resigns_is_placed_last, chat_is_plain_text_and_limited,
         a_watcher_may_look_and_nothing_else, a_start_without_all_nonces_goes_on_after_a_while]
