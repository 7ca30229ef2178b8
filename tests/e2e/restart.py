"""The server goes down in mid-game, in good order and not: whoever was told something finds it there afterwards."""
import asyncio
import os
import shutil
import time

from muddy import Client, Gone, Refused, Server, Table, begin, check, get, play_on, run_program, same_row, seeded


async def go_down_and_come_back(env, how):
    rng, _ = seeded()
    server = Server(env.bigmuddy, env.fresh(), env.folder)
    await server.start()
    t, clients, (w,) = await begin(server, "broadhorns", 2, ["easy"], {"rounds": 5}, watchers=1)
    acked = []

    async def play(c):
        try:
            while not c.over():
                await c.until(lambda: c.my_turn() or c.over(), 60)
                if c.my_turn():
                    place, move = c.game["place"], rng.choice(c.game["legal"])
                    ok = await c.ask("play", moves=[move], place=place)
                    acked.append((c.seat, place, ok["seq"], move))
                    await c.until(lambda: c.game["place"] != place)
        except Gone:
            pass
        except Refused as e:
            # A server that is going down says so, and takes nothing any more.
            check(e.code in ("closing", "crossed", "going_down"), e)

    tasks = [asyncio.ensure_future(play(c)) for c in clients]
    await clients[0].until(lambda: len(acked) > 12 or clients[0].over(), 60, "some moves")
    await (server.stop() if how == "term" else server.kill())
    await asyncio.gather(*tasks)
    await server.start()
    for c in (*clients, w):
        had = {seq: same_row(row) for seq, row in c.rows.items()}
        await c.again()
        whole = t.client(c.seat, server)
        await whole.enter(after=0)
        for seq, row in had.items():
            check(same_row(whole.rows[seq]) == row, "row", seq, "was", row, "and is", whole.rows.get(seq))
        check(whole.game["view"] == c.game["view"] and whole.game["legal"] == c.game["legal"], "coming back and coming anew are not the same")
        for seat, place, last, move in acked:
            # A move that is the only one is made by the server, after theirs.
            mine = [whole.rows[s] for s in range(place + 1, last + 1) if s in whole.rows and whole.rows[s]["kind"] == "move" and whole.rows[s]["seat"] == seat]
            there = [row["text"] for row in mine if row["by"] == "player"]
            check(there == [move], "an acknowledged move is lost:", seat, place, last, move, there)
        await whole.leave()
    await asyncio.gather(*(play_on(c, rng) for c in clients))
    for c in (*clients, w):
        await c.until(c.over, 60, "the end")
        await c.leave()
    await server.stop()


async def a_game_goes_on_after_a_restart(env):
    await go_down_and_come_back(env, "term")


async def a_game_goes_on_after_kill_9(env):
    await go_down_and_come_back(env, "kill")


async def an_unstarted_table_is_there_after_kill_9(env):
    server = Server(env.bigmuddy, env.fresh(), env.folder)
    await server.start()
    t = await Table.make(server, "rails", ["person", "person", "bot:easy"])
    await t.sit("Ann", 1, commit=False)
    await server.kill()
    await server.start()
    players = (await t.match())["players"]
    check([p["kind"] for p in players] == ["free", "person", "bot"] and players[1]["name"] == "Ann", players)
    await t.sit("Bob", 0, commit=False)
    await t.start()
    c = await t.enter(1)
    check(c.game["status"] == "running", c.game["status"])
    await c.leave()
    await server.stop()


async def tables_of_version_1_go_on(env):
    """tests/old/rails-1.sqlite was written by the program when version 1 of the rules of rails was the newest."""
    if env.postgres:
        return
    store = os.path.join(env.folder, "rails-1.sqlite")
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "old", "rails-1.sqlite"), store)
    server = Server(env.bigmuddy, "sqlite:" + store, env.folder)
    await server.start()
    rng, _ = seeded()
    for id, secrets in (("bjpkvssv", ["FAJRWmA6cGlf69C_AYWIig", "KHKaXAUAwxsGLjXC9EZkJw"]), ("usden958", ["84f-FsrWq7BOLk86KdVHaQ"])):
        clients = [await Client(server, id, seat, secret).enter() for seat, secret in enumerate(secrets)]
        view = clients[0].game["view"]
        check(view["rules"] == 1 and view["round"] == 4 and "order" not in view["options"], "not as it was:", view)
        await asyncio.gather(*(play_on(c, rng) for c in clients))
        record = await get(server, "/games/rails/%s/record" % id)
        check("\nrules 1\n" in record and "\nbox built-in 9f2c4668283a5e5ca2dd8598d8f130c6\n" in record, record[:400])
        path = os.path.join(env.folder, id + ".record")
        with open(path, "w") as out:
            out.write(record)
        code, said, wrong = run_program(env.bigmuddy, "verify", path)
        check(code == 0, said, wrong)
        for c in clients:
            await c.leave()
    await server.stop()


TESTS = [a_game_goes_on_after_a_restart, a_game_goes_on_after_kill_9, an_unstarted_table_is_there_after_kill_9, tables_of_version_1_go_on]


async def two_processes_serve_one_table(env):
    """Each of them takes moves, tells them on, and runs the bots once."""
    store, rng = env.fresh(), seeded()[0]
    servers = [Server(env.bigmuddy, store, env.folder) for _ in range(2)]
    for s in servers:
        await s.start()
    t, (a, _), _ = await begin(servers[0], "broadhorns", 2, ["easy"], {"rounds": 6})
    b = await t.enter(1, servers[1])
    w = await t.enter(None, servers[1])
    slowest = 0.0
    for _ in range(60):
        await a.until(lambda: a.over() or a.game["toMove"] in (0, 1), 30, "the turn of a person")
        if a.over():
            break
        c = (a, b)[a.game["toMove"]]
        await c.until(c.my_turn, 30, "one's own turn")
        ok = await c.play(rng.choice(c.game["legal"]))
        begun = time.monotonic()
        for other in (a, b, w):
            await other.reaches(ok["seq"])
        slowest = max(slowest, time.monotonic() - begun)
    check(slowest < 2, "news took", slowest, "s to the other process")
    await servers[0].kill()
    await a.leave()
    a = await t.enter(0, servers[1])
    for c in (a, b):
        check(c.game["place"] == w.game["place"], "they do not stand at the same place")
    await asyncio.gather(play_on(a, rng), play_on(b, rng))
    await w.until(w.over, 60, "the end")
    plies = [r["ply"] for _, r in sorted(w.rows.items()) if r["kind"] in ("move", "draw")]
    check(plies == list(range(len(plies))), "a ply is missing or came twice")
    await servers[1].stop()


SHARED_TESTS = [two_processes_serve_one_table]
