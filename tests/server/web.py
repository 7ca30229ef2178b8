#!/usr/bin/env python3
"""A web server that misbehaves as its paths say: web.py [CERTIFICATE KEY]. Says its port on stdout, then each request as a line of JSON."""
import base64
import http.server
import json
import ssl
import sys
import threading
import time

one_at_a_time = threading.Lock()


class Web(http.server.BaseHTTPRequestHandler):
    tries = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        line = json.dumps({"path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()},
                           "body": base64.urlsafe_b64encode(body).decode().rstrip("=")})
        with one_at_a_time:
            print(line, flush=True)
        if self.path == "/slow":
            time.sleep(3)
        if self.path == "/flaky":
            Web.tries += 1
        status = {"/gone": 410, "/unknown": 404, "/away": 307, "/flaky": 503 if Web.tries < 2 else 201}.get(self.path, 201)
        self.send_response(status)
        if self.path == "/away":
            self.send_header("Location", "/elsewhere")
        self.end_headers()
        if self.path == "/endless":
            try:
                while True:
                    self.wfile.write(b"x" * 65536)
            except OSError:
                pass

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
if len(sys.argv) > 1:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = tls.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
