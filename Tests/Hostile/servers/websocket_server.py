"""A WebSocket server whose misbehaviour is selected by the path. Prints its port when it listens. Ends when its standard input ends.

Each connection is a thread; `/NAME/ARGUMENT` calls `at_NAME`, with the argument in `self.argument`. The methods say what they print.
"""

import base64
import hashlib
import itertools
import json
import socketserver
import struct
import sys
import threading
import time

PROTOCOL = "graphql-transport-ws"
connections = {}
lock = threading.Lock()


def frame(opcode, payload=b"", final=True):
    length = len(payload)
    head = bytes([(0x80 if final else 0) | opcode])
    if length < 126:
        head += bytes([length])
    elif length < 1 << 16:
        head += b"\x7e" + struct.pack(">H", length)
    else:
        head += b"\x7f" + struct.pack(">Q", length)
    return head + payload


def text(value):
    return frame(1, value if isinstance(value, bytes) else json.dumps(value).encode())


def closing(code, reason=b""):
    return frame(8, struct.pack(">H", code) + reason)


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        self.buffer = b""
        head = self.head().decode("latin-1").split("\r\n")
        self.path = head[0].split(" ")[1]
        headers = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in head[1:] if ":" in line}
        key = headers.get("sec-websocket-key", "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        name, _, self.argument = self.path.strip("/").partition("/")
        with lock:
            self.number = connections[self.path] = connections.get(self.path, 0) + 1
        getattr(self, "at_" + name)()

    # The behaviour of an ordinary server.

    def read(self, count):
        while len(self.buffer) < count:
            data = self.request.recv(1 << 16)
            if not data:
                raise ConnectionError
            self.buffer += data
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def head(self):
        while b"\r\n\r\n" not in self.buffer:
            data = self.request.recv(1 << 16)
            if not data:
                raise ConnectionError
            self.buffer += data
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return head

    def frame(self):
        first, second = self.read(2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", self.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.read(8))[0]
        mask = self.read(4)
        payload = self.read(length)
        if first & 0x0F >= 8:
            payload = bytes(byte ^ mask[index & 3] for index, byte in enumerate(payload))
        else:
            value = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (length // 4 + 1))[:length], "big")
            payload = value.to_bytes(length, "big")
        return first & 0x0F, payload

    def message(self, *types):
        """The next message of one of these types."""
        while True:
            opcode, payload = self.frame()
            if opcode == 8:
                raise ConnectionError
            if opcode == 1:
                value = json.loads(payload)
                if value["type"] in types:
                    return value

    def send(self, *frames):
        self.request.sendall(b"".join(frames))

    def fields(self):
        return [
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Accept: {self.accept}",
            f"Sec-WebSocket-Protocol: {PROTOCOL}",
        ]

    def shake_hands(self, fields=None, status="HTTP/1.1 101 Switching Protocols"):
        self.send("\r\n".join([status, *(self.fields() if fields is None else fields), "", ""]).encode())

    def acknowledge(self):
        self.shake_hands()
        self.message("connection_init")
        self.send(text({"type": "connection_ack"}))

    def subscribed(self):
        """The operation of the first subscription."""
        self.acknowledge()
        return self.message("subscribe")["id"]

    def next(self, id, value="world"):
        return text({"id": id, "type": "next", "payload": {"data": {"event": value}}})

    def complete(self, id):
        return text({"id": id, "type": "complete"})

    def ignore(self):
        """Keeps the connection open and does nothing, for as long as the client lives."""
        threading.Event().wait()

    def answer_close(self):
        """Prints the code of the received close frame."""
        while True:
            opcode, payload = self.frame()
            if opcode == 8:
                print(struct.unpack(">H", payload[:2])[0], flush=True)
                return

    def at_hello(self):
        self.acknowledge()
        while True:
            id = self.message("subscribe")["id"]
            self.send(self.next(id), self.complete(id))

    # Memory.

    def at_flood(self):
        """An endless series of messages of this many bytes. Prints the close code, or "complete" when the client ends the operation."""
        id = self.subscribed()

        def listen():
            while True:
                opcode, payload = self.frame()
                if opcode == 8:
                    print(struct.unpack(">H", payload[:2])[0], flush=True)
                elif b"complete" in payload:
                    print("complete", flush=True)

        threading.Thread(target=quietly, args=(listen,), daemon=True).start()
        size = int(self.argument)
        data = self.next(id, "x" * size) * max(1, (1 << 16) // (size + 1))
        while True:
            self.send(data)

    def at_neighbour(self):
        """300 MB for the operation with a variable before anything for the other one."""
        self.acknowledge()
        operations = [self.message("subscribe"), self.message("subscribe")]
        slow, quick = (operation["id"] for operation in sorted(operations, key=lambda it: not it["payload"].get("variables")))
        data = self.next(slow, "x" * (1 << 20))
        for _ in range(300):
            self.send(data)
        self.send(self.next(quick), self.complete(quick))
        self.answer_close()

    def at_fragments(self):
        """A message with an endless series of fragments. Prints the close code."""
        self.subscribed()
        threading.Thread(target=quietly, args=(self.answer_close,), daemon=True).start()
        self.send(frame(1, b'{"type":"next","id":"1","payload":"', final=False))
        data = frame(0, b"x" * 65_536, final=False)
        while True:
            self.send(data)

    def at_declared(self):
        """A frame with this length in its header. Prints the close code."""
        self.subscribed()
        self.send(b"\x81\x7f" + struct.pack(">Q", int(self.argument)))
        self.answer_close()

    def at_pings(self):
        """200,000 pings before anything is read. Prints the maximum number of pongs for one ping, and whether the last ping was answered."""
        id = self.subscribed()
        payload = b"x" * 117
        for start in range(0, 200_000, 1000):
            self.send(*(frame(9, payload + b"%08d" % number) for number in range(start, start + 1000)))
        pongs = []
        while not pongs or not pongs[-1].endswith(b"00199999"):
            opcode, payload = self.frame()
            if opcode == 10:
                pongs.append(payload)
        print("answered", len(pongs) == len(set(pongs)), len(pongs) < 200_000, flush=True)
        self.send(self.complete(id))
        self.answer_close()

    def at_messages_pings(self):
        """30,000 pings of the subprotocol, before anything is read. Prints whether the last one was answered."""
        id = self.subscribed()
        filler = "x" * 1000
        for start in range(0, 30_000, 100):
            self.send(*(text({"type": "ping", "payload": {"n": n, "x": filler}}) for n in range(start, start + 100)))
        count = 0
        while True:
            pong = self.message("pong")
            count += 1
            if pong["payload"]["n"] == 29_999:
                break
        print("answered", count < 30_000, flush=True)
        self.send(self.complete(id))
        self.answer_close()

    # Peers that do not cooperate.

    def at_deaf(self):
        """Acknowledges, and never reads again."""
        self.acknowledge()
        self.ignore()

    def at_reluctant(self):
        """Answers, then neither reads nor closes."""
        id = self.subscribed()
        self.send(self.next(id), self.complete(id))
        self.ignore()

    def at_silent(self):
        self.ignore()

    def at_unacknowledged(self):
        self.shake_hands()
        self.ignore()

    def at_dribble(self):
        """A head without an end, one byte a second."""
        head = "\r\n".join(["HTTP/1.1 101 X", *self.fields(), "X: "]).encode()
        for byte in itertools.chain(head, itertools.repeat(ord("x"))):
            self.send(bytes([byte]))
            time.sleep(1)

    def at_endless_header(self):
        self.send(b"HTTP/1.1 101 X\r\nX-Endless: ")
        while True:
            self.send(b"x" * 4096)

    def at_drops(self):
        """Acknowledges each connection, sends something, and drops it. Prints the number of the connection."""
        print(self.number, flush=True)
        self.subscribed()
        self.send(text({"type": "ping"}), self.next("nobody"), text({"type": "connection_ack"}), self.complete("nobody"))

    # Invalid handshakes, frames and messages; the argument is the number of the variant.

    def at_handshake(self):
        upgrade, connection, accept, protocol = self.fields()
        extension = "Sec-WebSocket-Extensions: permessage-deflate"
        variants = [
            [connection, accept, protocol],
            [upgrade, accept, protocol],
            [upgrade, connection, protocol],
            [upgrade, connection, accept],
            ["Upgrade: h2c", connection, accept, protocol],
            [upgrade, "Connection: keep-alive", accept, protocol],
            [upgrade, "Connection: upgraded", accept, protocol],
            [upgrade, upgrade, connection, accept, protocol],
            [upgrade, connection, accept, accept, protocol],
            [upgrade, connection, "Sec-WebSocket-Accept: AAAA", accept, protocol],
            [upgrade, connection, accept, "Sec-WebSocket-Accept: AAAA", protocol],
            [upgrade, connection, accept + "x", protocol],
            [upgrade, connection, accept, protocol, protocol],
            [upgrade, connection, accept, protocol + ", graphql-ws"],
            [upgrade, connection, accept, "Sec-WebSocket-Protocol: graphql-ws"],
            [upgrade, connection, accept, protocol, extension],
            [upgrade, connection, accept, protocol, "Sec-WebSocket-Extensions:"],
            [upgrade, connection, accept, protocol, "No colon"],
            [upgrade, connection, accept, protocol, " folded: yes"],
            [upgrade, connection, accept.replace(":", " :"), protocol],
            [upgrade, connection, accept + "\n", protocol],
        ]
        number = int(self.argument)
        if number < len(variants):
            self.shake_hands(variants[number])
        elif number == len(variants):
            self.shake_hands(status="HTTP/1.0 101 Switching Protocols")
        else:
            return self.send(b"HTTP/1.1 418 That is all\r\n\r\n")
        # Continues as usual.
        self.message("connection_init")
        self.send(text({"type": "connection_ack"}))
        id = self.message("subscribe")["id"]
        self.send(self.next(id), self.complete(id))
        self.answer_close()

    def at_frames(self):
        id = self.subscribed()
        good = self.next(id)
        codes = [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535]
        variants = [
            *(closing(code) for code in codes),
            frame(8, b"\x03"),
            closing(1000, b"\xff\xfe"),
            bytes([good[0] | 0x40]) + good[1:],
            frame(3),
            frame(11),
            bytes([good[0], good[1] | 0x80]) + b"\0\0\0\0" + good[2:],
            frame(9, b"x" * 126),
            frame(9, b"x", final=False),
            frame(0, b"x"),
            frame(1, b"{", final=False) + good,
            text(b'{"type":"next","id":"1","payload":{"data":{"event":"\xff"}}}'),
            frame(1, b'{"type":"next","payload":"\xc3', final=False) + frame(0, b'"}'),
            b"\x81\x7e\x00\x02{}",
            b"\x81\xff" + b"\xff" * 8,
        ]
        number = int(self.argument)
        if number >= len(variants):
            return self.send(closing(4418, b"That is all"))
        self.send(variants[number], good, self.complete(id))
        self.answer_close()

    def at_messages(self):
        """Messages that a subscription may receive. Each ends it with an error, or not at all."""
        id = self.subscribed()
        good = [self.next(id), self.complete(id)]
        variants = {
            "unknown ids": [self.next("7"), self.complete("8"), text({"id": "9", "type": "error", "payload": 1}), *good],
            "next after complete": [*good, self.next(id), text({"id": id, "type": "error", "payload": []})],
            "two acknowledgements": [text({"type": "connection_ack"}), *good],
            "a huge id": [self.next("1" * 10_000_000), *good],
            "a flood of completes": [self.complete("7") * 100_000, *good],
            "no id": [text({"type": "next", "payload": {}}), text({"type": "complete"}), *good],
            "a number for an id": [text({"type": "complete", "id": int(id)}), *good],
            "errors that are no list": [text({"id": id, "type": "error", "payload": "no"})],
            "errors that are nothing": [text({"id": id, "type": "error"})],
            "errors of wrong types": [text({"id": id, "type": "error", "payload": [1, None, [], {"message": 5, "path": "x"}]})],
            "errors without an end": [text({"id": id, "type": "error", "payload": [{}] * 1_000_000})],
            "no JSON": [text(b'{"type":"next","id":"1","payload":{]}')],
            "half of JSON": [text(b'{"type":"next","id":"1","payload":{"data"')],
            "a list": [text([])],
            "no type": [text({"id": id})],
            "an unknown type": [text({"id": id, "type": "x" * 1_000_000})],
            "deep nesting": [text(b'{"type":"next","id":"1","payload":' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}")],
        }
        self.send(*variants[self.argument.replace("-", " ")])
        self.answer_close()


def quietly(body):
    try:
        body()
    except OSError:
        pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)

    def shutdown_request(self, request):
        # Avoids that the end becomes a reset while the client still reads.
        self.close_request(request)


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
