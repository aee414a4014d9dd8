"""An HTTP server whose misbehaviour is selected by the path. Prints its port when it listens, then a line of JSON for each request whose
path begins with `seen`. Ends when its standard input ends.

A path is a name and arguments, between slashes: `/redirect/302/http:%2F%2F127.0.0.1:80%2F`. The usual answer to a
successful request is `{"data": {"hello": "world"}}`.
"""

import json
import socketserver
import struct
import sys
import threading
import time
import urllib.parse
import zlib
from http.server import BaseHTTPRequestHandler

JSON_TYPE = ("Content-Type", "application/json")
EVENTS_TYPE = ("Content-Type", "text/event-stream")
PARTS_TYPE = ("Content-Type", "multipart/mixed; boundary=b")
HELLO = b'{"data": {"hello": "world"}}'
MEGABYTE = b"x" * (1 << 20)

output_lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        self.sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0].removeprefix("/").split("/")
        self.arguments = [urllib.parse.unquote(argument) for argument in path[1:]]
        getattr(self, "at_" + path[0], self.not_found)()

    do_GET = do_POST

    # Ways to answer

    def answer(self, data, status=200, headers=()):
        self.head(status, headers, length=len(data))
        self.wfile.write(data)

    def head(self, status=200, headers=(), length=None):
        """A head. Without a length, the body continues until the connection ends."""
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if length is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def json(self, value):
        self.answer(json.dumps(value).encode(), headers=[JSON_TYPE])

    def forever(self, data):
        """Until the client hangs up, which ends the handler with an exception."""
        while True:
            self.wfile.write(data)

    def not_found(self):
        self.answer(b"", status=404)

    def at_late(self):
        """An ordinary answer, after a second."""
        time.sleep(1)
        self.at_hello()

    def at_hello(self):
        self.json({"data": {"hello": "world"}})

    def at_seen(self):
        """Reports the received request to the test: the method, the header and the body."""
        seen = {
            "method": self.command,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": self.sent.decode("utf-8", "replace"),
        }
        with output_lock:
            print(json.dumps(seen), flush=True)
        self.at_hello()

    # Challenges: /challenge/STATUS/SCHEME

    def at_challenge(self):
        """Reports the number of requests so far and the credentials of this one to the test."""
        status = int(self.arguments[0])
        with output_lock:
            self.server.count += 1
            print(self.server.count, self.headers.get("Authorization"), self.headers.get("Proxy-Authorization"), flush=True)
        name = "Proxy-Authenticate" if status == 407 else "WWW-Authenticate"
        headers = [(name, value) for value in self.arguments[1].split("|")]
        self.answer(b"who are you?", status=status, headers=headers)

    # Redirects: /redirect/STATUS/LOCATION

    def at_redirect(self):
        self.answer(b"{}", status=int(self.arguments[0]), headers=[("Location", self.arguments[1])])

    def at_loop(self):
        self.answer(b"", status=302, headers=[("Location", "/loop")])

    def at_count(self):
        """/count/N: N redirects, then an answer."""
        count = int(self.arguments[0])
        if count == 0:
            return self.at_hello()
        self.answer(b"", status=307, headers=[("Location", f"/count/{count - 1}")])

    def at_redirectEndless(self):
        self.head(302, [("Location", "/hello")])
        self.forever(MEGABYTE)

    def at_redirectBomb(self):
        self.bomb(302, [("Location", "/hello")])

    # Bodies

    def bomb(self, status, headers):
        """4 GB of zeros. All blocks but the first, behind which nothing is remembered, are the same bytes."""
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        first, block = (packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
        # The last block is empty. Then come the checksum, and the length modulo 2^32.
        data = first + block * 4095 + b"\x03\x00" + struct.pack("<II", 0xD202EF8D, 0)
        self.answer(data, status, list(headers) + [("Content-Encoding", "gzip")])

    def at_bomb(self):
        self.bomb(200, [JSON_TYPE])

    def at_accepted(self):
        """/accepted/N: an answer of N bytes that is valid, apart from its length."""
        size = int(self.arguments[0])
        self.head(200, [JSON_TYPE], length=size)
        self.wfile.write(b'{"data": {"blob": "')
        left = size - 19 - 3
        while left > 0:
            self.wfile.write(MEGABYTE[:left])
            left -= len(MEGABYTE)
        self.wfile.write(b'"}}')

    def at_endless(self):
        """/endless/STATUS"""
        self.head(int(self.arguments[0]), [("Content-Type", "text/plain")])
        self.forever(MEGABYTE)

    def at_raw(self):
        """/raw/TEXT: the given text, then the end of the connection."""
        self.wfile.write(self.arguments[0].encode())
        self.close_connection = True

    def at_endlessHeaderLine(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        self.forever(MEGABYTE)

    def at_endlessHeader(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        number = 0
        while True:
            self.wfile.write(b"".join(b"X-%d: y\r\n" % (number + i) for i in range(1000)))
            number += 1000

    def at_endlessInterim(self):
        self.forever(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 1000)

    def at_chunkExtension(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;")
        self.forever(MEGABYTE)

    def at_silence(self):
        """/silence/TEXT: the given text, and nothing more."""
        self.wfile.write(self.arguments[0].encode())
        threading.Event().wait()

    def at_busy(self):
        """/busy/RETRY-AFTER: busy the first time."""
        key = self.client_address[0]
        with output_lock:
            first = key not in self.server.known
            self.server.known.add(key)
        if not first:
            return self.at_hello()
        self.answer(b"", status=503, headers=[("Retry-After", self.arguments[0])])

    def at_alwaysBusy(self):
        """/alwaysBusy/RETRY-AFTER: busy each time, and counted."""
        with output_lock:
            self.server.count += 1
        self.answer(b"", status=503, headers=[("Retry-After", self.arguments[0])])

    def at_executed(self):
        """How many requests or mutations have been counted."""
        self.json({"data": {"hello": str(self.server.count)}})

    def at_oddBatch(self):
        """/oddBatch/STATUS/BODY: executes every mutation, and gives a batch an odd answer."""
        operations = json.loads(self.sent)
        is_batch = isinstance(operations, list)
        with output_lock:
            self.server.count += len(operations) if is_batch else 1
        if is_batch:
            return self.answer(self.arguments[1].encode(), status=int(self.arguments[0]), headers=[JSON_TYPE])
        self.json({"data": {"send": "done"}})

    # Event streams

    def at_eventLine(self):
        self.head(200, [EVENTS_TYPE])
        self.wfile.write(b"data: ")
        self.forever(MEGABYTE)

    def at_eventData(self):
        self.head(200, [EVENTS_TYPE])
        self.forever((b"data: " + b"x" * 1000 + b"\n") * 1000)

    def at_eventType(self):
        self.head(200, [EVENTS_TYPE])
        self.wfile.write(b"event: ")
        self.forever(MEGABYTE)

    def at_comments(self):
        """A gigabyte of comments, without end of line, and of unknown fields; then an event."""
        self.head(200, [EVENTS_TYPE])
        for _ in range(256):
            self.wfile.write(b":" + MEGABYTE + b"\n" + b"id: " + MEGABYTE + b"\nx" + MEGABYTE + b"\n\n" + MEGABYTE + b"\n")
        self.wfile.write(b'event: next\ndata: {"data": {"event": "after"}}\n\nevent: complete\n\n')

    def at_events(self):
        """/events/SIZE: events without end."""
        self.head(200, [EVENTS_TYPE])
        event = b'event: next\ndata: {"data": {"event": "' + b"x" * int(self.arguments[0]) + b'"}}\n\n'
        self.forever(event * max(1, (1 << 16) // len(event)))

    # Parts

    def at_partHeader(self):
        self.head(200, [PARTS_TYPE])
        self.wfile.write(b"--b\r\nX-Long: ")
        for _ in range(400):
            self.wfile.write(MEGABYTE)
        self.wfile.write(b"\r\n\r\n" + HELLO + b"\r\n--b--\r\n")

    def at_preamble(self):
        self.head(200, [PARTS_TYPE])
        self.forever(MEGABYTE + b"\r\n")

    def at_part(self):
        self.head(200, [PARTS_TYPE])
        self.wfile.write(b"--b\r\n\r\n")
        self.forever(MEGABYTE + b"\r\n")

    def at_padding(self):
        """16 MB of white space after a delimiter, then a valid part."""
        self.head(200, [PARTS_TYPE])
        self.wfile.write(b"--b")
        for _ in range(16):
            self.wfile.write(b" " * (1 << 20))
        self.wfile.write(b"\r\n\r\n" + HELLO + b"\r\n--b--\r\n")

    def at_parts(self):
        """/parts/SIZE: parts without end, of the multipart subscription protocol."""
        self.head(200, [PARTS_TYPE])
        part = b'--b\r\nContent-Type: application/json\r\n\r\n{"payload": {"data": {"event": "' + b"x" * int(self.arguments[0]) + b'"}}}\r\n'
        self.forever(part * max(1, (1 << 16) // len(part)))

    def at_bigPart(self):
        """/bigPart/N: a valid event of N bytes in the multipart subscription protocol."""
        self.head(200, [PARTS_TYPE])
        self.wfile.write(b'--b\r\n\r\n{"payload": {"data": {"blob": "')
        for _ in range(int(self.arguments[0]) >> 20):
            self.wfile.write(MEGABYTE)
        self.wfile.write(b'"}}}\r\n--b--\r\n')

    def at_bigEvent(self):
        """/bigEvent/N: the same as a server-sent event."""
        self.head(200, [EVENTS_TYPE])
        self.wfile.write(b'data: {"data": {"blob": "')
        for _ in range(int(self.arguments[0]) >> 20):
            self.wfile.write(MEGABYTE)
        self.wfile.write(b'"}}\n\nevent: complete\n\n')

    def at_unknownParts(self):
        """An endless series of parts of a query that have no place."""
        self.head(200, [PARTS_TYPE])
        self.wfile.write(b'--b\r\n\r\n{"data": {"hello": "world"}, "hasNext": true}\r\n')
        number = 0
        while True:
            parts = []
            for _ in range(1000):
                number += 1
                parts.append(b'--b\r\n\r\n{"label": "x", "path": [%d], "data": {"a": "%s"}, "hasNext": true}\r\n' % (number, b"y" * 100))
            self.wfile.write(b"".join(parts))

    # What responses contain. The test reads their size.

    def sized(self, data, headers=(JSON_TYPE,)):
        with output_lock:
            print(len(data), flush=True)
        self.answer(data, headers=headers)

    def at_circle(self):
        """/circle/N: a person whose friends are N times this person."""
        me = '{"__typename": "Person", "id": "1", "name": "Ada", "friends": '
        # The list of the person itself is written last.
        friends = ", ".join([me + "[]}"] * int(self.arguments[0]))
        self.sized(f'{{"data": {{"person": {me}[{friends}]}}}}}}'.encode())

    def at_unselected(self):
        """/unselected/N: N numbers that the operation does not select."""
        numbers = ", ".join(["0"] * int(self.arguments[0])).replace(" ", "")
        self.sized(f'{{"data": {{"value": 1, "numbers": [{numbers}]}}}}'.encode())

    def at_names(self):
        """/names/PLACE/MARKS/N: N names, each with so many combining marks in a row and a number, in a member of the response."""
        place, marks, count = self.arguments[0], int(self.arguments[1]), int(self.arguments[2])
        names = ", ".join('"a%s%d": 1' % ("\u0301" * marks, number) for number in range(count))
        value = "{%s}" % names
        data = {
            "envelope": '{"data": {"value": 1}, %s}' % names,
            "extensions": '{"data": {"value": 1}, "extensions": %s}' % value,
            "scalar": '{"data": {"value": %s}}' % value,
            "error": '{"data": {"value": 1}, "errors": [{"message": "x", "extensions": %s}]}' % value,
        }[place]
        self.sized(data.encode())

    def at_delivered(self):
        """/delivered/KIND/N: a response in parts. Items of a list, or deferred fragments, in one of the wire forms."""
        kind, count = self.arguments[0], int(self.arguments[1])
        people = [{"__typename": "Person", "id": str(number), "name": "Ada"} for number in range(count)]
        bare = [{"__typename": "Person", "id": person["id"]} for person in people]
        item, details = "StreamedQuery$stream$people", "DeferredQuery$defer$details"
        first, parts = {"data": {"people": []}, "hasNext": True}, []
        if kind == "items":
            parts = [{"label": item, "path": ["people", number], "data": person} for number, person in enumerate(people)]
        elif kind == "lists":
            parts = [{"incremental": [{"label": item, "path": ["people", number], "items": [person]}]} for number, person in enumerate(people)]
        elif kind == "pending":
            first["pending"] = [{"id": "0", "label": item, "path": ["people"]}]
            parts = [{"incremental": [{"id": "0", "items": [person]}]} for person in people]
        elif kind == "backwards":
            parts = [{"label": item, "path": ["people", number], "data": people[number]} for number in reversed(range(count))]
        elif kind == "far":
            parts = [{"label": item, "path": ["people", (1 << 20) - 2 - number], "data": people[number]} for number in range(count)]
        elif kind == "early":
            parts = [{"label": details, "path": ["people", number], "data": {"name": "Ada"}} for number in range(count)]
            first, parts = parts[0], parts[1:] + [{"data": {"people": bare}}]
        elif kind == "details":
            first["data"]["people"] = bare
            parts = [{"label": details, "path": ["people", number], "data": {"name": "Ada"}} for number in range(count)]
        elif kind == "ids":
            first["data"]["people"] = bare
            first["pending"] = [{"id": str(number), "label": details, "path": ["people", number]} for number in range(count)]
            parts = [{"incremental": [{"id": str(number), "data": {"name": "Ada"}}], "completed": [{"id": str(number)}]} for number in range(count)]
        elif kind == "longPath":
            first["data"]["people"] = bare
            path = ["people"] + [0] * 400_000
            parts = [{"label": details, "path": path, "data": {"name": "Ada"}} for _ in range(count)]
        payloads = [first] + [part | {"hasNext": True} for part in parts] + [{"hasNext": False}]
        data = b"".join(b"--b\r\nContent-Type: application/json\r\n\r\n" + json.dumps(payload).encode() + b"\r\n" for payload in payloads)
        self.sized(data + b"--b--\r\n", headers=[PARTS_TYPE])


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    known = set()
    count = 0
    request_queue_size = 1024

    def handle_error(self, request, address):
        pass


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
