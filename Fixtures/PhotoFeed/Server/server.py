"""The photo server: GraphQL over HTTP, subscriptions as server-sent events, pictures. It needs Python 3.10 and nothing else.

    python3 Server/server.py [--port 8080] [--token-uses 20]

Everything is in memory. Users are ada, grace, alan and mary; the password of all is "tulip". An access token is accepted as often as
`--token-uses` says and then has to be renewed. A mutation with the header field `Idempotency-Key` is executed once, however often it is
sent.
"""

import argparse
import json
import queue
import struct
import sys
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from graphql import Execution, GraphQLError, Parser
from photos import Library, Mutation, Query, Subscription

LARGEST_BODY = 1 << 20


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    library: Library
    # The answers to mutations by user and key.
    answers: dict = {}

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/graphql" or not length.isdigit() or int(length) > LARGEST_BODY:
            return self.respond(404 if self.path != "/graphql" else 400, {"errors": [{"message": "Not a GraphQL request."}]})
        try:
            request = json.loads(self.rfile.read(int(length)))
            operations, fragments = Parser(request["query"]).document()
            operation = operations.get(request.get("operationName") or next(iter(operations)))
            variables = {**operation["defaults"], **(request.get("variables") or {})}
            if operation["kind"] == "subscription":
                return self.stream(operation, fragments, variables)
            self.respond(*self.execute(operation, fragments, variables))
        except GraphQLError as error:
            self.respond(error.status, {"errors": [error.as_json()]})
        except (AttributeError, KeyError, LookupError, RecursionError, TypeError, ValueError):
            self.respond(400, {"errors": [{"message": "The request is not well-formed."}]})

    def execute(self, operation: dict, fragments: dict, variables: dict) -> tuple[int, dict]:
        with self.library.lock:
            user = self.library.user(self.token)
            key = (user.id if user else "", self.headers.get("Idempotency-Key"))
            if operation["kind"] == "mutation" and key in self.answers:
                return self.answers[key]
            root = {"query": Query, "mutation": Mutation}[operation["kind"]](self.library, user, self.base)
            execution = Execution(fragments, variables)
            data = execution.run(root, operation["selections"])
            body = {"data": data, **({"errors": execution.errors} if execution.errors else {})}
            is_rejected = any(error.get("extensions", {}).get("code") == "UNAUTHENTICATED" for error in execution.errors)
            answer = (401, {"errors": execution.errors}) if is_rejected else (200, body)
            if operation["kind"] == "mutation" and key[1] and not is_rejected:
                self.answers[key] = answer
            return answer

    def stream(self, operation: dict, fragments: dict, variables: dict):
        """Sends an event for each comment until the client goes away."""
        selection = operation["selections"][0]
        photo_id = selection["arguments"]["photoID"](variables)
        comments: queue.Queue = queue.Queue()
        with self.library.lock:
            user = self.library.user(self.token)
            if user is None:
                raise GraphQLError("Please sign in.", "UNAUTHENTICATED", status=401)
            listeners = self.library.listeners.setdefault(self.library.photo(photo_id).id, [])
            listeners.append(comments)
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            self.wfile.write(b":\n\n")
            while True:
                try:
                    comment = comments.get(timeout=10)
                except queue.Empty:
                    self.wfile.write(b":\n\n")
                    continue
                with self.library.lock:
                    root = Subscription(self.library, user, self.base)
                    root.comment = comment
                    data = Execution(fragments, variables).run(root, operation["selections"])
                self.wfile.write(f"event: next\ndata: {json.dumps({'data': data})}\n\n".encode())
        except OSError:
            pass
        finally:
            with self.library.lock:
                listeners.remove(comments)

    def do_GET(self):
        name = self.path.removeprefix("/images/").removesuffix(".png")
        if not name.startswith("photo-"):
            return self.respond(404, {})
        self.respond_with(200, "image/png", picture(zlib.crc32(name.encode())))

    @property
    def token(self) -> str:
        return self.headers.get("Authorization", "").removeprefix("Bearer ")

    @property
    def base(self) -> str:
        return f"http://{self.headers.get('Host', 'localhost')}"

    def respond(self, status: int, body: dict):
        self.respond_with(status, "application/json", json.dumps(body).encode())

    def respond_with(self, status: int, content_type: str, body: bytes):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that goes away is no error."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def picture(seed: int, size: int = 64) -> bytes:
    """A small PNG of colors."""
    red, green, blue = seed & 255, seed >> 8 & 255, seed >> 16 & 255
    rows = b"".join(
        b"\0" + b"".join(bytes(((red + 2 * x) & 255, (green + 2 * y) & 255, blue)) for x in range(size)) for y in range(size)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=8080, help="0 takes a free one")
    options.add_argument("--token-uses", type=int, default=20)
    options = options.parse_args()
    Handler.library = Library(options.token_uses)
    server = Server(("127.0.0.1", options.port), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/graphql", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
