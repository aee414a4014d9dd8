#!/usr/bin/env python3
"""Stands in for watchman, without which Relay's language server does not start: it answers a query with all files of the folder, and tells a
subscriber nothing more, because nobody changes files during a benchmark. It speaks BSER (version 2) on a socket.

    WATCHMAN_SOCK=PATH watchman.py        serves at PATH until it is ended
"""
import hashlib, os, socket, struct, sys, threading

INTEGERS = {3: "<b", 4: "<h", 5: "<i", 6: "<q"}


class Reader:
    def __init__(self, data): self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def value(self):
        kind = self.take(1)[0]
        if kind in INTEGERS: return struct.unpack(INTEGERS[kind], self.take(struct.calcsize(INTEGERS[kind])))[0]
        if kind == 0: return [self.value() for _ in range(self.value())]
        if kind == 1: return {self.value(): self.value() for _ in range(self.value())}
        if kind in (2, 13): return self.take(self.value()).decode()
        if kind == 7: return struct.unpack("<d", self.take(8))[0]
        return {8: True, 9: False, 10: None}[kind]


def written(value):
    if value is None: return b"\x0a"
    if value is True: return b"\x08"
    if value is False: return b"\x09"
    if isinstance(value, int): return b"\x06" + struct.pack("<q", value)
    if isinstance(value, str): return b"\x02" + written(len(value.encode())) + value.encode()
    if isinstance(value, list): return b"\x00" + written(len(value)) + b"".join(map(written, value))
    return b"\x01" + written(len(value)) + b"".join(written(key) + written(item) for key, item in value.items())


def message(connection):
    """One message, or None at the end: two bytes of version, four of capabilities, the length as a number, and so many bytes."""
    def exactly(count):
        data = b""
        while len(data) < count:
            part = connection.recv(count - len(data))
            if not part: raise EOFError
            data += part
        return data
    try:
        version = exactly(2)
        if version == b"\x00\x02": exactly(4)
        kind = exactly(1)
        size = struct.calcsize(INTEGERS[kind[0]])
        return version, Reader(exactly(struct.unpack(INTEGERS[kind[0]], exactly(size))[0])).value()
    except (EOFError, ConnectionError): return None


def files(root, fields):
    result = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        # The query's expression selects sources and schemas by their names.
        for name in (name for name in names if name.endswith((".js", ".graphql"))):
            path = os.path.join(folder, name)
            entry = {"name": os.path.relpath(path, root), "exists": True, "type": "f", "size": os.path.getsize(path)}
            if "content.sha1hex" in fields: entry["content.sha1hex"] = hashlib.sha1(open(path, "rb").read()).hexdigest()
            result.append({field: entry[field] for field in fields if field in entry})
    return [entry[fields[0]] for entry in result] if len(fields) == 1 else result


def answer(command):
    version = {"version": "2024.01.01.00"}
    if command[0] == "watch-project": return {**version, "watch": command[1], "watcher": "inotify"}
    if command[0] == "clock": return {**version, "clock": "c:1:1:1:1"}
    if command[0] == "query":
        folder = os.path.join(command[1], command[2].get("relative_root") or "")
        return {**version, "clock": "c:1:1:1:1", "is_fresh_instance": True, "files": files(folder, command[2].get("fields") or ["name", "exists"])}
    if command[0] == "subscribe": return {**version, "subscribe": command[2], "clock": "c:1:1:1:1"}
    return {**version, "capabilities": {}}


def serve(connection):
    while (received := message(connection)) is not None:
        data = written(answer(received[1]))
        connection.sendall(received[0] + (b"\x00\x00\x00\x00" if received[0] == b"\x00\x02" else b"") + written(len(data)) + data)


def main():
    path = os.environ["WATCHMAN_SOCK"]
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


if __name__ == "__main__": sys.exit(main())
