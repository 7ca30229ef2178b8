"""Tables without accounts: making, finding, joining, leaving, and what the host may do."""
import asyncio

from muddy import Table, begin, check, get, http, play_on, post, refused, seeded

MATCH = {"matchID", "gameName", "players", "setupData", "rules", "pace", "status", "unlisted", "createdAt", "updatedAt", "commit", "box"}


async def the_games_and_their_options(env):
    check(await get(env.server, "/games") == ["queen", "broadhorns", "rails"], "the list of games")
    for game in ("queen", "broadhorns", "rails"):
        got = await get(env.server, "/games/%s/options" % game)
        check(isinstance(got, dict) and got, "options of", game, got)
    await get(env.server, "/games/chess", 404)
    await get(env.server, "/games/chess/options", 404)
    await get(env.server, "/games/queen/aaaaaaaa", 404)


async def a_table_is_listed_unless_it_is_by_link_only(env):
    shown = await Table.make(env.server, "queen", unlisted=False)
    hidden = await Table.make(env.server, "queen", unlisted=True)
    found = {m["matchID"] for m in (await get(env.server, "/games/queen"))["matches"]}
    check(shown.id in found and hidden.id not in found, "listed:", found)
    other = {m["matchID"] for m in (await get(env.server, "/games/rails"))["matches"]}
    check(shown.id not in other, "a table of queen among those of rails")
    match = await hidden.match()
    check(MATCH <= set(match), "a match lacks", MATCH - set(match))
    check(match["status"] == "open" and match["unlisted"] is True and match["gameName"] == "queen", match)
    check([p["kind"] for p in match["players"]] == ["free"] * 3, match["players"])


async def what_makes_no_sense_is_refused_with_words(env):
    for path, body, codes in [
            ("/games/queen/create", {"numPlayers": 2}, {400}),
            ("/games/queen/create", {"numPlayers": "3"}, {400}),
            ("/games/queen/create", {"numPlayers": 3, "setupData": {"mode": "sideways"}}, {400}),
            ("/games/queen/create", {"numPlayers": 3, "setupData": {"colour": "red"}}, {400}),
            ("/games/queen/create", {"numPlayers": 3, "seats": ["person", "person"]}, {400}),
            ("/games/queen/create", {"numPlayers": 3, "seats": ["person", "person", "bot:genius"]}, {400}),
            ("/games/queen/create", {"numPlayers": 3, "pace": {"move": -1, "bank": 0}}, {400}),
            ("/games/queen/create", {"numPlayers": 3, "nonsense": 1}, {400}),
            ("/games/queen/create", b"{", {400}),
            ("/games/queen/create", b"[]", {400}),
            ("/games/queen/create", b"", {400}),
            ("/games/chess/create", {"numPlayers": 3}, {404}),
            ("/games/queen/aaaaaaaa/join", {"playerName": "Ann"}, {404})]:
        status, got = await http(env.server, "POST", path, body)
        check(status in codes, path, body, "answers", status, got)
        check(isinstance(got, dict) and got.get("error") and got.get("words"), path, body, "without words:", got)
    t = await Table.make(env.server, "queen")
    for body in ({"playerName": ""}, {"playerName": "x" * 300}, {"playerName": "a\nb"}, {}, {"playerName": "Ann", "playerID": "7"},
                 {"playerName": "Ann", "commit": "12"}, {"playerName": 5}):
        status, got = await http(env.server, "POST", t.path("join"), body)
        check(status == 400, "join", body, "answers", status, got)


async def a_seat_is_taken_once_and_can_be_renamed_and_left(env):
    t = await Table.make(env.server, "queen")
    ann = await t.sit("Ann", 1)
    check(len(ann.secret) == 22, "a secret of", len(ann.secret), "characters")
    await post(env.server, t.path("join"), {"playerName": "Bob", "playerID": "1"}, 409)
    bob = await t.sit("Bob")
    check(bob.seat == 0, "the first free seat is 0, not", bob.seat)
    await post(env.server, t.path("update"), {"playerID": "1", "credentials": bob.secret, "newName": "Eve"}, 403)
    await post(env.server, t.path("update"), {"playerID": "1", "credentials": ann.secret, "newName": "Anna"})
    check([p["name"] for p in (await t.match())["players"]][:2] == ["Bob", "Anna"], "names after an update")
    c = await t.enter(1)
    check(c.welcome["you"] == 1, "the old secret still opens the seat")
    await c.leave()
    await post(env.server, t.path("leave"), {"playerID": "1", "credentials": bob.secret}, 403)
    await post(env.server, t.path("leave"), {"playerID": "1", "credentials": ann.secret})
    check((await t.match())["players"][1]["kind"] == "free", "the seat is not free again")
    await refused_hello(env, t, 1, ann.secret)


