#!/usr/bin/env python3
"""Asks the server for agents each of its tools through the official client (mcp 1.30, from PyPI), which rejects what is not as the protocol says.

    Tests/ToolCases/mcp_client.py SERVER ARG…
"""
import asyncio, pathlib, re, shutil, sys, tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(command):
    root = pathlib.Path(tempfile.mkdtemp()) / "project"
    shutil.copytree(pathlib.Path(__file__).parent / "Neovim", root)
    schema = (root / "schema.graphql").read_text()
    document = str(root / "documents/ProfileQuery.graphql")
    questions = [
        ("search_schema", {"text": "user"}, "User"),
        ("type", {"name": "User"}, "type User"),
        ("check_document", {"path": document}, "nam"),
        ("explain_diagnostic", {"id": "unknown-field"}, "field"),
        ("who_spreads", {"fragment": "Profile_user"}, "ProfileQuery.graphql"),
        ("breaks_if", {"schema": schema.replace("name", "title")}, "name"),
        ("fix", {"path": document}, "name"),
        ("swift_for", {"name": "Profile_user"}, "Profile_user"),
    ]
    failed = []
    async with stdio_client(StdioServerParameters(command=command[0], args=command[1:], cwd=str(root))) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            # A tool that is new has to be asked here.
            failed += sorted(set(names) ^ {name for name, _, _ in questions} - {"who_reads"})
            for name, arguments, expected in questions:
                if name == "swift_for":
                    # Nothing is generated while there are errors.
                    path = pathlib.Path(document)
                    path.write_text(re.sub(r"\bnam\b", "name", path.read_text()))
                result = await session.call_tool(name, arguments)
                text = "".join(getattr(part, "text", "") for part in result.content)
                if result.isError or expected not in text: failed.append(f"{name}: {text[:200]!r}")
            wrong = await session.call_tool("type", {"name": "Nothing"})
            if not wrong.content: failed.append("type: no answer about an unknown type")
    shutil.rmtree(root.parent)
    print(f"{len(questions) + 1} calls through the client for agents, {len(failed)} failed", *failed, sep="\n")
    return 1 if failed else 0


sys.exit(asyncio.run(main(sys.argv[1:])))
