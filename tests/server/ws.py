"""WebSockets frame by frame, for tests that send what no decent client would, refuse to read or to answer, or look at single frames. All others use
../e2e/muddy.py, which stands on python3-websockets."""
import base64
import json
import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def http(port, head, body=b"", timeout=10):
    """Sends bytes, returns (status, headers, body) of one answer; status 0: the connection was closed without one."""
    with socket.create_connection(("127.0.0.1", port), timeout) as s:
        s.sendall(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n" + body)
        return answer(s)


def answer(s, head_only=False):
    got = b""
    try:
        while b"\r\n\r\n" not in got:
            more = s.recv(65536)
            if not more:
                return 0, {}, got
            got += more
        head, body = got.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, value = line.split(":", 1)
            headers.setdefault(name.lower(), value.strip())
        length = 0 if head_only else int(headers.get("content-length", 0))
        while len(body) < length:
            more = s.recv(65536)
            if not more:
                break
            body += more
        return int(lines[0].split()[1]), headers, body
    except (ConnectionResetError, BrokenPipeError):
        return 0, {}, got


def frame(payload, opcode=TEXT, fin=True, mask=True, length=None):
    """The bytes of a frame. length: what it says of its length, if that is not the truth."""
    n = len(payload) if length is None else length
    key = os.urandom(4) if mask else b""
    bits = 0x80 if mask else 0
    head = bytes([(0x80 if fin else 0) | opcode])
    head += bytes([bits | n]) if n < 126 else bytes([bits | 126]) + struct.pack(">H", n) if n < 65536 else bytes([bits | 127]) + struct.pack(">Q", n)
    if mask and payload:
        pad = (key * (len(payload) // 4 + 1))[:len(payload)]
        payload = (int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")).to_bytes(len(payload), "big")
    return head + key + payload


class Ws:
    def __init__(self, port, path="/ws", origin=None, host=None, headers="", timeout=10, read_bytes=None):
        self.s = socket.socket()
        if read_bytes:
            self.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, read_bytes)
        self.s.settimeout(timeout)
        self.s.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" % (path, host or "127.0.0.1:%d" % port)
        head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n" % key
        if origin:
            head += "Origin: %s\r\n" % origin
        self.s.sendall((head + headers + "\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            more = self.s.recv(4096)
            if not more:
                break
            self.buffer += more
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0
        self.head = head.decode("latin-1")

    def send(self, payload, **how):
        if not isinstance(payload, bytes):
            payload = (payload if isinstance(payload, str) else json.dumps(payload)).encode()
        self.s.sendall(frame(payload, **how))

    def take(self, n):
        while len(self.buffer) < n:
            more = self.s.recv(65536)
            if not more:
                raise EOFError
            self.buffer += more
        got, self.buffer = self.buffer[:n], self.buffer[n:]
        return got

    def frame_in(self):
        """(opcode, fin, payload)"""
        a, b = self.take(2)
        n = b & 127
        if n == 126:
            n = struct.unpack(">H", self.take(2))[0]
        elif n == 127:
            n = struct.unpack(">Q", self.take(8))[0]
        return a & 15, bool(a & 0x80), self.take(n)

    def recv(self):
        """The next message as an object; ("close", code) when it ends; pings are answered on the way."""
        whole = b""
        while True:
            try:
                opcode, fin, payload = self.frame_in()
            except (EOFError, ConnectionResetError):
                return ("close", 0)
            if opcode == CLOSE:
                return ("close", struct.unpack(">H", payload[:2])[0] if len(payload) > 1 else 1005)
            if opcode == PING:
                self.send(payload, opcode=PONG)
                continue
            if opcode == PONG:
                continue
            whole += payload
            if fin:
                return json.loads(whole)

    def until(self, kind):
        while True:
            got = self.recv()
            if isinstance(got, tuple) or got.get("type") == kind:
                return got

    def ended(self):
        """The code with which the other side closes."""
        while True:
            got = self.recv()
            if isinstance(got, tuple):
                return got[1]

    def close(self):
        self.s.close()
