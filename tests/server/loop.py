"""The server over real sockets, as a stranger sees it: loop.py BIGMUDDY. Ends with `N passed, N failed`."""
import atexit
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

from ws import CLOSE, PING, PONG, Ws, answer, frame, http

BIN = sys.argv[1]
SLOW = 6 if "asan" in BIN or "tsan" in BIN else 1       # the sanitizers take their time
counts = {True: 0, False: 0}


def check(fine, name, got=""):
    counts[bool(fine)] += 1
    if not fine:
        print("FAILED", name, got)


class Server:
    def __init__(self, *flags, store="memory:"):
        self.log = tempfile.TemporaryFile("w+")
        words = [BIN, "serve", "--listen", "127.0.0.1:0", "--store", store, "--log", "info"] + list(flags)
        self.p = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        atexit.register(self.p.kill)
        self.said = self.p.stdout.readline()
        found, begun = None, time.time()
        while not found and self.p.poll() is None and time.time() - begun < 20:
            found = re.search(r'"event":"listening","port":(\d+)', self.logged())
            time.sleep(0.02)
        self.port = int(found.group(1)) if found else 0
        if not found:
            sys.exit("the server does not start: " + self.said + self.logged())

    def get(self, path, extra="", method="GET", body=b"", host=None):
        return http(self.port, "%s %s HTTP/1.1\nHost: %s\n%s" % (method, path, host or "127.0.0.1:%d" % self.port, extra), body)

    def post(self, path, thing, extra=""):
        body = thing if isinstance(thing, bytes) else json.dumps(thing).encode()
        return self.get(path, "Content-Length: %d\n%s" % (len(body), extra), "POST", body)

    def figure(self, name):
        for line in self.get("/metrics")[2].decode().split("\n"):
            if line.startswith("bigmuddy_" + name + " "):
                return float(line.split()[1])

    def alive(self):
        return self.p.poll() is None and self.get("/healthz")[0] == 200

    def logged(self):
        return os.pread(self.log.fileno(), 1 << 20, 0).decode()

    def stop(self, how=signal.SIGTERM):
        begun = time.time()
        self.p.send_signal(how)
        try:
            code = self.p.wait(20)
        except subprocess.TimeoutExpired:
            self.p.kill()
            code = None
        self.p.stdout.close()
        return code, time.time() - begun


def table(server, seats=("person", "bot:easy", "bot:easy")):
    status, _, body = server.post("/games/queen/create", {"numPlayers": len(seats), "seats": list(seats)})
    made = json.loads(body)
    status, _, body = server.post("/games/queen/%s/join" % made["matchID"], {"playerID": "0", "playerName": "Ann"})
    return made, json.loads(body)


def sit(server, made, seat):
    w = Ws(server.port)
    w.send({"type": "hello", "table": made["matchID"], "seat": 0, "secret": seat["playerCredentials"], "after": 0})
    return w


HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


def every_answer_has_the_headers(s):
    asked = [("/", "GET"), ("/none", "GET"), ("/games", "GET"), ("/healthz", "GET"), ("/metrics", "GET"), ("/ws", "GET"), ("/", "PUT"),
             ("nonsense", "GET"), ("/games/queen/create", "POST"), ("/games/queen/xxxxxxxx", "GET"), ("/openapi.json", "GET")]
    for path, method in asked:
        status, headers, _ = s.get(path, method=method)
        check(status and all(headers.get(k) == v for k, v in HEADERS.items()), "headers of %s %s" % (method, path), (status, headers))
        policy = headers.get("content-security-policy", "")
        strict = "default-src 'none'" in policy and "unsafe-inline" not in policy and "frame-ancestors 'none'" in policy
        check(strict, "policy of %s %s" % (method, path))
        check("strict-transport-security" not in headers, "no HSTS without TLS: " + path)
    w = Ws(s.port, origin="http://evil.example")
    check(w.status == 403 and "nosniff" in w.head, "headers of a refused WebSocket", w.head)


