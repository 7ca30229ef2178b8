"""Many people at many tables who play whatever happens to the server, and remember everything they were told.

What they remember is what a fault must not change: every row that anybody was shown, and every move that was acknowledged.
"""
import asyncio
import os
import random
import sys
import time

for folder in ("e2e", "server"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))
from muddy import Client, Gone, Refused, Table, Wrong, cancel_all, check, same_row  # noqa: E402

LOST = (Gone, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError)
SHORT = {"queen": {"rounds": 20}, "broadhorns": {"rounds": 10}, "rails": {}}       # games that end before their logs take long to compare


class Memory:
    """Of one table: rows as they were shown, and moves as they were acknowledged."""

    def __init__(self, table, bots):
        self.table, self.bots = table, bots
        self.rows = {seat: {} for seat in table.people}         # as each of them may read them
        self.acked, self.bot_at, self.over = [], 0.0, False

    def note(self, client):
        known = self.rows[client.seat]
        for seq in sorted(client.rows):
            row = same_row(client.rows[seq])
            if row["by"] == "bot" and seq not in known:
                self.bot_at = time.monotonic()
            old = known.setdefault(seq, row)
            check(old == row, "row", seq, "of", self.table.id, "was", old, "and is", row)
        client.rows = {}
        self.over = self.over or client.over()


class Player:
    """Somebody at a table, whose page finds a server that is up and repeats what was not answered."""

    def __init__(self, crowd, memory, seat):
        self.crowd, self.memory, self.seat = crowd, memory, seat
        self.pending = None
        self.client = None

    async def connect(self):
        while True:
            server = self.crowd.rng.choice(self.crowd.servers)
            client = Client(server, self.memory.table.id, self.seat, self.memory.table.people[self.seat].secret)
            client.keep = False
            try:
                await client.enter(after=max(self.memory.rows[self.seat], default=0), seconds=10)
                self.memory.note(client)
                self.client = client
                return client
            except (Wrong, *LOST):
                await client.leave()
                broken = [m for m in client.others if m["type"] in ("broken", "error")]
                self.crowd.complaints += [m for m in broken if m.get("code") not in ("busy", "no_store", "closing", "too_many")]
                await asyncio.sleep(0.03 + 0.05 * self.crowd.rng.random())

    async def send_pending(self, client):
        """The same message with the same key, as often as it takes; nothing is made twice."""
        key, place, moves = self.pending
        try:
            ok = await client.ask("play", moves=moves, place=place, key=key, seconds=30)
            self.memory.acked.append((self.seat, place, ok["seq"], moves))
            self.crowd.acked += 1
        except Refused as e:
            if e.code not in ("crossed", "illegal", "not_your_turn", "turn", "busy", "not_stored", "store"):
                self.crowd.complaints.append({"refused": str(e), "moves": moves})
            self.crowd.refused += 1
            await asyncio.sleep(0.05)
        self.pending = None

    async def run(self):
        while not self.crowd.ended:
            try:
                client = self.client if self.client and self.client.socket else await self.connect()
                if self.pending:
                    await self.send_pending(client)
                await client.until(lambda: client.my_turn() or client.over(), 3600)
                self.memory.note(client)
                if client.over():
                    return
                await self.crowd.going.wait()
                g = client.game
                self.crowd.keys += 1
                self.pending = ("p%d" % self.crowd.keys, g["place"], [self.crowd.rng.choice(g["legal"])])
                await self.send_pending(client)
                await client.until(lambda: client.game["place"] != g["place"], 30, "the news of one's own move")
                self.memory.note(client)
            except LOST:
                if self.client:
                    await self.client.leave()
                self.client = None


class Crowd:
    def __init__(self, servers, tables=20, bots=0, seed=None):
        self.servers, self.tables, self.bots = list(servers), tables, bots
        self.rng = random.Random(seed)
        self.memories, self.tasks, self.complaints = [], set(), []
        self.acked = self.refused = self.keys = self.finished = 0
        self.ended = False
        self.going = asyncio.Event()            # nobody moves while it is not set
        self.going.set()

    async def one_table(self):
        """A table after the other, for ever. Some have bots: 1 of 3 where there are any."""
        while not self.ended:
            await self.going.wait()
            bots = 2 if self.bots and self.rng.random() < 0.34 else 0
            try:
                memory = await self.make(bots)
            except (Wrong, *LOST):
                await asyncio.sleep(0.1)        # the server died over it: another one
                continue
            self.memories.append(memory)
            players = [Player(self, memory, seat) for seat in memory.table.people]
            tasks = [asyncio.ensure_future(p.run()) for p in players]
            try:
                await asyncio.gather(*tasks)
            finally:
                await cancel_all(tasks)
                for p in players:
                    if p.client:
                        await p.client.leave()
            self.finished += 1

    async def make(self, bots):
        server = self.rng.choice(self.servers)
        game = self.rng.choice(list(SHORT))
        table = await Table.make(server, game, ["person"] * (3 - bots) + ["bot:easy"] * bots, SHORT[game])
        for seat in range(3 - bots):
            await table.sit("P%d" % seat, seat, commit=False)
        await table.start()
        return Memory(table, bots)

    def start(self):
        self.tasks = {asyncio.ensure_future(self.one_table()) for _ in range(self.tables)}

    def broken(self):
        """What went wrong in one of the tasks."""
        for task in self.tasks:
            if task.done() and not task.cancelled() and task.exception():
                raise task.exception()
        check(not self.complaints, "complaints:", self.complaints[:3])

    async def stop(self):
        self.ended = True
        await cancel_all(self.tasks)

    async def audit(self, server):
        """Every table opens, and has all that anybody remembers: how many acknowledged moves were looked for, and how many are lost.

        Meanwhile people pause: or a fast server has more to look at afterwards than before, and the rounds never end."""
        self.going.clear()
        try:
            return await self.look(server)
        finally:
            self.going.set()

    async def look(self, server):
        looked = lost = 0
        for memory in list(self.memories):
            over = memory.over
            acked, memory.acked = memory.acked, []
            known = {seat: dict(rows) for seat, rows in memory.rows.items()}
            for seat in known:
                log = await self.whole_log(server, memory, seat)
                for seq, row in known[seat].items():
                    check(seq in log and same_row(log[seq]) == row, "row", seq, "of", memory.table.id, "was shown as", row, "and is", log.get(seq))
            looked += len(acked)
            lost += sum(not self.there(memory, log, *ack) for ack in acked)
            if over:
                self.memories.remove(memory)
        return looked, lost

    @staticmethod
    def there(memory, log, seat, place, last, moves):
        # A move that is the only one is made by the server, after theirs.
        mine = [log[s] for s in range(place + 1, last + 1) if s in log and log[s]["kind"] == "move" and log[s]["seat"] == seat]
        got = [row["text"] for row in mine if row["by"] == "player"]
        if got != moves:
            print("LOST: table %s seat %d place %d seq %d: %s, the log has %s" % (memory.table.id, seat, place, last, moves, got))
        return got == moves

    async def whole_log(self, server, memory, seat):
        end = time.monotonic() + 15
        while True:
            client = Client(server, memory.table.id, seat, memory.table.people[seat].secret)
            try:
                await client.enter(after=0, seconds=10)
                return client.rows
            except (Wrong, *LOST) as e:
                check(time.monotonic() < end, "table", memory.table.id, "does not open:", repr(e), client.others[:2])
                await asyncio.sleep(0.1)
            finally:
                await client.leave()
