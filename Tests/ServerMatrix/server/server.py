"""The matrix's schema in strawberry-graphql, for machines without the other servers.

    python server.py --print-schema
    uvicorn server:app --port 8000
"""

import asyncio
import base64
import contextlib
import hashlib
import json
import sys
from typing import AsyncGenerator

import strawberry
from starlette.middleware.gzip import GZipMiddleware
from starlette.websockets import WebSocketDisconnect
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.file_uploads import Upload
from strawberry.file_uploads.scalars import UploadDefinition
from strawberry.schema.config import StrawberryConfig
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL, MULTIPART_SUBSCRIPTION_PROTOCOL


class World:
    """The state that mutations change."""

    def __init__(self) -> None:
        self.reset()
        self.listeners: set[asyncio.Queue] = set()

    def reset(self) -> None:
        self.name = "Ada"
        self.todos = {str(number): (f"To-do {number}", number % 2 == 0) for number in range(1, 9)}
        self.next = 9


WORLD = World()


@strawberry.interface
class Node:
    id: strawberry.ID


@strawberry.type
class Todo(Node):
    text: str
    done: bool


@strawberry.type
class Story(Node):
    title: str
    body: str
    score: float


@strawberry.type
class TodoEdge:
    cursor: str
    node: Todo


@strawberry.type
class PageInfo:
    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@strawberry.type
class TodoConnection:
    edges: list[TodoEdge]
    page_info: PageInfo
    total_count: int


def todo_of(number: str) -> Todo:
    text, done = WORLD.todos[number]
    return Todo(id=strawberry.ID(f"todo-{number}"), text=text, done=done)


def edge_of(number: str) -> TodoEdge:
    return TodoEdge(cursor=base64.b64encode(number.encode()).decode(), node=todo_of(number))


@strawberry.type
class User(Node):
    name: str

    @strawberry.field
    async def bio(self) -> str | None:
        await asyncio.sleep(0.15)
        return "enchantress of numbers"

    @strawberry.field
    def todos(
        self, first: int | None = None, after: str | None = None, last: int | None = None, before: str | None = None
    ) -> TodoConnection:
        numbers = list(WORLD.todos)
        cursors = [edge_of(number).cursor for number in numbers]
        start = cursors.index(after) + 1 if after is not None else 0
        end = cursors.index(before) if before is not None else len(numbers)
        if first is not None:
            end = min(end, start + first)
        if last is not None:
            start = max(start, end - last)
        edges = [edge_of(number) for number in numbers[start:end]]
        return TodoConnection(
            edges=edges,
            page_info=PageInfo(
                has_next_page=end < len(numbers),
                has_previous_page=start > 0,
                start_cursor=edges[0].cursor if edges else None,
                end_cursor=edges[-1].cursor if edges else None,
            ),
            total_count=len(numbers),
        )


def viewer() -> User:
    return User(id=strawberry.ID("user-1"), name=WORLD.name)


@strawberry.type
class Seen:
    authorization: str | None
    method: str
    content_type: str | None


def story(number: int) -> Story:
    return Story(id=strawberry.ID(f"story-{number}"), title=f"Story {number}", body="Once upon a time. " * 12, score=number / 2)


@strawberry.type
class Query:
    @strawberry.field
    def node(self, id: strawberry.ID) -> Node | None:
        kind, _, number = id.partition("-")
        if kind == "todo" and number in WORLD.todos:
            return todo_of(number)
        return viewer() if id == "user-1" else None

    @strawberry.field
    def viewer(self) -> User:
        return viewer()

    @strawberry.field
    async def slow(self, ms: int) -> str | None:
        await asyncio.sleep(ms / 1000)
        return "done"

    @strawberry.field
    def fail(self, message: str) -> str | None:
        raise ValueError(message)

    @strawberry.field
    def fail_all(self) -> str:
        raise ValueError("nothing is left")

    @strawberry.field
    async def stories(self, count: int) -> strawberry.Streamable[Story]:
        for number in range(count):
            yield story(number)

    @strawberry.field
    def seen(self, info: strawberry.Info) -> Seen:
        request = info.context["request"]
        parameters = info.context.get("connection_params") or {}
        return Seen(
            authorization=request.headers.get("authorization") or parameters.get("Authorization"),
            method=getattr(request, "method", "WEBSOCKET"),
            content_type=request.headers.get("content-type"),
        )

    @strawberry.field
    def listening(self) -> int:
        return len(WORLD.listeners)


@strawberry.input
class AddTodoInput:
    text: str
    done: bool | None = False


@strawberry.type
class AddTodoPayload:
    todo_edge: TodoEdge
    viewer: User


@strawberry.type
class RemoveTodoPayload:
    removed_id: strawberry.ID
    viewer: User


