"""What the tests of the running server share: its process, HTTP, a WebSocket client, tables with people at them.

Needs python3-websockets beside the standard library. Everything is asyncio; one test is one coroutine.
"""
import asyncio
import atexit
import contextvars
import hashlib
import itertools
import json
import logging
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
import traceback

from websockets.exceptions import InvalidStatus
from websockets.frames import Opcode
from websockets.uri import parse_uri
try:
    from websockets.protocol import State
    from websockets.client import ClientProtocol as Protocol
except ImportError:             # before version 11
    from websockets.connection import State
    from websockets.client import ClientConnection as Protocol


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))           # the servers that were started end with us
logging.getLogger("asyncio").setLevel(logging.ERROR)            # that a socket is closed is what half of the tests are about


class Wrong(Exception):
    """What the server promised and did not do."""


def check(fine, *what):
    if not fine:
        raise Wrong(" ".join(str(w) for w in what))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


# ---- The program.

class Server:
    """`bigmuddy serve` as a user starts it. Limits that would stop one address with hundreds of players are raised."""

    # Tests play faster and from fewer addresses than people do.
    LIMITS = ["--clients", "100000", "--clients-per-address", "100000", "--requests", "1000000", "--messages", "1000000",
              "--tables-per-address", "1000000", "--bot-delay", "0"]

    def __init__(self, bigmuddy, store, folder, options=(), limits=True, port=None, before=()):
        self.bigmuddy, self.store, self.folder = bigmuddy, store, folder
        self.port = port or free_port()
        self.words = list(before) + [bigmuddy, "serve", "--listen", "127.0.0.1:%d" % self.port, "--store", store, "--push", "no"]
        self.words += (self.LIMITS if limits else []) + list(options)
        self.log = os.path.join(folder, "server-%d.log" % self.port)
        self.process = None

    async def start(self, seconds=20):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        atexit.register(self.process.kill)      # whatever becomes of the test
        begun = time.monotonic()
        while True:
            try:
                if (await http(self, "GET", "/healthz"))[0] == 200:
                    return self
            except OSError:
                pass
            check(self.process.poll() is None, "the server ended with", self.process.returncode, "\n" + self.last_words())
            check(time.monotonic() - begun < seconds, "the server does not answer\n" + self.last_words())
            await asyncio.sleep(0.02)

    def last_words(self):
        with open(self.log, errors="replace") as log:
            return log.read()[-3000:]

    async def kill(self):
        """As when the plug is pulled."""
        self.process.kill()
        await asyncio.to_thread(self.process.wait)

    async def stop(self, seconds=20):
        """As a user or systemd ends it. It must leave with 0: under a sanitizer this is also the proof that nothing leaked."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = await asyncio.wait_for(asyncio.to_thread(self.process.wait), seconds)
        except asyncio.TimeoutError:
            await self.kill()
            raise Wrong("the server does not stop\n" + self.last_words()) from None
        check(code == 0, "the server left with", code, "\n" + self.last_words())

    def memory(self):
        """VmRSS in bytes."""
        with open("/proc/%d/status" % self.process.pid) as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))


# ---- HTTP.

async def http(server, method, path, body=None, headers=(), raw=False):
    """The status, and what came: JSON as it is, anything else as text; raw: bytes. One connection for each request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        head = ["%s %s HTTP/1.1" % (method, path), "Host: 127.0.0.1:%d" % server.port, "Connection: close"]
        sent = b""
        if body is not None:
            sent = body if isinstance(body, bytes) else json.dumps(body).encode()
            head += ["Content-Type: application/json", "Content-Length: %d" % len(sent)]
        head += ["%s: %s" % pair for pair in headers]
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + sent)
        status, fields, got = await read_response(reader)
        if raw:
            return status, fields, got
        if fields.get("content-type", "").startswith("application/json"):
            return status, json.loads(got)
        return status, got.decode()
    finally:
        writer.close()


async def read_response(reader):
    line = await asyncio.wait_for(reader.readline(), 20)
    if not line:
        raise ConnectionResetError("no answer")
    status, fields = int(line.split()[1]), {}
    while (line := await reader.readline()).strip():
        name, _, value = line.decode("latin-1").partition(":")
        fields[name.strip().lower()] = value.strip()
    if fields.get("transfer-encoding", "").lower() == "chunked":
        got = b""
        while n := int((await reader.readline()).split(b";")[0], 16):
            got += await reader.readexactly(n)
            await reader.readline()
    elif "content-length" in fields:
        got = await reader.readexactly(int(fields["content-length"]))
    else:
        got = await reader.read()
    return status, fields, got


async def post(server, path, body, expect=200):
    status, got = await http(server, "POST", path, body)
    check(status == expect, "POST", path, body, "answers", status, got)
    return got


