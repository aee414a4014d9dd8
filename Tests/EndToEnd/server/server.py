"""A GraphQL server for the end-to-end tests, made of strawberry-graphql and uvicorn.

It serves the to-do app's schema and further features that the app does not use: both directions of a connection, errors of single
fields, uploads, subscriptions over WebSocket, @defer and @stream. Mutations write their changes to a file before they answer, so that
the server can be killed at any time.

    python server.py --print-schema
    TODO_FILE=todos.json uvicorn server:app --port 8000
"""

import asyncio
import base64
import hashlib
import json
import os
import sys
from typing import AsyncGenerator, Iterable, NewType

import strawberry
from strawberry import relay
from strawberry.asgi import GraphQL
from strawberry.file_uploads import Upload
from strawberry.file_uploads.scalars import UploadDefinition
from strawberry.schema.config import StrawberryConfig
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL, MULTIPART_SUBSCRIPTION_PROTOCOL

Cursor = NewType("Cursor", str)

FILE = os.environ.get("TODO_FILE")
TEXTS = [
    "Water the tomatoes", "Answer Charles", "Sharpen the pencils", "Return the library books", "Call the clockmaker",
    "Translate the memoir", "Check note G again", "Buy punched cards", "Practise the harp", "Pay the stable", "Order ink",
    "Plan the flying machine",
]
BOOKS = [f"Volume {number}" for number in range(1, 31)]


