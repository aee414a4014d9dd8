"""An HTTP server that misbehaves as the path says. Prints its port when it listens; ends with its standard input."""

import json
import socketserver
import sys
import threading
from http.server import BaseHTTPRequestHandler


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def do_POST(self):
        self.body()
        getattr(self, "at_" + self.path.strip("/").split("/")[0], self.not_found)()

    do_GET = do_POST

    def answer(self, data, status=200, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def json(self, value):
        self.answer(json.dumps(value).encode(), headers=[("Content-Type", "application/json")])

    def not_found(self):
        self.answer(b"", status=404)

    def at_hello(self):
        self.json({"data": {"hello": "world"}})


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request, address):
        pass


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