async def get(server, path, expect=200, headers=()):
    status, got = await http(server, "GET", path, headers=headers)
    check(status == expect, "GET", path, "answers", status, got)
    return got


# ---- WebSocket.

class Socket:
    """A WebSocket, message by message: the protocol of python3-websockets on a connection of asyncio. What is broken on purpose goes to `writer`."""

    def __init__(self, reader, writer, port, headers):
        self.reader, self.writer = reader, writer
        self.closed = None      # the code with which the other side closed
        self.parts, self.messages = [], []
        self.protocol = Protocol(parse_uri("ws://127.0.0.1:%d/ws" % port), max_size=None)
        request = self.protocol.connect()
        for name, value in headers:
            request.headers[name] = value
        self.protocol.send_request(request)
        self.flush()

    @classmethod
    async def open(cls, port, headers=()):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        s = cls(reader, writer, port, headers)
        try:
            async with asyncio.timeout(20):
                while s.protocol.state is State.CONNECTING and await s.hear():
                    pass
        except asyncio.TimeoutError:
            pass
        except ValueError as e:         # a refusal in HTTP/1.0 is no answer that the library reads
            writer.close()
            raise ConnectionRefusedError(str(e)) from e
        except EOFError as e:           # a server that was killed has not answered at all
            writer.close()
            raise ConnectionResetError("no WebSocket") from e
        if s.protocol.state is State.CONNECTING or s.protocol.handshake_exc:
            writer.close()
            why = s.protocol.handshake_exc
            raise ConnectionRefusedError(str(why)) if isinstance(why, InvalidStatus) else ConnectionResetError("no WebSocket") from why
        return s

    def flush(self):
        for data in self.protocol.data_to_send():
            if data:
                self.writer.write(data)

    async def hear(self):
        """Takes what has come. False: there will be no more."""
        data = await self.reader.read(1 << 16)
        self.protocol.receive_data(data) if data else self.protocol.receive_eof()
        self.flush()
        for event in self.protocol.events_received():
            if getattr(event, "opcode", None) in (Opcode.TEXT, Opcode.CONT):
                self.parts.append(bytes(event.data))
                if event.fin:
                    self.messages.append(b"".join(self.parts).decode())
                    self.parts = []
            elif getattr(event, "opcode", None) is Opcode.CLOSE:
                self.closed = int.from_bytes(event.data[:2], "big") if len(event.data) > 1 else 1005
        return bool(data)

    def send(self, text):
        """To a connection that the other side has closed, it goes nowhere, as with any socket."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_text(text.encode())
            self.flush()

    async def receive(self):
        """The next message; None when it is closed."""
        try:
            while not self.messages:
                if self.closed is not None or not await self.hear():
                    return None
        except OSError:
            return None
        return self.messages.pop(0)

    def close(self):
        self.writer.close()


# ---- Somebody at a table.

class Refused(Exception):
    """An `error` message; `.code` is what a client acts on."""

    def __init__(self, message):
        super().__init__(json.dumps(message))
        self.code, self.words = message.get("code"), message.get("words")


class Gone(Exception):
    """The connection is lost: nobody knows what became of what was asked last."""


entered = contextvars.ContextVar("entered", default=None)      # all clients of the test that runs


class Client:
    """A page that looks at a table: one connection, all that came over it, the log as far as it is known."""

    names = itertools.count(1)

    def __init__(self, server, table, seat=None, secret=None):
        self.server, self.table, self.seat, self.secret = server, table, seat, secret
        self.raw, self.games, self.rows, self.others = [], [], {}, []
        self.welcome = self.game = self.seats = None
        self.waiting, self.news, self.socket, self.task = {}, asyncio.Event(), None, None
        self.keep = True                # all that came, for whoever wants to search it

    async def enter(self, after=0, seconds=20):
        self.welcome = self.game = None
        if entered.get() is not None:
            entered.get().append(self)
        self.socket = await Socket.open(self.server.port)
        self.task = asyncio.ensure_future(self.listen(self.socket))
        hello = {"type": "hello", "table": self.table, "after": after}
        if self.seat is not None:
            hello.update(seat=self.seat, secret=self.secret)
        self.send(hello)
        await self.until(lambda: self.welcome and self.game, seconds, "welcome and game")
        return self

    async def listen(self, on):
        while (text := await on.receive()) is not None:
            if self.keep:
                self.raw.append(text)
            try:
                self.take(json.loads(text))
            except Exception as e:      # a message that does not fit is for the test to see
                self.others.append({"type": "broken", "why": repr(e), "text": text})
            self.news.set()
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(Gone())
        self.socket = None
        self.news.set()

    def take(self, m):
        kind = m["type"]
        if kind == "game":
            for row in m["log"]:
                old = self.rows.get(row["seq"])
                if old is not None and same_row(old) != same_row(row):
                    self.others.append({"type": "broken", "why": "row %d came twice and differs" % row["seq"], "text": repr((old, row))})
                self.rows[row["seq"]] = row
            self.game = m
            if self.keep:
                self.games.append(m)
        elif kind == "welcome":
            self.welcome = m
            self.seats = m["table"]     # the same lists, and newer than what was heard before
        elif kind == "seats":
            self.seats = m
        future = self.waiting.pop(m.get("key"), None) if kind in ("ok", "game", "error", "shown", "why") else None
        if future and not future.done():
            future.set_result(m)
        elif kind not in ("welcome", "seats") and (kind != "game" or "key" in m):
            self.others.append(m)

    def send(self, message):
        if self.socket is None:
            raise Gone()
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def ask(self, kind, seconds=20, **more):
        """The answer to a message; a refusal is raised. Give a `key` to repeat a message."""
        key = more.pop("key", None) or "k%d" % next(Client.names)
        future = asyncio.get_running_loop().create_future()
        self.waiting[key] = future
        self.send({"type": kind, "key": key, **more})
        try:
            async with asyncio.timeout(seconds):
                m = await future
        except asyncio.TimeoutError:
            raise Wrong("no answer to %s %s" % (kind, more)) from None
        if m["type"] == "error":
            raise Refused(m)
        return m

    async def play(self, *moves, place=None, **more):
        ok = await self.ask("play", moves=list(moves), place=self.game["place"] if place is None else place, **more)
        await self.reaches(ok["seq"])
        return ok

    async def reaches(self, seq):
        await self.until(lambda: self.game and self.game["seq"] >= seq, what="row %d" % seq)

    async def until(self, test, seconds=20, what="what was expected"):
        end = time.monotonic() + seconds
        while not test():
            self.news.clear()
            if self.socket is None:
                raise Gone()
            try:
                async with asyncio.timeout(max(0.0, end - time.monotonic())):
                    await self.news.wait()
            except asyncio.TimeoutError:
                g = self.game or {}
                raise Wrong("seat %s of %s: %s does not come; row %s, %s, seat %s is to move, prompt %s" % (
                    self.seat, self.table, what, g.get("seq"), g.get("status"), g.get("toMove"), g.get("prompt"))) from None

    def my_turn(self):
        g = self.game
        return bool(g and self.seat is not None and g["status"] == "running" and g["toMove"] == self.seat and g["legal"])

    def over(self):
        return bool(self.game and self.game["status"] in ("over", "closed"))

    async def leave(self):
        """Closes the page, which is not leaving the table."""
        if self.socket:
            self.socket.close()
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        self.socket = self.task = None

    async def again(self):
        """Comes back as a page does whose connection was lost: asks for what it has not seen."""
        await self.leave()
        return await self.enter(after=max(self.rows, default=0))


def same_row(row):
    """Of a row of the log what does not depend on when it is told."""
    return {k: v for k, v in row.items() if k not in ("said",)}


async def refused(code, waiting):
    """The code, or one of several, that a wish must be refused with."""
    codes = (code,) if isinstance(code, str) else code
    try:
        m = await waiting
    except Refused as e:
        check(e.code in codes, "refused with", e.code, "instead of", codes, e)
        check(e.words, "a refusal without words", e)
        return e
    raise Wrong("not refused with %s: %s" % (codes, m))


# ---- A table.

class Person:
    def __init__(self, seat, name, secret, nonce):
        self.seat, self.name, self.secret, self.nonce = seat, name, secret, nonce


class Table:
    """A table of the lobby, with the people who sat down at it."""

    def __init__(self, server, game, made):
        self.server, self.game, self.id, self.host = server, game, made["matchID"], made["hostCredentials"]
        self.people = {}

    @classmethod
    async def make(cls, server, game, seats=("person",) * 3, options=None, pace=None, unlisted=True, level="easy", **more):
        body = {"numPlayers": len(seats), "setupData": options or {}, "unlisted": unlisted, "seats": list(seats), "level": level, **more}
        if pace:
            body["pace"] = pace
        return cls(server, game, await post(server, "/games/%s/create" % game, body))

    def path(self, *rest):
        return "/".join(["/games", self.game, self.id, *rest])

    async def sit(self, name, seat=None, commit=True):
        nonce = secrets.token_bytes(32) if commit else None
        body = {"playerName": name}
        if seat is not None:
            body["playerID"] = str(seat)
        if commit:
            body["commit"] = hashlib.blake2b(nonce, digest_size=32).hexdigest()
        got = await post(self.server, self.path("join"), body)
        person = Person(int(got["playerID"]), name, got["playerCredentials"], nonce)
        self.people[person.seat] = person
        return person

    def client(self, seat=None, server=None):
        return Client(server or self.server, self.id, seat, None if seat is None else self.people[seat].secret)

    async def enter(self, seat=None, server=None):
        return await self.client(seat, server).enter()

    async def start(self):
        return await post(self.server, self.path("start"), {"hostCredentials": self.host})

    async def host_asks(self, what, **more):
        return await post(self.server, self.path(what), {"hostCredentials": self.host, **more})

    async def match(self):
        return await get(self.server, self.path())


async def begin(server, game, people=3, bots=(), options=None, watchers=0, commit=True, **more):
    """A running table with everybody at it: the table, the clients of the people, the watchers."""
    t = await Table.make(server, game, ["person"] * people + ["bot:" + level for level in bots], options, **more)
    for n in range(people):
        await t.sit(["Ann", "Bob", "Cy", "Di", "Eve"][n], n, commit)
    clients = [await t.enter(n) for n in range(people)]
    looking = [await t.enter() for _ in range(watchers)]
    if commit:
        for c in clients:
            await c.ask("reveal", nonce=t.people[c.seat].nonce.hex())
    await t.start()
    for c in clients + looking:
        await c.until(lambda c=c: c.game["status"] == "running", what="the start")
    return t, clients, looking


async def play_on(client, rng, until=lambda: False, before=None, choose=None):
    """Plays for a seat until the game is over or `until` says so, which is asked when there is news for this seat, and has to be about that."""
    while not client.over() and not until():
        await client.until(lambda: client.my_turn() or client.over() or until(), 120, "a turn or the end")
        if client.over() or until():
            return
        g = client.game
        if before:
            before(client, g)
        move = choose(g, rng) if choose else rng.choice(g["legal"])
        try:
            await client.play(move, place=g["place"])
        except Refused as e:
            # Somebody or something was first: a clock, an order, the other tab.
            check(e.code == "crossed", "a legal move is refused:", move, e)
            await client.until(lambda: client.game["place"] != g["place"], what="what crossed")


# ---- Programs beside the server.

class Engine:
    """`bigmuddy engine`: the rules, to compare with what the server says."""

    def __init__(self, bigmuddy):
        self.process = subprocess.Popen([bigmuddy, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        got = []
        while True:
            said = self.process.stdout.readline().rstrip("\n")
            if said == "ok":
                return got
            check(said and not said.startswith("error"), "engine:", line, "->", said)
            got.append(said)

    def close(self):
        self.process.communicate("quit\n")


def run_program(*words):
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    return done.returncode, done.stdout, done.stderr


# ---- A database server for the time of a test.

class Postgres:
    """Empty databases on the PostgreSQL that tests/server/with-postgres.sh starts; without it, the program begins anew under it."""

    def __init__(self):
        self.url, self.count = os.environ.get("POSTGRES_URL"), 0
        if not self.url:
            starter = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server", "with-postgres.sh")
            os.execv(starter, [starter, sys.executable, "-B", *sys.argv])

    def fresh(self):
        """The address of an empty database."""
        self.count += 1
        name = "t%d_%d" % (os.getpid(), self.count)
        code, out, err = run_program("psql", "-q", self.url, "-c", "CREATE DATABASE " + name)
        check(code == 0, "cannot make a database:", out, err)
        return self.url.replace("/postgres?", "/%s?" % name)


# ---- A run of tests.

async def cancel_all(tasks):
    """Until they have ended: one may be in the middle of what cannot be interrupted."""
    tasks = [t for t in tasks if not t.done()]
    while tasks:
        for t in tasks:
            t.cancel()
        await asyncio.wait(tasks, timeout=1)
        tasks = [t for t in tasks if not t.done()]


async def run_tests(tests, note=print, tries=2):
    """Each is (name, coroutine function without arguments); how many failed. Deals and times differ from run to run, so what fails is
    tried once more: a test that passes only then is told of as flaky, one that fails twice has failed."""
    failed = 0
    for name, test in tests:
        for k in range(tries):
            begun = time.monotonic()
            why = await run_test(test)
            if why is None:
                note("ok      %-60s %6.2f s" % (name, time.monotonic() - begun))
                break
            note("%-7s %s %s" % ("flaky?" if k + 1 < tries else "FAILED", name, why))
        failed += why is not None
    return failed


async def run_test(test):
    """None when it passed, else what went wrong and where."""
    entered.set([])
    try:
        await asyncio.wait_for(test(), 240)
    except Exception as e:
        frames = [f for f in traceback.extract_tb(e.__traceback__) if "tests" in f.filename]
        return "%s: %s (%s)" % (type(e).__name__, e, " ".join("%s:%d" % (os.path.basename(f.filename), f.lineno) for f in frames))
    finally:
        for client in entered.get():
            await client.leave()
    return None


def seeded(n=None):
    n = random.randrange(1 << 32) if n is None else n
    return random.Random(n), n