async def refused_hello(env, t, seat, secret):
    from muddy import Client
    c = Client(env.server, t.id, seat, secret)
    try:
        await c.enter(seconds=3)
    except Exception:
        check(any(m.get("code") == "forbidden" for m in c.others), "a hello with a wrong secret is answered with", c.others)
        return
    finally:
        await c.leave()
    check(False, "a wrong secret opens seat", seat)


async def the_host_fills_seats_removes_and_starts(env):
    t = await Table.make(env.server, "queen")
    ann, _ = await t.sit("Ann", 0, commit=False), await t.sit("Stranger", 1, commit=False)
    c = await t.enter(0)
    await post(env.server, t.path("seat"), {"hostCredentials": ann.secret, "playerID": "2", "kind": "bot:easy"}, 403)
    await post(env.server, t.path("start"), {"hostCredentials": t.host}, 409)
    await t.host_asks("seat", playerID="2", kind="bot:easy")
    await t.host_asks("remove", playerID="1")
    check((await t.match())["players"][1]["kind"] == "free", "removed, and yet there")
    await refused_hello(env, t, 1, t.people[1].secret)
    await t.host_asks("seat", playerID="1", kind="bot:easy")
    await t.start()
    await c.until(lambda: c.game["status"] == "running", what="the start")
    kinds = [row["kind"] for _, row in sorted(c.rows.items())]
    check(kinds.count("sit") == 2 and kinds.count("bot") == 2 and kinds.count("free") == 1 and "start" in kinds, "the log tells it all:", kinds)


async def a_seat_is_given_away_by_its_holder_and_all_are_told(env):
    t, (a, b, c), _ = await begin(env.server, "queen")
    await post(env.server, t.path("link"), {"hostCredentials": t.host, "playerID": "1"}, 400)
    await post(env.server, t.path("link"), {"credentials": t.host, "playerID": "1"}, 403)
    await post(env.server, t.path("remove"), {"hostCredentials": t.host, "playerID": "1"}, 409)
    await post(env.server, t.path("join"), {"playerName": "Eve", "playerID": "1"}, 409)
    got = await post(env.server, t.path("link"), {"credentials": t.people[1].secret, "playerID": "1"})
    check(got["playerCredentials"] != t.people[1].secret, "the same secret again")
    await a.until(lambda: any(r["kind"] == "link" and r["seat"] == 1 for r in a.rows.values()), what="word of the new link")
    check(not any(got["playerCredentials"] in text for text in a.raw), "the new link is told to others")
    await refused_hello(env, t, 1, t.people[1].secret)
    t.people[1].secret = got["playerCredentials"]
    again = await t.enter(1)
    check(again.welcome["you"] == 1, "the new link does not open the seat")


async def a_closed_table_is_closed_for_everybody(env):
    t, (a, b, c), (w,) = await begin(env.server, "queen", watchers=1)
    await post(env.server, t.path("close"), {"hostCredentials": t.people[0].secret}, 403)
    await t.host_asks("close")
    for who in (a, b, c, w):
        await who.until(lambda who=who: who.game["status"] == "closed", what="the close")
    mover = next(x for x in (a, b, c) if x.seat == (a.games[-2]["toMove"] if len(a.games) > 1 else 0))
    await refused(("closed", "over", "not_running"), mover.ask("play", moves=["speed 1"], place=mover.game["place"]))
    status, got = await http(env.server, "GET", t.path("record"))
    check(status == 200, "the record of a closed table:", status, got)


async def a_rematch_is_one_table_for_all(env):
    rng, _ = seeded()
    t, clients, _ = await begin(env.server, "queen", options={"mode": "intro", "rounds": 1})
    await asyncio.gather(*(play_on(c, rng) for c in clients))
    for c in clients:
        await c.until(c.over, what="the end")
    answers = [await post(env.server, t.path("playAgain"), {"playerID": str(p.seat), "credentials": p.secret}) for p in t.people.values()]
    check(len({a["nextMatchID"] for a in answers}) == 1 and answers[0]["nextMatchID"] != t.id, "rematches:", answers)
    for c in clients:
        await c.until(lambda c=c: any(r["kind"] == "next" for r in c.rows.values()), what="word of the rematch")
        await c.leave()
    check((await t.match())["nextMatchID"] == answers[0]["nextMatchID"], "the match does not name its rematch")
    again = await get(env.server, "/games/queen/" + answers[0]["nextMatchID"])
    check(again["setupData"]["mode"] == "intro" and len(again["players"]) == 3, again)


TESTS = [the_games_and_their_options, a_table_is_listed_unless_it_is_by_link_only, what_makes_no_sense_is_refused_with_words,
         a_seat_is_taken_once_and_can_be_renamed_and_left, the_host_fills_seats_removes_and_starts, a_seat_is_given_away_by_its_holder_and_all_are_told,
         a_closed_table_is_closed_for_everybody, a_rematch_is_one_table_for_all]
