#!/usr/bin/env python3
"""Colors GraphQL by the grammars of Fixtures/Editors/vscode, and checks the scopes of words (textmate-grammar-python, from PyPI).

Also checks that the JSON files of the folder can be read, and that the files that they name exist."""
import json, logging, pathlib, sys

from textmate_grammar.parsers.base import LanguageParser

folder = pathlib.Path(__file__).parent / "../../Fixtures/Editors"
vscode = folder / "vscode"
failed = 0


def check(condition, message):
    global failed
    if not condition:
        failed += 1
        print(message)


for file in folder.rglob("*.json"):
    json.loads(file.read_text())
package = json.loads((vscode / "package.json").read_text())["contributes"]
for item in [g["path"] for g in package["grammars"]] + [l["configuration"] for l in package["languages"]]:
    check((vscode / item).is_file(), f"there is no file {item}")
script = (vscode / "extension.js").read_text()
for command in package["commands"]:
    check(f'registerCommand("{command["command"]}"' in script, f"the extension has no command {command['command']}")

logging.disable(logging.CRITICAL)
graphql = LanguageParser(json.loads((vscode / "syntaxes/graphql.tmLanguage.json").read_text()))
swift = json.loads((vscode / "syntaxes/graphql-in-swift.tmLanguage.json").read_text())
literals = LanguageParser(swift)


def scopes(parser, text):
    """The innermost scope of each word, in order."""
    return [(word.strip(), scope[-1]) for _, word, scope in parser.parse_string(text).flatten() if word.strip()]


def expect(parser, text, *expected):
    found = iter(scopes(parser, text))
    for word, scope in expected:
        # In the order of the text; what is between two is of no interest.
        match = next((s for w, s in found if w == word), None)
        check(match is not None and match.startswith(scope), f"{word!r}: {match} instead of {scope} in {text!r}")


DOCUMENT = """query FeedQuery($id: ID!, $n: [Int!] = 3) @live {
  me {
    type: name(a: $n, b: ANY, c: {d: [1, null]}) @include(if: true) # comment
    query
    ...Row_user
    ... on User { id }
  }
}
fragment Row_user on User { id }
"""
EXPECTED = [
    ("query", "keyword"), ("FeedQuery", "entity.name.function"), ("$id", "variable.parameter"), ("ID", "support.type"), ("Int", "support.type"),
    ("3", "constant.numeric"), ("@live", "entity.name.function.decorator"), ("me", "variable.other.property"), ("type", "entity.name.alias"),
    ("name", "variable.other.property"), ("a", "variable.parameter.name"), ("$n", "variable.parameter"), ("ANY", "constant.other.enum"),
    ("d", "variable.parameter.name"), ("1", "constant.numeric"), ("null", "constant.language"), ("@include", "entity.name.function.decorator"),
    ("true", "constant.language"), ("# comment", "comment"), ("query", "variable.other.property"), ("Row_user", "entity.name.type.fragment"),
    ("on", "keyword"), ("User", "support.type"), ("id", "variable.other.property"), ("fragment", "keyword"),
    ("Row_user", "entity.name.type.fragment"), ("on", "keyword"), ("User", "support.type"), ("id", "variable.other.property"),
]
expect(graphql, DOCUMENT, *EXPECTED)
expect(
    graphql,
    """type User implements Node & B @key(fields: "id") {
  "About."
  name(style: String = "x", n: [Int!]! = 3): String! @deprecated(reason: "no")
  type: Kind
}
enum Kind { ANY type }
union Result = User | Post
extend scalar Date
directive @a(b: Int) repeatable on FIELD | QUERY
""",
    ("type", "keyword"), ("User", "entity.name.type"), ("implements", "keyword"), ("Node", "support.type"), ("@key", "entity.name.function"),
    ('"id"', "string"), ('"About."', "string"), ("name", "variable.other.property"), ("style", "variable.parameter.name"),
    ("String", "support.type"), ('"x"', "string"), ("Int", "support.type"), ("3", "constant.numeric"), ("String", "support.type"),
    ("@deprecated", "entity.name.function"), ("type", "variable.other.property"), ("Kind", "support.type"), ("enum", "keyword"),
    ("ANY", "constant.other.enum"), ("type", "constant.other.enum"), ("union", "keyword"), ("Result", "entity.name.type"),
    ("Post", "support.type"), ("extend", "keyword"), ("Date", "entity.name.type"), ("directive", "keyword"), ("@a", "entity.name.function"),
    ("repeatable", "keyword"), ("FIELD", "constant.other.location"))
for opening, closing in ('graphql("""', '""")'), ('graphql(#"""', '"""#)'), ('graphql(\n  """', '  """)'):
    text = f"let a = {opening}\n{DOCUMENT}{closing}\nlet query = 1\n"
    expect(literals, text, ("graphql", "entity.name.function"), *EXPECTED)
    check(not any(w.startswith("let query") and "keyword" in s for w, s in scopes(literals, text)), f"colors go on behind {closing}")
print(f"grammars and settings of VS Code: {failed} failed")
sys.exit(1 if failed else 0)
