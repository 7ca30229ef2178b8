"""What a stranger can do to the sockets before anybody has said who they are: front.py BIGMUDDY. Ends with `N passed, N failed`.

Each of these once ended the server, or took a socket that nobody counted and nobody closed. The sequences themselves are varied by
tests/faults/sequences.
"""
import socket
import sys
import time

from loop import SLOW, Server, check, counts
from ws import PING, PONG, Ws, answer, frame, http

LOCAL = b"Host: 127.0.0.1\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + LOCAL + b"\r\n"


def send(s, *parts):
    """The parts on one connection, a moment apart; what came back until the server closed it. After its own close frame the server waits up
    to ten seconds for ours."""
    with socket.create_connection(("127.0.0.1", s.port), 30) as c:
        got = b""
        try:
            for part in parts:
                c.sendall(part)
                time.sleep(0.02)
            while more := c.recv(65536):
                got += more
        except (ConnectionResetError, BrokenPipeError):
            pass
        return got


def a_second_request_is_not_read(s):
    for n in range(20):
        got = send(s, GET, b"GET / HTTP/1.1\r\n" + LOCAL + b"Upgrade: foo\r\nConnection: Upgrade\r\n\r\n")
        check(got.count(b"HTTP/1.1") == 1 and b"\r\nconnection: close\r\n" in got, "an upgrade to foo as the second request", got)
    check(s.alive(), "alive after upgrades to foo")
    for length, sent in ((100, 10), (5000, 2500), (3000, 1)):
        half = b"POST /games/queen/create HTTP/1.1\r\n" + LOCAL + b"Content-Length: %d\r\n\r\n" % length + b"{" * sent
        got = send(s, GET + half, b"{" * (length - sent))
        check(got.count(b"HTTP/1.1") == 1 and b"HTTP/1.1 200" in got, "half a POST behind a request, in one packet", got)
    check(s.alive(), "alive after half a POST")


UPGRADE = b"GET /ws HTTP/1.1\r\n" + LOCAL + b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
HTTP2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"