def requests_that_make_no_sense_are_refused(s):
    local = "HTTP/1.1\nHost: localhost\n"
    many = "".join("X-%d: y\n" % i for i in range(5000))
    for name, want, head, body in [
        ("no host", {400}, "GET / HTTP/1.1\n", b""),
        ("two hosts", {403}, "GET / %sHost: evil.example\n" % local, b""),
        ("a stranger's host", {403}, "GET / HTTP/1.1\nHost: evil.example\n", b""),
        ("a method we have not", {405}, "PUT / " + local, b""),
        ("a method nobody has", {403, 405, 0}, "BREW / " + local, b""),
        ("options", {405}, "OPTIONS / " + local, b""),
        ("post to a page", {405, 413}, "POST / %sContent-Length: 0\n" % local, b""),
        ("no length", {411}, "POST /games/queen/create " + local, b""),
        ("chunks", {411}, "POST /games/queen/create %sTransfer-Encoding: chunked\n" % local, b"2\r\n{}\r\n0\r\n\r\n"),
        ("length and chunks", {411}, "POST /games/queen/create %sContent-Length: 2\nTransfer-Encoding: chunked\n" % local, b"{}"),
        ("negative length", {400, 0}, "POST /games/queen/create %sContent-Length: -1\n" % local, b"{}"),
        ("signed length", {400}, "POST /games/queen/create %sContent-Length: +2\n" % local, b"{}"),
        ("two lengths", {400}, "POST /games/queen/create %sContent-Length: 2\nContent-Length: 3\n" % local, b"{}"),
        ("too long for anything", {413}, "POST /games/queen/create %sContent-Length: 99999999999\n" % local, b"{}"),
        ("beyond 64 bits", {400, 413}, "POST /games/queen/create %sContent-Length: 99999999999999999999999\n" % local, b"{}"),
        ("too long for joining", {413}, "POST /games/queen/abcdefgh/join %sContent-Length: 70000\n" % local, b"x" * 70000),
        ("a body nobody wants", {413}, "GET / %sContent-Length: 2\n" % local, b"{}"),
        ("nothing in it", {400}, "POST /games/queen/create %sContent-Length: 0\n" % local, b""),
        ("a long address", {414}, "GET /%s %s" % ("a" * 2000, local), b""),
        ("a longer address", {0, 400, 403, 414, 431}, "GET /%s %s" % ("a" * 100000, local), b""),
        ("a long header", {0, 400, 403, 431}, "GET / %sCookie: %s\n" % (local, "a" * 100000), b""),
        ("many headers", {0, 400, 403, 431}, "GET / %s%s" % (local, many), b""),
        ("HTTP/2 by upgrade", {400}, "GET / %sConnection: Upgrade, HTTP2-Settings\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAAP__\n" % local, b""),
        ("HTTP/2 at once", {0, 403, 405}, "PRI * HTTP/2.0\n\nSM\n", b""),
        ("TLS where there is none", {0, 400, 403}, "\x16\x03\x01\x02\x00\x01\x00\x01\n", b""),
        ("nothing that is HTTP", {0, 400, 403, 405}, "hello there\n", b""),
    ]:
        try:
            status = http(s.port, head, body)[0]
        except socket.timeout:
            status = "time-out"
        except (ConnectionResetError, BrokenPipeError):
            status = 0
        check(status in want, name, status)
        check(s.alive(), "alive after " + name)


def paths_lead_nowhere_else(s):
    for path in ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%252e%252e/etc/passwd", "/....//etc/passwd",
                 "//etc/passwd", "/index.html%00.js", "/index.html/..", "/.%00./index.html", "/%5c..%5cetc", "/assets/../../x",
                 "/a%0d%0aX-Evil:1", "/%ff%fe", "/%zz", "http://evil/"]:
        status, headers, body = s.get(path)
        check(status in (0, 400, 403, 404) or (status == 200 and b"Big Muddy" in body), "path " + path, (status, body[:60]))
        check(b"root:" not in body and "x-evil" not in headers, "nothing leaks through " + path)


def origins_are_checked(s):
    here = "127.0.0.1:%d" % s.port
    for origin, host, fine in [(None, None, True), ("http://" + here, None, True), ("https://" + here, None, True),
                               ("http://evil.example", None, False),
                               ("null", None, False), ("http://127.0.0.1", None, False), ("http://localhost:%d" % s.port, None, False),
                               ("http://localhost:%d" % s.port, "localhost:%d" % s.port, True), (None, "evil.example", False),
                               ("http://evil.example", "evil.example", False), ("https://muddy.example", None, True),
                               ("http://muddy.example", None, False),
                               ("https://muddy.example", "muddy.example", True)]:
        w = Ws(s.port, origin=origin, host=host)
        check(w.status == (101 if fine else 403), "WebSocket from %s at %s" % (origin, host), w.status)
        w.close()
        status = s.get("/games/queen/create", "Content-Length: 2\n" + ("Origin: %s\n" % origin if origin else ""), "POST", b"{}", host)[0]
        check(status == (400 if fine else 403), "POST from %s at %s" % (origin, host), status)
    check(s.get("/games", "Origin: http://evil.example\n")[0] == 200, "reading is for everybody")
    check(Ws(s.port, path="/other").status == 404, "WebSockets are at /ws alone")
    check("access-control-allow-origin" not in s.get("/games", "Origin: http://evil.example\n")[1], "but pages from elsewhere cannot see it")


