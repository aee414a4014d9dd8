"""An HTTP proxy on a free port of the loopback interface, in front of the server at PORT: faulty.py PORT SEED LOG [keys]

Queries pass. What happens to a mutation is decided at random from SEED: it passes, late or at once; it is refused, by closing the connection
or with the status 503; it reaches the server, and the answer is dropped or cut off; or it reaches the server twice. With `keys`, the proxy
honors idempotency keys: a request whose key it knows gets the answer of the first one.

Appends a JSON object to LOG for every mutation that the server has executed. Prints its port when it listens. SIGUSR1 ends the faults. Ends
with its standard input.
"""

import asyncio
import json
import random
import signal
import sys

target, log, honors_keys = int(sys.argv[1]), sys.argv[3], "keys" in sys.argv[4:]
chance = random.Random(int(sys.argv[2]))
quiet = False
answers = {}
FAULTS = ["pass", "pass", "pass", "late", "close", "unavailable", "drop", "cut", "twice"]


async def message(reader):
    """The head and the body of a request."""
    head = await reader.readuntil(b"\r\n\r\n")
    fields = {}
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        fields[name.strip().lower()] = value.strip()
    body = await reader.readexactly(int(fields.get(b"content-length", b"0")))
    return head, fields, body


async def ask(head, body):
    """The answer of the server, whole."""
    lines = [line for line in head.rstrip(b"\r\n").split(b"\r\n") if not line.lower().startswith(b"connection:")]
    reader, writer = await asyncio.open_connection("127.0.0.1", target)
    writer.write(b"\r\n".join(lines + [b"Connection: close"]) + b"\r\n\r\n" + body)
    await writer.drain()
    answer = await reader.read(-1)
    writer.close()
    return answer


def is_executed(answer):
    """Whether an answer has the value of a field."""
    start, end = answer.find(b"{"), answer.rfind(b"}")
    try:
        data = json.loads(answer[start : end + 1]).get("data")
    except ValueError:
        return False
    return isinstance(data, dict) and any(value is not None for value in data.values())


async def execute(head, body, key, request, is_repeated=False):
    if honors_keys and key in answers:
        return answers[key]
    answer = await ask(head, body)
    if honors_keys:
        answers[key] = answer
    if is_executed(answer):
        with open(log, "a") as file:
            entry = {"key": key, "operation": request.get("operationName"), "variables": request.get("variables"), "isRepeated": is_repeated}
            file.write(json.dumps(entry) + "\n")
    return answer


async def connection(reader, writer):
    try:
        head, fields, body = await message(reader)
        try:
            request = json.loads(body or b"{}")
        except ValueError:
            request = {}
        if "mutation" not in str(request.get("query")):
            writer.write(await ask(head, body))
            return
        key = fields.get(b"idempotency-key", b"").decode().strip('"')
        fault = "pass" if quiet else chance.choice(FAULTS)
        if fault == "close":
            return
        if fault == "unavailable":
            writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        if fault == "late":
            await asyncio.sleep(0.05)
        answer = await execute(head, body, key, request)
        if fault == "twice":
            answer = await execute(head, body, key, request, is_repeated=True)
        if fault == "drop":
            return
        writer.write(answer[: len(answer) // 2] if fault == "cut" else answer)
        await writer.drain()
    except (OSError, EOFError):
        pass
    finally:
        writer.close()


def end_faults():
    global quiet
    quiet = True


async def main():
    server = await asyncio.start_server(connection, "127.0.0.1", 0)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, end_faults)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