def what_is_no_request_of_ours_is_closed(s):
    """At once, and the socket with it, whatever the library would make of it."""
    for name, *parts in [
        ("CONNECT", b"CONNECT / HTTP/1.1\r\n" + LOCAL + b"\r\n", b"more"),
        ("CONNECT to a host", b"CONNECT example.org:443 HTTP/1.1\r\n" + LOCAL + b"\r\n"),
        ("CONNECT and then a request", b"CONNECT / HTTP/1.1\r\n" + LOCAL + b"\r\n" + GET),
        ("CONNECT in two packets", b"CONNECT / HT", b"TP/1.1\r\n" + LOCAL + b"\r\n", GET),
        ("HTTP/2 at once", HTTP2),
        ("HTTP/2 in two packets", HTTP2[:10], HTTP2[10:]),
        ("HTTP/2 by upgrade", UPGRADE + b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", HTTP2),
        ("an unknown upgrade", UPGRADE + b"Upgrade: foo\r\n\r\n", GET),
        ("an unknown upgrade, kept alive", UPGRADE + b"Connection: keep-alive\r\nUpgrade: foo\r\n\r\n" + GET),
        ("no Connection: Upgrade", b"GET /ws HTTP/1.1\r\n" + LOCAL + b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n", GET),
        ("no key", b"GET /ws HTTP/1.1\r\n" + LOCAL + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n", GET),
        ("an old WebSocket", UPGRADE + b"Upgrade: websocket\r\nSec-WebSocket-Version: 8\r\n\r\n", GET),
        ("a WebSocket of no version", UPGRADE + b"Upgrade: websocket\r\n\r\n", GET),
        ("a path that is none", b"GET nonsense HTTP/1.1\r\n" + LOCAL + b"\r\n", GET),
        ("a method nobody has", b"BREW / HTTP/1.1\r\n" + LOCAL + b"\r\n", GET),
        ("a length below nothing", b"POST /games/queen/create HTTP/1.1\r\n" + LOCAL + b"Content-Length: -5\r\n\r\n{}", GET),
        ("HTTP/1.0 that wants to stay", b"GET /healthz HTTP/1.0\r\n" + LOCAL + b"Connection: keep-alive\r\n\r\n", GET),
        ("two requests in one packet", GET + GET),
    ]:
        begun = time.time()
        got = send(s, *parts)
        check(got.count(b"HTTP/1.1 ") <= 1 and b" 101 " not in got, name, got)
        check(time.time() - begun < 2 * SLOW, name + " is closed at once", time.time() - begun)
        check(s.alive(), "alive after " + name)
    check(s.figure("sockets") == 1, "no socket is left open", s.figure("sockets"))


def only_our_protocol_can_be_asked_for(s):
    for name, status in (("bigmuddy", 101), ("", 101), ("listen", 400), ("http-only", 400), ("foo", 400), ("listen, bigmuddy", 400), ("x" * 200, 400)):
        w = Ws(s.port, headers="Sec-WebSocket-Protocol: %s\r\n" % name)
        check(w.status == status, "the protocol '%s'" % name[:20], w.status)
        w.close()


def frames_have_to_be_masked(s):
    """RFC 6455, 5.1: any frame, the first one and every later one, whole or in pieces."""
    hello = b'{"type":"leave","key":"k"}'
    for name, payload, how in (("a text", hello, {}), ("a long text", b"x" * 300, {}), ("a part", hello, {"fin": False}), ("an empty text", b"", {}),
                               ("a ping", b"?", {"opcode": PING}), ("a pong", b"?", {"opcode": PONG})):
        w = Ws(s.port)
        w.send(payload, mask=False, **how)
        check(w.ended() == 1002, name + " that is not masked ends the connection")
        w.close()
        w = Ws(s.port)
        for n in range(3):
            w.send({"type": "leave", "key": "k%d" % n})
            check(w.recv().get("key") == "k%d" % n, "masked frames are read")
        w.send(payload, mask=False, **how)
        check(w.ended() == 1002, name + " that is not masked, behind others that are")
        w.close()
        w = Ws(s.port)
        w.s.sendall(frame(hello) + frame(payload, mask=False, **how) + frame(hello))
        check(w.recv().get("key") == "k" and w.ended() == 1002, name + " that is not masked, in one packet with others that are")
        w.close()
    for mask, expected in ((True, "hello"), (False, 1002)):
        w = Ws(s.port)
        for n, byte in enumerate(frame(hello, mask=mask)):
            if n < 2 or mask:           # after the first two it may be closed
                w.s.sendall(bytes([byte]))
                time.sleep(0.01)
        got = w.recv()
        check((got[1] if isinstance(got, tuple) else got["code"]) == expected, "byte by byte, masked: %s" % mask, got)
        w.close()
    early = send(s, UPGRADE + b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n" + frame(hello))
    check(b" 101 " in early and b'"code"' not in early, "a frame before the handshake is over is not read", early)


def frames_that_are_no_messages_count(s):
    """Parts without an end, pings and pongs: each counts as a message, or a client could send as many as the network takes."""
    for name, flood in (("empty parts", frame(b"", fin=False) + frame(b"", opcode=0, fin=False) * 2000), ("pings", frame(b"?", opcode=PING) * 2000),
                        ("pongs", frame(b"?", opcode=PONG) * 2000)):
        w = Ws(s.port)
        try:
            w.s.sendall(flood)
        except (BrokenPipeError, ConnectionResetError):
            pass
        check(w.ended() in (1008, 0), name + " without an end are sent away")
        w.close()
    w = Ws(s.port)
    w.send(b"", fin=False)
    for byte in b'{"type":"leave","key":"k"}':
        w.send(bytes([byte]), opcode=0, fin=False)
    w.send(b"", opcode=0)
    check(w.recv().get("key") == "k", "a message may come in small parts all the same")
    for n in range(5):
        w.send(b"%d" % n, opcode=PING)
        check(w.frame_in() == (PONG, True, b"%d" % n), "a ping is answered")
    w.close()


def every_socket_has_its_time(s):
    """Sockets that say nothing, begin a request, or open a WebSocket and say nothing there."""
    silent = [socket.create_connection(("127.0.0.1", s.port), 10) for _ in range(3)]
    silent[1].sendall(b"GET / HT")
    silent[2].sendall(UPGRADE)
    w = Ws(s.port)
    check(s.figure("sockets") == 5, "every socket is counted", s.figure("sockets"))
    begun = time.time()
    for one in silent:
        check(one.recv(100) == b"", "who says nothing is sent away")
    check(w.ended() == 1008, "also from a WebSocket")
    check(time.time() - begun < 5 * SLOW, "in time", time.time() - begun)
    w.close()
    begun = time.time()
    while s.figure("sockets") > 1 and time.time() - begun < 5 * SLOW:
        time.sleep(0.1)
    check(s.figure("sockets") == 1, "and is not counted any more", s.figure("sockets"))


def behind_a_proxy_sockets_belong_to_its_clients(s):
    """A client may have --clients-per-address WebSockets, and 256 requests beside."""
    def half(address):
        one = socket.create_connection(("127.0.0.1", s.port), 10)
        one.sendall(b"POST /games/queen/create HTTP/1.1\r\n" + LOCAL + b"X-Forwarded-For: %s\r\nContent-Length: 100\r\n\r\n{" % address)
        return one

    held = [half(b"192.0.2.1") for _ in range(5 + 256)]
    time.sleep(0.2 * SLOW)
    one = half(b"192.0.2.1")
    check(answer(one)[0] == 429, "one client has too many")
    check(http(s.port, "GET /games HTTP/1.1\nHost: 127.0.0.1\nX-Forwarded-For: 192.0.2.2\n")[0] == 200, "the others are served")
    some = [Ws(s.port, headers="X-Forwarded-For: 192.0.2.3\r\n") for _ in range(6)]
    check([w.status for w in some] == [101] * 5 + [429], "WebSockets of one client", [w.status for w in some])
    for one in held:
        one.close()
    time.sleep(0.2 * SLOW)
    check(http(s.port, "GET /games HTTP/1.1\nHost: 127.0.0.1\nX-Forwarded-For: 192.0.2.1\n")[0] == 200, "who has left makes room")


def every_message_is_answered(s):
    """Also one that comes too fast, and with its own key; or the connection is closed."""
    w = Ws(s.port)
    for n in range(150):
        w.send({"type": "leave", "key": "k%d" % n})
    got = [w.recv() for _ in range(150)]
    check([one.get("key") for one in got] == ["k%d" % n for n in range(150)], "every message is answered, in order")
    codes = [one.get("code") for one in got]
    check(codes[0] == "hello" and codes[-1] == "too_fast", "the first as ever, the last as too fast", codes)
    try:
        for n in range(300):
            w.send({"type": "leave", "key": "k%d" % n})
    except (BrokenPipeError, ConnectionResetError):
        pass
    check(w.ended() in (1008, 0), "who does not slow down is sent away")


def who_goes_on_asking_is_not_answered(s):
    """Sixty answers that say to wait; then sockets are closed unread, for an answer costs more."""
    got = [s.get("/games")[0] for _ in range(120)]
    check(got[0] == 200 and got[30] == 429 and got[-1] == 0, "first answered, then told to wait, then closed", got)
    check(sorted(got, key=[200, 429, 0].index) == got, "in that order", got)


def what_costs_more_counts_for_more(s):
    """A body of 300 KiB is as much as 75 requests, and is read aside: what is wrong with it is said all the same."""
    long = {"k%06d" % n: 0 for n in range(24000)}
    status, _, body = s.post("/games/queen/create", long)
    check(status == 400 and b"bad_message" in body, "a long body is answered", (status, body[:100]))
    check(s.get("/games")[0] == 429, "and has to be paid for")


def files_cost_next_to_nothing(s):
    """Twenty are one request. They go on where other requests are told to wait, the page itself a little less far; then they are refused too.
    With 6 requests a minute an address gains next to nothing while this runs; what it owes at most is 60."""
    got = [s.get("/bigmuddy.css")[0] for _ in range(40)]
    check(got == [200] * 40, "forty files for two requests", got)
    check(s.get("/games")[0] == 200 and s.get("/games")[0] == 429, "another request is what is left of three")
    browser = "Accept: text/html,*/*\n"
    got = {path: [s.get(path, browser) for _ in range(50)] for path in ("/", "/nothing", "/bigmuddy.css")}
    check({one[0] for one in got["/"]} == {200}, "the page still opens", got["/"][-1])
    check({one[0] for one in got["/nothing"]} <= {429, 0}, "what is not there costs a whole request", [one[0] for one in got["/nothing"]])
    check({one[0] for one in got["/bigmuddy.css"]} == {429}, "in the end files are refused as well", [one[0] for one in got["/bigmuddy.css"]])


def who_reads_a_refusal_is_told_how_long_it_takes(s):
    """A person in words, and the browser asks again by itself; a program by Retry-After. The page is refused before its files are."""
    check([s.get("/games")[0] for _ in range(3)] == [200] * 3, "three at once")
    for _ in range(17):
        s.get("/games")
    page = s.get("/", "Accept: text/html,*/*\n")
    wait = page[1].get("retry-after", "0")
    check(page[0] == 429 and page[1]["content-type"].startswith("text/html") and ("%s seconds" % wait).encode() in page[2], "a page for people", page)
    check(page[1].get("refresh") == wait and 5 <= int(wait) <= 60, "which asks again by itself", page[1])
    program = s.get("/", "Accept: */*\n")
    check(program[0] == 429 and b'"too_fast"' in program[2] and "refresh" not in program[1], "JSON for programs", program)
    check(s.get("/bigmuddy.css")[0] == 200, "who has got the page gets its files")


def messages_of_an_address_count_together(s):
    """Ten connections' worth: the eleventh and later ones have no more burst than is left."""
    some = [Ws(s.port) for _ in range(20)]
    for w in some:
        for n in range(30):
            w.send({"type": "leave", "key": "k%d" % n})
    codes = [w.recv().get("code") for w in some for _ in range(30)]
    check(250 < codes.count("hello") < 550 and codes.count("too_fast") == len(codes) - codes.count("hello"), "all are answered, not all are read",
          (codes.count("hello"), codes.count("too_fast")))
    try:
        for _ in range(100):
            some[-1].send({"type": "leave", "key": "x" * 5000})
    except (BrokenPipeError, ConnectionResetError):
        pass
    check(some[-1].ended() in (1008, 0), "a long message that comes too fast ends the connection")
    for w in some:
        w.close()


SCENES = [
    (who_goes_on_asking_is_not_answered, "--requests", "60"), (what_costs_more_counts_for_more, "--requests", "120"),
    (files_cost_next_to_nothing, "--requests", "6"), (who_reads_a_refusal_is_told_how_long_it_takes, "--requests", "6"),
    (messages_of_an_address_count_together, "--messages", "10"),
    (a_second_request_is_not_read,), (what_is_no_request_of_ours_is_closed,), (only_our_protocol_can_be_asked_for,), (frames_have_to_be_masked,),
    (frames_that_are_no_messages_count,),
    (every_socket_has_its_time, "--hello", "1"),
    (behind_a_proxy_sockets_belong_to_its_clients, "--proxy", "--clients-per-address", "5"),
    (every_message_is_answered, "--messages", "10"),
]


def main():
    for scene, *flags in SCENES:
        s = Server(*flags)
        scene(s)
        check(s.stop()[0] == 0, "the end, after " + scene.__name__, s.logged()[-2000:])
    print("%d passed, %d failed" % (counts[True], counts[False]))
    return counts[False] > 0


if __name__ == "__main__":
    sys.exit(main())