def frames_are_checked(s):
    def ends(name, want, *send, **how):
        w = Ws(s.port, timeout=10)
        for one in send:
            w.send(one, **how) if not isinstance(one, tuple) else w.s.sendall(one[0])
        got = w.ended()
        check(got in want, name, got)

    w = Ws(s.port)
    w.send(b'{"type":', fin=False)
    w.send(b'"lea', opcode=0, fin=False)
    w.send(b"are you there?", opcode=PING)
    check(w.frame_in() == (PONG, True, b"are you there?"), "a ping between two parts is answered")
    w.send(b've"}', opcode=0)
    check(w.recv().get("code") == "hello", "a message in parts is one message")
    w.send("[" * 5000 + " " * 9000)
    check(w.recv().get("type") == "error", "a long one is read")
    w.send(b"x" * 16384)
    check(w.recv().get("type") == "error", "and the longest, too")
    w.send(b"\x03\xe8bye", opcode=CLOSE)
    check(w.ended() == 1000, "who says goodbye is answered")
    ends("a message that is too long", {1009}, b"x" * 16385)
    ends("one that says it will be", {1009, 1002, 0}, (b"\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00abcdxxxx",))
    ends("bytes", {1003}, b"abc", opcode=2)
    ends("text that is none", {1007}, b"\xff\xfe\xfd")
    ends("half a character", {1007}, b'"\xc3"')
    ends("an unknown kind of frame", {1002}, b"abc", opcode=5)
    ends("a part of nothing", {1002}, b"abc", opcode=0)
    ends("a ping too long", {1002, 0}, b"x" * 200, opcode=PING)
    ends("bits that mean nothing", {1002}, (b"\xf1\x80abcd",))
    ends("a length beyond all", {1002, 1009, 0}, (b"\x81\xff" + b"\xff" * 8 + b"abcd",))
    w = Ws(s.port)
    w.s.sendall(frame(b"x" * 100)[:50])
    w.close()
    w = Ws(s.port)
    w.send(b"x" * 1000, fin=False)
    w.close()
    total, w = 0, Ws(s.port)
    try:
        while total < 40000:
            w.send(b"x" * 500, opcode=0 if total else 1, fin=False)
            total += 500
    except (BrokenPipeError, ConnectionResetError):
        pass
    check(w.ended() in (1009, 0), "parts without end")
    check(s.alive(), "alive after all that")


def a_game_is_played(s):
    made, seat = table(s)
    w = sit(s, made, seat)
    check(w.until("welcome").get("you") == 0, "hello is answered with welcome")
    check(s.post("/games/queen/%s/start" % made["matchID"], {"hostCredentials": made["hostCredentials"]})[0] == 200, "the host starts")
    while True:
        got = w.until("game")
        if isinstance(got, tuple) or got["status"] == "running" and got.get("legal"):
            break
    check(not isinstance(got, tuple), "the turn comes", got)
    w.send({"type": "play", "moves": [got["legal"][0]], "place": got["place"], "key": "first"})
    while not isinstance(got, tuple) and not (got.get("type") == "game" and got.get("key") == "first"):
        got = w.recv()
    check(not isinstance(got, tuple), "a move is acknowledged", got)
    check(s.figure("moves_total") >= 1 and s.figure("connections") == 1, "the figures say so")
    return w


