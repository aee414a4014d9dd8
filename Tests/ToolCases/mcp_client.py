#!/usr/bin/env python3
"""Asks `relay mcp` through the official client of the Model Context Protocol (`mcp`, from PyPI), each tool at least once.

    Tests/ToolCases/mcp_client.py SERVER ARG…       such as `relay mcp`
"""
import asyncio, pathlib, shutil, sys, tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TOOLS = ["search_schema", "type", "check_document", "explain_diagnostic", "swift_for", "who_spreads", "who_reads", "breaks_if", "fix"]


async def ask(command, root, questions):
    """Starts a server in a project and asks it. A question is a tool, its arguments, and what the answer contains; None if it is an error."""
    failed = 0
    server = StdioServerParameters(command=command[0], args=[*command[1:], str(root)])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        if sorted(tools) != sorted(TOOLS):
            failed += 1
            print(f"the tools are {sorted(tools)}")
        for name, arguments, expected in questions:
            result = await session.call_tool(name, arguments)
            text = result.content[0].text
            is_error = getattr(result, "isError", None)
            if is_error is None: is_error = result.is_error
            if is_error != (expected is None) or expected is not None and expected not in text:
                failed += 1
                print(f"{name} {arguments}: expected {expected!r} in {text[:300]!r}")
        writers = [name for name, tool in tools.items() if not read_only(tool)]
    return failed, writers


def read_only(tool):
    annotations = tool.annotations
    value = getattr(annotations, "readOnlyHint", None)
    return annotations.read_only_hint if value is None else value


async def main(command):
    root = pathlib.Path(tempfile.mkdtemp()) / "project"
    shutil.copytree(pathlib.Path(__file__).parent / "Neovim", root)
    wrong = root / "documents/ProfileQuery.graphql"
    before = wrong.read_text()
    questions = [
        ("search_schema", {"text": "person"}, "type User"),
        ("type", {"name": "User"}, "name(style: String): String"),
        ("type", {"name": "Usr"}, None),
        ("check_document", {"path": str(wrong)}, "'User' has no field 'nam'"),
        ("check_document", {"path": str(root / "documents/New.graphql"), "text": "query NewQuery { me { id } }"}, "no errors"),
        ("explain_diagnostic", {"id": "unknown-field"}, "field"),
        ("swift_for", {"name": "Profile_user"}, "struct Profile_user"),
        ("who_spreads", {"fragment": "Profile_user"}, "in ActionsQuery"),
        # The project has never been built.
        ("who_reads", {"name": "Profile_user"}, None),
        ("breaks_if", {"schema": "type Query { me: User! } type User { id: ID! }"}, "Profile_user.graphql"),
        ("fix", {"path": str(wrong)}, "name"),
    ]
    failed, writers = await ask(command, root, questions)
    if writers or wrong.read_text() != before:
        failed += 1
        print(f"a server that may not write has written, or says that it does: {writers}")
    more, writers = await ask([*command, "--allow-writing"], root, [("fix", {"path": str(wrong)}, "name")])
    if writers != ["fix"] or wrong.read_text() == before:
        more += 1
        print("a server that may write has not written")
    shutil.rmtree(root.parent)
    print(f"{len(questions) + 1} questions through the official client, {failed + more} failed")
    return 1 if failed + more else 0


sys.exit(asyncio.run(main(sys.argv[1:])))
