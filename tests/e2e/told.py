"""Your turn, with the page closed: word goes out to who is not there, and to nobody else."""
import asyncio
import os

from muddy import Server, Table, check


async def waiting_for_ann(server, present):
    """A table where it will be Ann's turn, sooner or later; she has left an address of mail."""
    t = await Table.make(server, "queen", ["person", "bot:easy", "bot:easy"], pace={"days": 2})
    await t.sit("Ann", 0, commit=False)
    ann = await t.enter(0)
    await ann.ask("tell", mail="%s@example.org" % ("here" if present else "away"))
    if not present:
        await ann.leave()
    await t.start()
    return t, ann


async def who_is_not_there_is_told_and_who_is_there_is_not(env):
    program, told = os.path.join(env.folder, "send"), os.path.join(env.folder, "told")
    with open(program, "w") as script:
        script.write('#!/bin/sh\necho "$BIGMUDDY_ADDRESS $BIGMUDDY_LINK" >>"$1"\n')
    os.chmod(program, 0o700)
    server = Server(env.bigmuddy, env.fresh(), env.folder, ["--notify-command", "%s %s" % (program, told)])
    await server.start()
    _, ann = await waiting_for_ann(server, True)
    t, _ = await waiting_for_ann(server, False)
    await ann.until(ann.my_turn, what="Ann's turn")
    for _ in range(200):
        if os.path.exists(told):
            break
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    with open(told) as file:
        check(file.read() == "away@example.org http://127.0.0.1:%d/t/%s\n" % (server.port, t.id), "what was sent is wrong")
    await server.stop()


TESTS = [who_is_not_there_is_told_and_who_is_there_is_not]