@strawberry.type
class UploadedFile:
    name: str
    size: int
    mime_type: str | None
    sha256: str


async def uploaded(file) -> UploadedFile:
    content = await file.read()
    return UploadedFile(
        name=file.filename, size=len(content), mime_type=file.content_type, sha256=hashlib.sha256(content).hexdigest())


@strawberry.type
class Mutation:
    @strawberry.mutation
    def add_todo(self, input: AddTodoInput) -> AddTodoPayload:
        number = str(WORLD.next)
        WORLD.next += 1
        WORLD.todos[number] = (input.text, bool(input.done))
        for listener in WORLD.listeners:
            listener.put_nowait(number)
        return AddTodoPayload(todo_edge=edge_of(number), viewer=viewer())

    @strawberry.mutation
    def remove_todo(self, id: strawberry.ID) -> RemoveTodoPayload:
        WORLD.todos.pop(id.partition("-")[2])
        return RemoveTodoPayload(removed_id=id, viewer=viewer())

    @strawberry.mutation
    def rename_viewer(self, name: str) -> User:
        if name == "reset":
            WORLD.reset()
        else:
            WORLD.name = name
        return viewer()

    @strawberry.mutation
    async def upload(self, file: Upload) -> UploadedFile:
        return await uploaded(file)

    @strawberry.mutation
    async def upload_all(self, files: list[Upload]) -> list[UploadedFile]:
        return [await uploaded(file) for file in files]


@strawberry.type
class Tick:
    number: int
    text: str


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def ticks(self, count: int, every: int) -> AsyncGenerator[Tick, None]:
        for number in range(1, count + 1):
            await asyncio.sleep(every / 1000)
            yield Tick(number=number, text=f"tick {number}")

    @strawberry.subscription
    async def todo_added(self) -> AsyncGenerator[TodoEdge, None]:
        queue: asyncio.Queue = asyncio.Queue()
        WORLD.listeners.add(queue)
        try:
            while True:
                yield edge_of(await queue.get())
        finally:
            WORLD.listeners.discard(queue)

    @strawberry.subscription
    async def failing(self) -> AsyncGenerator[Tick, None]:
        for number in (1, 2):
            yield Tick(number=number, text=f"tick {number}")
        raise ValueError("the clock broke")


schema = strawberry.Schema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    types=[User, Todo, Story],
    config=StrawberryConfig(
        enable_experimental_incremental_execution=True,
        batching_config={"max_operations": 10},
        scalar_map={Upload: UploadDefinition},
    ),
)
options = {
    "multipart_uploads_enabled": True,
    "max_subscriptions_per_connection": None,
    "subscription_protocols": [GRAPHQL_TRANSPORT_WS_PROTOCOL, MULTIPART_SUBSCRIPTION_PROTOCOL, GRAPHQL_SSE_PROTOCOL],
}


class Session:
    """The credentials of a client. Only the newest access token is accepted."""

    def __init__(self) -> None:
        self.number = 0
        self.sockets: set = set()

    @property
    def access(self) -> str:
        return f"access-{self.number}"

    async def renew(self) -> bytes:
        self.number += 1
        # Closes the WebSockets with the older token, so that they reconnect.
        while self.sockets:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # of one that is closed
                await self.sockets.pop().close(code=4401, reason="Unauthorized")
        return json.dumps({"access": self.access, "refresh": f"refresh-{self.number}"}).encode()


SESSION = Session()


class PrivateGraphQL(GraphQL):
    """The same for signed-in clients."""

    async def on_ws_connect(self, context):
        if (context["connection_params"] or {}).get("token") != SESSION.access:
            raise ConnectionRejectionError()
        SESSION.sockets.add(context["request"])
        return await super().on_ws_connect(context)


def answering(status: int, body: bytes):
    """An application with a single answer."""

    async def application(scope, receive, send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return application


REFUSAL = {"errors": [{"message": "Who is there?", "extensions": {"code": "UNAUTHENTICATED"}}]}
public_application = GZipMiddleware(GraphQL(schema, **options))
private_application = PrivateGraphQL(schema, **options)


async def app(scope, receive, send) -> None:
    """`/token` issues new tokens, which are required by `/private` (rejects with a status) and `/private-200` (rejects with an error)."""
    path = scope.get("path", "")
    application = public_application
    if path == "/token":
        application = answering(200, await SESSION.renew())
    elif path.startswith("/private"):
        application = private_application
        if scope["type"] == "http" and dict(scope["headers"]).get(b"authorization") != f"Bearer {SESSION.access}".encode():
            application = answering(200 if path == "/private-200" else 401, json.dumps(REFUSAL).encode())
    await application(scope, receive, send)


if __name__ == "__main__" and "--print-schema" in sys.argv:
    print(schema.as_str())