class State:
    """The to-dos, newest first, as they are in the file."""

    def __init__(self) -> None:
        self.todos = [
            {"number": len(TEXTS) - index, "text": text, "complete": index % 4 == 3} for index, text in enumerate(TEXTS)
        ]
        self.next_number = len(TEXTS) + 1
        if FILE and os.path.exists(FILE):
            with open(FILE, encoding="utf-8") as file:
                saved = json.load(file)
            self.todos, self.next_number = saved["todos"], saved["next_number"]
        self.listeners: set[asyncio.Queue] = set()

    def save(self) -> None:
        if FILE:
            with open(FILE + ".new", "w", encoding="utf-8") as file:
                json.dump({"todos": self.todos, "next_number": self.next_number}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(FILE + ".new", FILE)

    def changed(self, todo: dict) -> None:
        self.save()
        for listener in self.listeners:
            listener.put_nowait(dict(todo))

    def find(self, number: str) -> dict | None:
        return next((todo for todo in self.todos if str(todo["number"]) == number), None)


STATE = State()


@strawberry.type
class Todo(relay.Node):
    number: relay.NodeID[str]
    text: str
    complete: bool

    @classmethod
    def of(cls, todo: dict) -> "Todo":
        return cls(number=str(todo["number"]), text=todo["text"], complete=todo["complete"])

    @classmethod
    def resolve_nodes(cls, *, info: strawberry.Info, node_ids: Iterable[str], required: bool = False):
        found = [STATE.find(number) for number in node_ids]
        return [cls.of(todo) if todo else None for todo in found]


@strawberry.type
class TodoEdge:
    node: Todo | None
    cursor: Cursor


@strawberry.type
class TodoPageInfo:
    has_next_page: bool
    has_previous_page: bool
    start_cursor: Cursor | None
    end_cursor: Cursor | None


@strawberry.type
class TodoConnection:
    edges: list[TodoEdge | None] | None
    page_info: TodoPageInfo


def cursor_of(todo: dict) -> Cursor:
    return Cursor(base64.b64encode(f"after {todo['number']}".encode()).decode())


def place(todos: list, cursor: str) -> int:
    numbers = [cursor_of(todo) for todo in todos]
    if cursor not in numbers:
        raise ValueError(f"{cursor!r} is no cursor of this connection.")
    return numbers.index(cursor)


@strawberry.type
class User(relay.Node):
    number: relay.NodeID[str]
    name: str

    @classmethod
    def resolve_nodes(cls, *, info: strawberry.Info, node_ids: Iterable[str], required: bool = False):
        return [ada() if number == "1" else None for number in node_ids]

    @strawberry.field(description="The newest first.")
    def todos(
        self, first: int | None = None, after: Cursor | None = None, last: int | None = None, before: Cursor | None = None
    ) -> TodoConnection | None:
        start, end = 0, len(STATE.todos)
        if after is not None:
            start = place(STATE.todos, after) + 1
        if before is not None:
            end = place(STATE.todos, before)
        if first is not None:
            end = min(end, start + first)
        if last is not None:
            start = max(start, end - last)
        page = STATE.todos[start:end]
        return TodoConnection(
            edges=[TodoEdge(node=Todo.of(todo), cursor=cursor_of(todo)) for todo in page],
            page_info=TodoPageInfo(
                has_next_page=end < len(STATE.todos),
                has_previous_page=start > 0,
                start_cursor=cursor_of(page[0]) if page else None,
                end_cursor=cursor_of(page[-1]) if page else None,
            ),
        )

    @strawberry.field
    def total_count(self) -> int:
        return len(STATE.todos)

    @strawberry.field
    def completed_count(self) -> int:
        return sum(todo["complete"] for todo in STATE.todos)

    @strawberry.field(description="Takes its time.")
    async def reputation(self) -> str:
        await asyncio.sleep(0.3)
        return "enchantress of numbers"

    @strawberry.field(description="Fails, always.")
    def birthday(self) -> str | None:
        raise ValueError("The register is lost.")


def ada() -> User:
    return User(number="1", name="Ada")


@strawberry.type
class Book(relay.Node):
    number: relay.NodeID[str]
    title: str

    @classmethod
    def resolve_nodes(cls, *, info: strawberry.Info, node_ids: Iterable[str], required: bool = False):
        return [cls(number=number, title=f"Volume {number}") for number in node_ids]


@strawberry.type
class Query:
    node: relay.Node | None = relay.node()

    @strawberry.field(description="A user by id; `me` is the one who is signed in.")
    def user(self, id: strawberry.ID) -> User | None:
        return ada() if id in ("me", str(relay.GlobalID("User", "1"))) else None

    @relay.connection(relay.ListConnection[Book], description="Pages of the library's own making.")
    def books(self) -> list[Book]:
        return [Book(number=str(index + 1), title=title) for index, title in enumerate(BOOKS)]

    @strawberry.field(description="One volume after the other, as they are fetched.")
    async def shelf(self, count: int) -> strawberry.Streamable[Book]:
        for index, title in enumerate(BOOKS[:count]):
            await asyncio.sleep(0.05)
            yield Book(number=str(index + 1), title=title)


@strawberry.input
class AddTodoInput:
    text: str


@strawberry.type
class AddTodoPayload:
    todo: Todo
    user: User


@strawberry.input
class ChangeTodoStatusInput:
    id: strawberry.ID
    complete: bool


@strawberry.type
class ChangeTodoStatusPayload:
    todo: Todo
    user: User


@strawberry.type
class RemoveCompletedTodosPayload:
    removed_todo_ids: list[strawberry.ID]
    user: User


@strawberry.type
class Receipt:
    note: str | None
    filename: str
    size: int
    sha256: str


async def receipt(file, note: str | None = None) -> Receipt:
    content = await file.read()
    return Receipt(note=note, filename=file.filename, size=len(content), sha256=hashlib.sha256(content).hexdigest())


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def add_todo(self, input: AddTodoInput) -> AddTodoPayload:
        await asyncio.sleep(0.1)
        text = " ".join(input.text.split())
        if not text:
            raise ValueError("A to-do needs a text.")
        if len(text) > 60:
            raise ValueError("A to-do has at most 60 characters.")
        todo = {"number": STATE.next_number, "text": text, "complete": False}
        STATE.next_number += 1
        STATE.todos.insert(0, todo)
        STATE.changed(todo)
        return AddTodoPayload(todo=Todo.of(todo), user=ada())

    @strawberry.mutation
    async def change_todo_status(self, input: ChangeTodoStatusInput) -> ChangeTodoStatusPayload:
        await asyncio.sleep(0.1)
        todo = STATE.find(relay.GlobalID.from_id(input.id).node_id)
        if todo is None:
            raise ValueError(f"There is no to-do {input.id!r}.")
        todo["complete"] = input.complete
        STATE.changed(todo)
        return ChangeTodoStatusPayload(todo=Todo.of(todo), user=ada())

    @strawberry.mutation
    def remove_completed_todos(self) -> RemoveCompletedTodosPayload:
        removed = [todo for todo in STATE.todos if todo["complete"]]
        STATE.todos = [todo for todo in STATE.todos if not todo["complete"]]
        STATE.save()
        ids = [strawberry.ID(str(relay.GlobalID("Todo", str(todo["number"])))) for todo in removed]
        return RemoveCompletedTodosPayload(removed_todo_ids=ids, user=ada())

    @strawberry.mutation
    async def upload(self, file: Upload, note: str | None = None) -> Receipt:
        return await receipt(file, note)

    @strawberry.mutation(description="Several files in one request; the order is that of the list.")
    async def upload_all(self, files: list[Upload]) -> list[Receipt]:
        return [await receipt(file) for file in files]


@strawberry.type
class TodoChange:
    todo: Todo
    user: User


@strawberry.type
class Subscription:
    @strawberry.subscription(description="Every to-do that was added or changed, from now on.")
    async def todo_changed(self) -> AsyncGenerator[TodoChange, None]:
        queue: asyncio.Queue = asyncio.Queue()
        STATE.listeners.add(queue)
        try:
            while True:
                yield TodoChange(todo=Todo.of(await queue.get()), user=ada())
        finally:
            STATE.listeners.discard(queue)

    @strawberry.subscription(description="Counts down and ends; fails at `fail_at`.")
    async def countdown(self, start: int, fail_at: int | None = None) -> AsyncGenerator[int, None]:
        for number in range(start, -1, -1):
            if number == fail_at:
                raise ValueError(f"The clock stopped at {number}.")
            yield number
            await asyncio.sleep(0.01)


schema = strawberry.Schema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    config=StrawberryConfig(
        enable_experimental_incremental_execution=True,
        scalar_map={
            Cursor: strawberry.scalar(name="Cursor", serialize=str, parse_value=str, description="A place in a list."),
            Upload: UploadDefinition,
        },
    ),
)
app = GraphQL(
    schema,
    multipart_uploads_enabled=True,
    subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL, MULTIPART_SUBSCRIPTION_PROTOCOL, GRAPHQL_SSE_PROTOCOL],
)

if __name__ == "__main__":
    if sys.argv[1:] == ["--print-schema"]:
        print(schema.as_str())
    else:
        sys.exit(__doc__)