def the_end_is_graceful(s, w):
    """With somebody connected, somebody half-way through a request, and somebody who says nothing."""
    waits = socket.create_connection(("127.0.0.1", s.port))
    waits.sendall(b"POST /games/queen/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
    silent = socket.create_connection(("127.0.0.1", s.port))
    time.sleep(0.2)
    begun = time.time()
    s.p.send_signal(signal.SIGTERM)
    check(w.ended() == 1001, "clients are told that the server goes")
    w.close()
    try:
        code = s.p.wait(10 * SLOW)
    except subprocess.TimeoutExpired:
        code = None
    check(code == 0, "it leaves with 0", code)
    check(time.time() - begun < 5 * SLOW, "within seconds", time.time() - begun)
    waits.close()
    silent.close()
    log = s.logged()
    lines = [json.loads(line) for line in log.strip().split("\n")]
    check(all({"time", "level", "event"} <= set(one) for one in lines), "the log is one object a line")
    check("Ann" not in log and "127.0.0.1" not in log and "Credentials" not in log, "without names, secrets and addresses", log)
    check([one["event"] for one in lines][-1] == "stopped", "and ends with the end")
    try:
        socket.create_connection(("127.0.0.1", s.port)).close()
        check(False, "nobody listens any more")
    except ConnectionRefusedError:
        check(True, "nobody listens any more")


def limits_hold():
    s = Server("--clients-per-address", "5", "--hello", "1", "--messages", "10", "--tables-per-address", "3", "--requests", "1200", "--unsent", "16")
    some = [Ws(s.port) for _ in range(5)]
    check([w.status for w in some] == [101] * 5, "as many connections as are allowed")
    check(Ws(s.port).status == 429, "and no more")
    begun = time.time()
    check(some[0].ended() == 1008 and time.time() - begun < 4 * SLOW, "who does not say hello is sent away")
    for w in some:
        w.close()
    time.sleep(0.3)
    w = Ws(s.port)
    check(w.status == 101, "who has left makes room")
    for _ in range(45):
        w.send({"type": "leave"})
    codes = [w.recv().get("code") for _ in range(31)]
    check(codes.count("hello") >= 30 and codes.count("too_fast") <= 1, "a burst is taken", codes)
    try:
        for _ in range(600):
            w.send({"type": "leave"})
    except (BrokenPipeError, ConnectionResetError):
        pass
    check(w.ended() in (1008, 0), "a flood is not")
    statuses = [s.post("/games/queen/create", {"numPlayers": 3})[0] for _ in range(4)]
    check(statuses == [200, 200, 200, 429], "tables from one address", statuses)
    made = json.loads(s.post("/games/queen/create", {"numPlayers": 3})[2])
    check(made.get("error") == "limit", "with a reason", made)
    s.stop()

    s = Server("--requests", "20")
    statuses = [s.get("/games")[0] for _ in range(20)]
    check(statuses.count(200) == 10 and statuses.count(429) == 10, "requests from one address", statuses)
    check(30 <= int(s.get("/games")[1]["retry-after"]) <= 34, "and when to try again", s.get("/games")[1])
    check(s.stop()[0] == 0, "the end")


def slow_ones_are_dropped():
    s = Server("--unsent", "16", "--messages", "1000")
    made, seat = table(s)
    reader = sit(s, made, seat)
    reader.until("welcome")
    lazy = Ws(s.port, read_bytes=2048)
    lazy.send({"type": "hello", "table": made["matchID"], "after": 0})
    begun, rounds = time.time(), 0
    try:
        while time.time() - begun < 30 * SLOW and not s.figure("slow_total"):
            for _ in range(200):
                lazy.send({"type": "show", "ply": 99999, "key": "k" * 32})
            rounds += 1
            time.sleep(0.05)
    except (BrokenPipeError, ConnectionResetError):
        pass
    check(s.figure("slow_total") == 1, "who does not read is dropped", rounds)
    reader.send({"type": "chat", "text": "still here"})
    check(reader.recv() is not None, "and the others stay")
    check(s.stop()[0] == 0, "the end")


def links_lead_to_the_origin():
    for flags, fine in ((("--proxy", "--origin", "https://muddy.example"), True), ((), False)):
        s = Server(*flags)
        check(("https://muddy.example" in s.said) == fine, "the address", s.said)
        made = json.loads(s.post("/games/queen/create", {"numPlayers": 3})[2])
        check(made.get("reachable") == fine, "whether friends can reach it", made)
        s.stop()


def a_proxy_speaks_for_many():
    for proxy in (True, False):
        s = Server(*(["--proxy"] if proxy else []), "--requests", "20")
        ask = lambda xff: s.get("/games", "X-Forwarded-For: %s\n" % xff)[0]
        first = [ask("203.0.113.1") for _ in range(12)]
        check(first.count(429) == 2, "one guest of a proxy" if proxy else "somebody who claims to be one", first)
        others = [ask("203.0.113.%d" % i) for i in range(2, 8)]
        check(others.count(200) == (6 if proxy else 0), "and others" if proxy else "somebody who claims to be many", others)
        if proxy:
            check(ask("1.2.3.4, 203.0.113.1") == 429, "the last in the list counts")
            check(ask("203.0.113.99, nonsense") == 400, "and has to be an address")
            check(s.get("/metrics", "X-Forwarded-For: 203.0.113.50\n")[0] == 403, "through a proxy nobody is local")
        s.stop()


def metrics_are_for_whom_they_should():
    for who, want in (("local", 200), ("all", 200), ("none", 403)):
        s = Server("--metrics", who)
        check(s.get("/metrics")[0] == want, "metrics " + who)
        s.stop()


def files_are_served():
    www = tempfile.mkdtemp()
    os.mkdir(www + "/assets")
    files = {"index.html": b"<p>index", "assets/board.0123456789ab.js": b"x = 1\n" * 10000, "muddy.wasm": b"\0asm", ".secret": b"s"}
    files["assets/board.0123456789ab.js.br"] = b"brotli"
    files["big.bin"] = bytes(range(256)) * 20000
    for name, content in files.items():
        with open(www + "/" + name, "wb") as f:
            f.write(content)
    s = Server("--www", www)
    status, headers, body = s.get("/")
    check((status, body, headers.get("cache-control")) == (200, b"<p>index", "no-cache"), "the page")
    check(s.get("/t/abcdefgh")[2] == b"<p>index", "its other addresses")
    status, _, body = s.get("/", "If-None-Match: %s\n" % headers["etag"])
    check((status, body) == (304, b""), "what is known is not sent", status)
    check(s.get("/", 'If-None-Match: "0000000000000000"\n')[0] == 200, "what is known otherwise is")
    name = "/assets/board.0123456789ab.js"
    status, headers, body = s.get(name)
    check(body == files[name[1:]] and "immutable" in headers.get("cache-control", ""), "a file that never changes")
    check("content-encoding" not in headers and headers.get("vary") == "accept-encoding", "as it is")
    tag = headers["etag"]
    status, headers, body = s.get(name, "Accept-Encoding: gzip, br\n")
    check((body, headers.get("content-encoding")) == (b"brotli", "br") and headers["etag"] != tag, "or packed")
    check(s.get(name, "Accept-Encoding: br\nIf-None-Match: %s\n" % headers["etag"])[0] == 304, "and known as that")
    check(s.get("/muddy.wasm")[1]["content-type"] == "application/wasm", "its type")
    check(s.get("/.secret")[0] == 404, "what is hidden stays so")
    check(s.get("/big.bin")[2] == files["big.bin"], "a large file")
    with socket.create_connection(("127.0.0.1", s.port), 10) as c:
        c.sendall(b"HEAD /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        status, headers, body = answer(c, head_only=True)
        check((status, headers["content-length"], body) == (200, "5120000", b""), "only its head", (status, body[:20]))
        check(headers.get("connection") == "close" and c.recv(1) == b"", "one connection, one request", headers)
    c = socket.create_connection(("127.0.0.1", s.port))
    c.sendall(b"GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    c.recv(1000)
    c.close()
    dear = Server("--www", www, "--requests", "20")
    for _ in range(3):
        check(dear.get("/big.bin")[2] == files["big.bin"], "a large file is given")
    check(dear.get("/games")[0] == 429, "and each 64 KiB of it count: three times 5 MB are more than ten requests")
    dear.stop()
    os.remove(www + "/index.html")
    check(s.get("/")[2] == b"<p>index", "what was there at the start is what is served")
    check(s.stop()[0] == 0, "the end, with a file half sent")
    shutil.rmtree(www)


def tls_is_spoken():
    here = tempfile.mkdtemp()
    key, cert = here + "/key.pem", here + "/cert.pem"
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
                           "-out", cert, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], capture_output=True)
    check(made.returncode == 0, "a certificate for the test")
    s = Server("--tls-cert", cert, "--tls-key", key)
    check("https://" in s.said, "its address", s.said)
    context = ssl.create_default_context(cafile=cert)
    with urllib.request.urlopen("https://localhost:%d/games" % s.port, context=context) as got:
        check(got.status == 200 and "strict-transport-security" in got.headers, "HSTS with TLS")
    for at_once in (False, True):       # what has come before the connection is accepted fails on another way
        if at_once:
            s.p.send_signal(signal.SIGSTOP)
        for junk in (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01\x00\x05hello" * 50, b"\0" * 300, b""):
            with socket.create_connection(("127.0.0.1", s.port), 2) as c:
                c.sendall(junk)
        s.p.send_signal(signal.SIGCONT)
    with urllib.request.urlopen("https://localhost:%d/healthz" % s.port, context=context) as got:
        check(got.status == 200, "those who speak no TLS do no harm")
    check(s.stop()[0] == 0, "the end")
    shutil.rmtree(here)


def make_certificate(here, name, kind=("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")):
    """The paths of a certificate for localhost and of its key."""
    key, cert = "%s/%s.key" % (here, name), "%s/%s.pem" % (here, name)
    subprocess.run(["openssl", "req", "-x509", *kind, "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], capture_output=True, check=True)
    return cert, key


class TlsWs(Ws):
    """A WebSocket through TLS, with a server that has that certificate; OSError: it has another one."""
    def __init__(self, port, cert):
        plain = socket.create_connection(("127.0.0.1", port), 10)
        self.s = ssl.create_default_context(cafile=cert).wrap_socket(plain, server_hostname="localhost")
        self.s.sendall(b"GET /ws HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % port)
        self.status, self.buffer = answer(self.s, head_only=True)[0], b""

    def answers(self, key):
        self.send({"type": "leave", "key": key})
        return self.recv().get("key") == key


def serves(port, cert):
    try:
        with urllib.request.urlopen("https://localhost:%d/healthz" % port, context=ssl.create_default_context(cafile=cert)) as got:
            return got.status == 200
    except OSError:
        return False


def wait_for(true, seconds=10):
    begun = time.time()
    while not true() and time.time() - begun < seconds * SLOW:
        time.sleep(0.05)
    return true()


def a_renewed_certificate_is_taken_up():
    """On SIGHUP, whatever its kind, and nobody is cut off; one that makes no sense changes nothing."""
    here = tempfile.mkdtemp()
    first, second = make_certificate(here, "first", ("-newkey", "rsa:2048")), make_certificate(here, "second")
    cert, key = here + "/cert.pem", here + "/key.pem"

    def put(pair):
        shutil.copy(pair[0], cert)
        shutil.copy(pair[1], key)

    put(first)
    s = Server("--tls-cert", cert, "--tls-key", key)
    w = TlsWs(s.port, first[0])
    check(w.status == 101 and w.answers("a") and not serves(s.port, second[0]), "the first certificate")
    put(second)
    check(serves(s.port, first[0]), "a new file alone changes nothing")
    s.p.send_signal(signal.SIGHUP)
    check(wait_for(lambda: serves(s.port, second[0])), "the second certificate", s.logged()[-500:])
    check(not serves(s.port, first[0]), "and not the first one any more")
    check(w.answers("b"), "who was there before stays")
    with open(cert, "w") as f:
        f.write("nonsense")
    s.p.send_signal(signal.SIGHUP)
    check(wait_for(lambda: "certificate_not_renewed" in s.logged()), "nonsense is told in the log")
    shutil.copy(first[0], cert)                 # a certificate and a key that do not belong together
    s.p.send_signal(signal.SIGHUP)
    check(wait_for(lambda: s.logged().count("certificate_not_renewed") == 2), "so is a key of another certificate")
    check(serves(s.port, second[0]) and w.answers("c"), "and changes nothing")
    put(first)
    s.p.send_signal(signal.SIGHUP)
    check(wait_for(lambda: serves(s.port, first[0])) and not serves(s.port, second[0]), "back to the first")
    check(w.answers("d"), "still there")
    one = TlsWs(s.port, first[0])
    one.send({"type": "leave"}, mask=False)
    check(one.ended() == 1002, "frames have to be masked within TLS, too")
    one = TlsWs(s.port, first[0])
    one.s.sendall(frame(b'{"type":"leave","key":"k"}') * 3 + frame(b"?", mask=False))
    check([one.recv().get("key") for _ in range(3)] == ["k"] * 3 and one.ended() == 1002, "also behind others that are")
    one = TlsWs(s.port, first[0])
    for byte in frame(b'{"type":"leave","key":"k"}'):
        one.s.sendall(bytes([byte]))
    check(one.recv().get("key") == "k", "a frame in records of one byte")
    one.close()
    w.close()
    check(s.stop()[0] == 0, "the end")
    s = Server()
    check(s.stop(signal.SIGHUP)[0] == 0, "without TLS a hangup ends it")
    shutil.rmtree(here)


def tls_has_forward_secrecy():
    """With a key of RSA, which could also carry the secret of a connection itself: what was recorded could be read by whoever gets the key later."""
    here = tempfile.mkdtemp()
    key, cert = here + "/key.pem", here + "/cert.pem"
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                           "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], capture_output=True)
    check(made.returncode == 0, "a certificate for the test")
    s = Server("--tls-cert", cert, "--tls-key", key)
    for ciphers, fine in (("ECDHE-RSA-AES128-GCM-SHA256", True), ("AES128-GCM-SHA256", False), ("AES256-SHA", False)):
        old = ssl.create_default_context(cafile=cert)
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        old.set_ciphers(ciphers)
        try:
            with socket.create_connection(("127.0.0.1", s.port), 5) as c, old.wrap_socket(c, server_hostname="localhost") as t:
                spoken = t.cipher()[0]
        except OSError:
            spoken = None
        check(bool(spoken) == fine, "forward secrecy: " + ciphers, spoken)
    check(s.stop()[0] == 0, "the end")
    shutil.rmtree(here)


def a_locked_store_is_not_ready():
    here = tempfile.mkdtemp()
    s = Server(store="sqlite:" + here + "/t.sqlite")
    check(s.get("/readyz")[0] == 200, "a server that can store is ready")
    holder = sqlite3.connect(here + "/t.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    begun = time.time()
    check(s.get("/healthz")[0] == 200, "the process lives while somebody else holds the file")
    check(time.time() - begun < 2 * SLOW, "and says so without asking the store")
    status, _, words = s.get("/readyz")
    check(status == 503 and b"nothing can be stored" in words, "a locked file", (status, words))
    holder.execute("ROLLBACK")
    begun = time.time()
    while s.get("/readyz")[0] != 200 and time.time() - begun < 10 * SLOW:
        time.sleep(0.1)
    check(s.get("/readyz")[0] == 200, "ready again")
    check(s.get("/readyz", method="POST", extra="Content-Length: 0\n")[0] == 405, "nothing to post there")
    check(s.stop()[0] == 0, "the end")
    shutil.rmtree(here)


SET_CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t which, struct timespec *t)
{
	static int (*real)(clockid_t, struct timespec *);
	long hours = 0;
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
	int rc = real(which, t);
	FILE *f = which == CLOCK_REALTIME ? fopen(getenv("HOURS"), "r") : NULL;
	if (f && fscanf(f, "%ld", &hours) == 1)
		t->tv_sec += hours * 3600;
	if (f)
		fclose(f);
	return rc;
}
"""


def the_game_goes_on(w, steps):
    """So many positions are told; the player plays when it is their turn. TimeoutError: nothing comes; EOFError: the connection is cut."""
    for _ in range(steps):
        game = next_game(w)
        if game.get("legal"):
            w.send({"type": "play", "moves": [game["legal"][0]], "place": game["place"], "key": "at-%d" % game["place"]})


def next_game(w):
    got = w.until("game")
    if isinstance(got, tuple):
        raise EOFError(got)
    return got


def a_clock_that_is_set_stops_nobody():
    """The wall clock of the server, and no other, is set forth and back by hours while somebody plays against bots."""
    if SLOW > 1:
        return print("the clock is not set under a sanitizer, which wants to be the first library")
    here = tempfile.mkdtemp()
    with open(here + "/set.c", "w") as f:
        f.write(SET_CLOCK)
    check(subprocess.run(["cc", "-shared", "-fPIC", "-o", here + "/set.so", here + "/set.c", "-ldl"]).returncode == 0, "a clock that can be set")
    os.environ.update(HOURS=here + "/hours", LD_PRELOAD=here + "/set.so")
    s = Server()
    del os.environ["LD_PRELOAD"]
    made, seat = table(s)
    w = sit(s, made, seat)
    s.post("/games/queen/%s/start" % made["matchID"], {"hostCredentials": made["hostCredentials"]})
    for hours in (0, 5, -7, 2000, -2000):
        with open(here + "/hours.new", "w") as f:
            f.write("%d" % hours)
        os.rename(here + "/hours.new", here + "/hours")
        try:
            the_game_goes_on(w, 5)
        except (TimeoutError, EOFError) as e:
            check(False, "with the clock set by %d hours" % hours, repr(e))
            break
        check(s.figure("connections") == 1, "nobody is cut off with the clock set by %d hours" % hours)
    check(s.stop()[0] == 0, "the end")
    shutil.rmtree(here)


def tables_outlive_the_server():
    here = tempfile.mkdtemp()
    url = "sqlite:" + here + "/t.sqlite"
    s = Server(store=url)
    made, seat = table(s)
    check(s.stop(signal.SIGINT)[0] == 0, "SIGINT ends it, too")
    s = Server(store=url)
    w = sit(s, made, seat)
    check(w.until("welcome").get("you") == 0, "a table and a seat after a restart")
    s.p.kill()
    s.p.wait()
    s = Server(store=url)
    check(sit(s, made, seat).until("welcome").get("you") == 0, "and after a crash")
    s.stop()
    shutil.rmtree(here)


def descriptors_run_out():
    s = Server("--clients-per-address", "1000")
    subprocess.run(["prlimit", "--pid", str(s.p.pid), "--nofile=40:40"], check=False)
    some = []
    for _ in range(60):
        try:
            some.append(socket.create_connection(("127.0.0.1", s.port), 2))
        except OSError:
            break
    time.sleep(0.3 * SLOW)
    away = 0
    for c in some:
        c.setblocking(False)
        try:
            away += c.recv(1) == b""
        except BlockingIOError:
            pass
        except ConnectionResetError:
            away += 1
        c.close()
    check(away >= 20, "when there are no descriptors left it turns people away", away)
    time.sleep(0.3)
    check(s.alive(), "and goes on")
    check(s.stop()[0] == 0, "the end")


def many_idle_connections_are_cheap():
    """By the resident memory of the process: 400 connections, after 100 that have warmed it up."""
    s = Server("--clients-per-address", "2000", "--requests", "100000", "--hello", "600")

    def rss():
        with open("/proc/%d/status" % s.p.pid) as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))

    some = [Ws(s.port) for _ in range(100)]
    before = rss()
    some += [Ws(s.port) for _ in range(400)]
    each = (rss() - before) / 400
    check(each <= 16 or SLOW > 1, "memory of an idle connection", "%.1f KiB" % each)
    print("an idle connection: %.1f KiB" % each)
    for w in some:
        w.close()
    begun = time.time()
    while (s.figure("connections"), s.figure("sockets")) != (0, 1) and time.time() - begun < 10:
        time.sleep(0.1)
    check(time.time() - begun < 10, "who leaves is forgotten", (s.figure("connections"), s.figure("sockets")))
    check(s.stop()[0] == 0, "the end")


def silence_is_noticed():
    s = Server("--ping", "2", "--hello", "600")
    dead, there = Ws(s.port), Ws(s.port)
    begun = time.time()
    pings = 0
    while time.time() - begun < 6:
        opcode, _, payload = there.frame_in()
        pings += opcode == PING
        there.send(payload, opcode=PONG)
    check(pings >= 2, "who is silent is asked", pings)
    check(dead.frame_in()[0] == PING, "everybody is")
    check(dead.ended() == 0, "and who does not answer is gone")
    check(s.figure("connections") == 1, "the other is not")
    s.stop()


def fill(s, made, least):
    """Somebody who is sent more than fits on the way, and reads none of it."""
    lazy = Ws(s.port, read_bytes=2048)
    lazy.send({"type": "hello", "table": made["matchID"], "after": 0})
    for _ in range(least // 100):
        lazy.send({"type": "show", "ply": 99999, "key": "k" * 32})
    return lazy


def nobody_holds_up_the_end():
    for signals in (1, 2):
        s = Server("--unsent", "65536", "--messages", "1000000")
        lazy = fill(s, table(s)[0], 3000000)
        time.sleep(1)
        begun = time.time()
        s.p.send_signal(signal.SIGTERM)
        if signals == 2:
            time.sleep(0.3)
            check(s.p.poll() is None, "it waits a little for who does not read")
            s.p.send_signal(signal.SIGTERM)
        try:
            code = s.p.wait(20 * SLOW)
        except subprocess.TimeoutExpired:
            code = None
        took = time.time() - begun
        want, limit = (0, 6) if signals == 1 else (1, 1)
        check(code == want and took < limit * SLOW, "the end with %d signals" % signals, (code, took))
        lazy.close()


def main():
    s = Server("--origin", "https://muddy.example", "--requests", "100000", "--clients-per-address", "500")
    every_answer_has_the_headers(s)
    requests_that_make_no_sense_are_refused(s)
    paths_lead_nowhere_else(s)
    origins_are_checked(s)
    frames_are_checked(s)
    the_end_is_graceful(s, a_game_is_played(s))
    for scene in (limits_hold, slow_ones_are_dropped, links_lead_to_the_origin, a_proxy_speaks_for_many, metrics_are_for_whom_they_should,
                  files_are_served, tls_is_spoken, a_renewed_certificate_is_taken_up, tls_has_forward_secrecy, a_locked_store_is_not_ready,
                  a_clock_that_is_set_stops_nobody, tables_outlive_the_server, silence_is_noticed, descriptors_run_out, nobody_holds_up_the_end,
                  many_idle_connections_are_cheap):
        scene()
    print("%d passed, %d failed" % (counts[True], counts[False]))
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
