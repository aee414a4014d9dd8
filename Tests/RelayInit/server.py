#!/usr/bin/env python3
"""A GraphQL server for `Tests/RelayInit/run`, with the standard library only: it answers the introspection query with a recorded result, and any
other query with data of its fields. Prints its port. server.py INTROSPECTION.json"""

import http.server
import json
import re
import sys

with open(sys.argv[1]) as file:
    INTROSPECTION = json.load(file)
TODOS = [{"id": f"Todo:{number}", "text": text} for number, text in enumerate(["Buy milk", "Write tests"])]


def selected(value, selection):
    """The fields of a value that a query selects. `selection` is the list of tokens after the brace that opens it."""
    result = {}
    while (token := selection.pop(0)) != "}":
        if selection and selection[0].startswith("("):
            selection.pop(0)
        field = value.get(token) if isinstance(value, dict) else None
        if selection and selection[0] == "{":
            selection.pop(0)
            start = list(selection)
            if isinstance(field, list):
                items = []
                for item in field:
                    rest = list(start)
                    items.append(selected(item, rest))
                    selection[:] = rest
                result[token] = items
            else:
                result[token] = selected(field or {}, selection)
        else:
            result[token] = field
    return result


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["query"]
        if "__schema" in query:
            answer = INTROSPECTION
        else:
            tokens = re.findall(r"\([^)]*\)|[{}]|\w+", query)
            data = {"todos": {"edges": [{"node": todo} for todo in TODOS]}}
            answer = {"data": selected(data, tokens[tokens.index("{") + 1:])}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
