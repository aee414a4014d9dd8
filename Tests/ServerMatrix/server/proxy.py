"""A proxy on a free port of the loopback interface, in front of the server at PORT: proxy.py PORT MODE

MODE is `plain`; `drip`, which delivers answers byte by byte; `delay`, which delivers each piece of them 50 ms late; `cut=N`, which closes
the connection after N bytes of an answer; `gzip`, which compresses answers for clients that accept it; `count`, which prints `opened` for
every connection; or `stamp`, which prints the time in nanoseconds before it delivers a piece. Prints its port when it listens, then
`closed` for every connection that the client has closed before the server did. Ends with its standard input.
"""

import asyncio
import gzip
import sys
import time

target, mode = int(sys.argv[1]), sys.argv[2]


async def answers(reader, writer):
    """From the server to the client."""
    left = int(mode[4:]) if mode.startswith("cut=") else None
    while data := await reader.read(1 << 16):
        if left is not None:
            data, left = data[:left], left - len(data[:left])
        if mode == "drip":
            for byte in data:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0)
        else:
            if mode == "delay":
                await asyncio.sleep(0.05)
            if mode == "stamp":
                print(time.monotonic_ns(), flush=True)
            writer.write(data)
            await writer.drain()
        if left == 0:
            break


async def compressed_answer(reader, writer):
    """One whole answer from a server that closes the connection after it, compressed."""
    data = await reader.read(-1)
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    names = [line.split(b":")[0].lower() for line in lines]
    if b"transfer-encoding" in names:
        plain, rest = b"", body
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            length = int(size.split(b";")[0] or b"0", 16)
            plain, rest = plain + rest[:length], rest[length + 2:]
        body = plain
    kept = [line for line, name in zip(lines, names) if name not in (b"content-length", b"transfer-encoding")]
    packed = gzip.compress(body)
    kept += [b"Content-Encoding: gzip", b"Content-Length: %d" % len(packed)]
    writer.write(b"\r\n".join(kept) + b"\r\n\r\n" + packed)
    await writer.drain()


async def requests(reader, writer):
    """From the client to the server. Whether the client was the first to close."""
    while data := await reader.read(1 << 16):
        if mode == "gzip":
            head, separator, body = data.partition(b"\r\n\r\n")
            if separator and head.split(b" ")[0] in (b"GET", b"POST"):
                assert b"gzip" in head, "the client does not accept gzip"
                lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
                data = b"\r\n".join(lines + [b"Connection: close"]) + separator + body
        writer.write(data)
        await writer.drain()


async def connection(reader, writer):
    upstream = None
    if mode == "count":
        print("opened", flush=True)
    try:
        server_reader, upstream = await asyncio.open_connection("127.0.0.1", target)
        up = asyncio.create_task(requests(reader, upstream))
        down = asyncio.create_task((compressed_answer if mode == "gzip" else answers)(server_reader, writer))
        await asyncio.wait([up, down], return_when=asyncio.FIRST_COMPLETED)
        if up.done() and not down.done():
            print("closed", flush=True)
        for task in (up, down):
            task.cancel()
    except OSError:
        pass
    finally:
        writer.close()
        if upstream:
            upstream.close()


async def main():
    server = await asyncio.start_server(connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
