"""The doors of the server: what it says about itself, and whom it does not let in."""
import asyncio
import json

from muddy import Gone, Server, Socket, Table, begin, check, get, http, play_on, seeded


async def it_says_how_it_is(env):
    check((await http(env.server, "GET", "/healthz"))[0] == 200, "/healthz")
    text = await get(env.server, "/metrics")
    names = {line.split("{")[0].split(" ")[0] for line in text.splitlines() if line and line[0] != "#"}
    check(len(names) > 5 and all(line[0] == "#" or len(line.rsplit(" ", 1)) == 2 for line in text.splitlines() if line), "/metrics:", text[:500])
    status, _, got = await http(env.server, "GET", "/openapi.json", raw=True)
    check(status == 200 and json.loads(got)["openapi"].startswith("3."), "/openapi.json:", status)


async def pages_come_with_security_headers(env):
    for path in ("/", "/t/aaaaaaaa", "/games"):
        status, fields, _ = await http(env.server, "GET", path, raw=True)
        check(status == 200, path, status)
        check(fields.get("x-content-type-options") == "nosniff", path, fields)
        if path != "/games":
            policy = fields.get("content-security-policy", "")
            check("default-src" in policy and "unsafe-inline" not in policy.split("script-src")[-1].split(";")[0], path, policy)
            check(fields.get("cross-origin-opener-policy") == "same-origin" and "cross-origin-embedder-policy" in fields, path, fields)


async def nothing_outside_is_served(env):
    for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "//etc/passwd", "/t/../../etc/passwd", "/.git/config",
                 "/%00", "/assets/..\\..\\x"):
        status, _, got = await http(env.server, "GET", path, raw=True)
        check(b"root:" not in got and status in (200, 400, 403, 404), path, status, got[:100])
    for method in ("PUT", "DELETE", "PATCH"):
        status, _, got = await http(env.server, method, "/games/queen", b"", raw=True)
        check(status in (400, 404, 405), method, status, got[:100])


async def pages_of_others_do_not_get_in(env):
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null", "http://127.0.0.1.evil.example:%d" % env.server.port):
        try:
            s = await Socket.open(env.server.port, [("Origin", origin)])
        except (ConnectionError, OSError):
            continue
        s.send('{"type":"hello","table":"aaaaaaaa"}')
        check(await s.receive() is None, "a page from", origin, "may talk to the server")
    (await Socket.open(env.server.port, [("Origin", "http://127.0.0.1:%d" % env.server.port)])).close()
    status, got = await http(env.server, "POST", "/games/queen/create", {"numPlayers": 3}, headers=[("Origin", "https://evil.example")])
    check(status == 403, "a page from elsewhere makes a table:", status, got)


async def requests_that_do_not_wait_for_answers_stop_nothing(env):
    get_games = b"GET /games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    create = b"POST /games/queen/create HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 16\r\n\r\n{\"numPlayers\":3}"
    patch = b"PATCH /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n" + b"x" * 50
    for behind in (get_games, create, create + get_games, patch, patch + get_games, create[:-4], b"GET /games HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123456789"):
        _, writer = await asyncio.open_connection("127.0.0.1", env.server.port)
        writer.write(get_games + behind)
        await asyncio.sleep(0.05)
        writer.close()
        check((await asyncio.wait_for(http(env.server, "GET", "/healthz"), 5))[0] == 200, "no answer after", behind)


async def a_long_game_can_be_opened_from_its_beginning(env):
    """Its log is longer than what may wait for a connection that does not read."""
    rng, _ = seeded()
    server = Server(env.bigmuddy, "memory:", env.folder, ["--unsent", "16"])
    await server.start()
    t, clients, _ = await begin(server, "rails")
    c = clients[0]
    await asyncio.gather(*(play_on(x, rng, until=lambda x=x: len(x.rows) > 250) for x in clients))
    w = await t.enter()
    check(len(w.raw[-1]) > 20 * 1024 and max(w.rows) == max(c.rows), "the log is short:", len(w.raw[-1]))
    await server.stop()


async def bad_messages_are_answered_and_change_nothing(env):
    t, (a, _, _), _ = await begin(env.server, "queen")
    seq = a.game["seq"]
    bad = ["", "x", "[]", "{}", '{"type":"fly"}', '{"type":"play"}', '{"type":"play","moves":"speed 1","place":1}', '{"type":"chat","text":"x","text":"y"}',
           '{"type":"chat","text":"x","more":1}', '{"type":"play","moves":["speed 1"],"place":1.5}', '{"type":"play","moves":["speed 1"],"place":-1}', "[" * 100 + "]" * 100,
           '{"type":"agree","key":"no spaces"}', '{"type":"agree","key":""}', '{"type":"agree","key":"%s"}' % ("k" * 33)]
    for text in bad:
        before = len(a.others)
        a.send(text)
        await a.until(lambda: len(a.others) > before, what="an answer to " + text[:60])
        m = a.others[-1]
        check(m["type"] == "error" and m["code"] == "bad_message" and m["words"], text, m)
    check(a.game["seq"] == seq and a.socket, "bad messages changed something")
    a.send('{"type":"chat","text":"%s"}' % ("x" * 17000))
    try:
        await a.until(lambda: a.socket is None, 5)
    except Gone:
        pass
    check(a.socket is None, "a message of 17 KB is taken")


async def everybody_may_look_by_link_and_only_there(env):
    rng, _ = seeded()
    t, clients, _ = await begin(env.server, "queen", options={"mode": "intro", "rounds": 1})
    w = await t.enter()
    check(w.welcome["you"] is None and w.welcome["table"]["matchID"] == t.id, w.welcome)
    other = await Table.make(env.server, "queen")
    for seat in (0, 1, 2):
        s = await Socket.open(env.server.port)
        s.send(json.dumps({"type": "hello", "table": other.id, "seat": seat, "secret": t.people[seat].secret}))
        m = json.loads(await asyncio.wait_for(s.receive(), 5))
        check(m["type"] == "error" and m["code"] == "forbidden", "the secret of another table:", m)
        s.close()
    await asyncio.gather(*(play_on(c, rng) for c in clients))
    await w.until(w.over, what="the end")


TESTS = [requests_that_do_not_wait_for_answers_stop_nothing, a_long_game_can_be_opened_from_its_beginning, it_says_how_it_is, pages_come_with_security_headers, nothing_outside_is_served, pages_of_others_do_not_get_in,
         bad_messages_are_answered_and_change_nothing, everybody_may_look_by_link_and_only_there]
