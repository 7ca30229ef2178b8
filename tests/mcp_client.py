"""The official client of the Model Context Protocol plays whole games: tests/mcp_client.py PROGRAM. Ends with `N passed, N failed`. tests/mcp.sh runs it."""

import asyncio
import random
import sys

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

NEWEST, BEFORE = "2026-07-28", "2025-11-25"
GAMES = {"queen": 3, "broadhorns": 3, "rails": 2}
passed = failed = 0


def check(what, fine, shown=""):
    global passed, failed
    if fine:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what}: {str(shown)[:2000]}")


def words(result):
    return "".join(block.text for block in result.content)


async def play(client, game, seed):
    """A whole game, with every kind of question on the way."""
    dice = random.Random(seed)
    begun = await client.call_tool("begin", {"game": game, "players": GAMES[game], "seat": 1, "bots": "simple", "seed": seed})
    check(f"{game} begins", not begun.is_error, words(begun))
    now, table = begun.structured_content, {"table": begun.structured_content["table"]}
    for turn in range(5000):
        if now["over"]:
            break
        if turn % 40 == 0:
            look = await client.call_tool("look", table)
            check(f"{game}: look", look.structured_content["view"]["eyes"] == 1 and look.structured_content["moves"] == now["moves"], words(look))
            moves = await client.call_tool("moves", table)
            check(f"{game}: moves", [m["move"] for m in moves.structured_content["moves"]] == now["moves"], words(moves))
            refused = await client.call_tool("why", {**table, "move": "fly to the moon"})
            check(f"{game}: why not", refused.structured_content["legal"] is False and "there is no move" in words(refused), words(refused))
        if turn == 40:
            hint = await client.call_tool("hint", table)
            check(f"{game}: hint", hint.structured_content["move"] in now["moves"], words(hint))
        result = await client.call_tool("play", {**table, "moves": [dice.choice(now["moves"])]})
        if result.is_error or result.structured_content["played"] != 1:
            check(f"{game}: a legal move is played", False, words(result))
            return
        now = result.structured_content
    check(f"{game} ends", now["over"] and sorted(now["places"])[0] == 1, now)
    check(f"{game}: nothing is played after the end", (await client.call_tool("play", {**table, "moves": ["pass"]})).is_error)
    log = await client.call_tool("log", table)
    check(f"{game}: the log", len(words(log).splitlines()) > 10, words(log))
    check(f"{game}: leave", not (await client.call_tool("leave", table)).is_error)


async def rules(client):
    listed = await client.list_resources()
    check("there is a book of rules for each game", [r.uri.rsplit("/")[-1] for r in listed.resources] == list(GAMES), listed)
    for resource in listed.resources:
        book = await client.read_resource(resource.uri)
        check(f"{resource.uri} is whole", len(book.contents[0].text.encode()) == resource.size, resource)
    one = await client.read_resource("bigmuddy://rules/queen/Q31")
    check("a rule", one.contents[0].text.startswith("Q31: No step leads onto land."), one)
    said = await client.call_tool("rule", {"game": "rails", "rule": "R11"})
    check("a rule by a tool", words(said).startswith("R11: "), words(said))
    try:
        await client.read_resource("bigmuddy://rules/chess")
        check("a book that is not there is refused", False)
    except MCPError as e:
        check("a book that is not there is refused", "there is no game 'chess'" in str(e), e)


async def talk(program, mode, revision, games):
    server = StdioServerParameters(command=program, args=["mcp"])
    async with Client(server, mode=mode, read_timeout_seconds=300) as client:
        check(f"revision {revision}", client.protocol_version == revision, client.protocol_version)
        check("its name", client.server_info.name == "bigmuddy", client.server_info)
        tools = (await client.list_tools()).tools
        check("its tools", {"begin", "look", "moves", "why", "play", "hint", "rule"} <= {t.name for t in tools}, tools)
        wrong = await client.call_tool("begin", {"game": "chess"})
        check("a mistake is told to the model", wrong.is_error and "there is no game 'chess'" in words(wrong), words(wrong))
        await rules(client)
        for seed, game in enumerate(games, 1):
            await play(client, game, seed)


async def main(program):
    await talk(program, "auto", NEWEST, GAMES)
    await talk(program, "legacy", BEFORE, ["queen"])


asyncio.run(main(sys.argv[1]))
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
