"""As much of GraphQL as an example needs: parses a request and executes it on Python objects.

A resolver is a method with the name of the field, which takes the field's arguments; a plain attribute is a value. Requests are not
validated: the app's documents were, when it was built. A real server uses a library instead.
"""

import json
import re

TOKENS = re.compile(r'(?:[\s,\ufeff]|#[^\n]*)*(\.\.\.|[!$&():=@\[\]{|}]|[_A-Za-z]\w*|"(?:\\.|[^"\\\n])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)')
DEEPEST = 60


class GraphQLError(Exception):
    """An error that the client gets to see."""

    def __init__(self, message: str, code: str | None = None, status: int = 200):
        super().__init__(message)
        self.code, self.status = code, status

    def as_json(self, path: list | None = None) -> dict:
        extensions = {"extensions": {"code": self.code}} if self.code else {}
        return {"message": str(self), **({"path": path} if path else {}), **extensions}


class Parser:
    """Reads a document into dictionaries: operations and fragments by their names."""

    def __init__(self, text: str):
        self.tokens, position = [], 0
        while match := TOKENS.match(text, position):
            self.tokens.append(match[1])
            position = match.end()
        if re.match(r"(?:[\s,\ufeff]|#[^\n]*)*\Z", text[position:]) is None:
            raise GraphQLError("The document has a syntax error.", status=400)
        self.index, self.depth = 0, 0

    def document(self) -> tuple[dict, dict]:
        operations, fragments = {}, {}
        while self.peek():
            kind = "query" if self.peek() == "{" else self.next()
            if kind == "fragment":
                name, _, type_name = self.next(), self.next(), self.next()
                self.directives()
                fragments[name] = {"type": type_name, "selections": self.selections()}
            else:
                name = self.next() if self.peek() not in ("{", "(", "@") else ""
                defaults = self.variables() if self.peek() == "(" else {}
                self.directives()
                operations[name] = {"kind": kind, "defaults": defaults, "selections": self.selections()}
        return operations, fragments

    def peek(self) -> str | None:
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    def next(self, expected: str | None = None) -> str:
        token = self.peek()
        if token is None or (expected and token != expected):
            raise GraphQLError(f"Expected {expected or 'more'} instead of {token or 'the end'}.", status=400)
        self.index += 1
        return token

    def variables(self) -> dict:
        defaults = {}
        self.next("(")
        while self.peek() != ")":
            self.next("$")
            name, _ = self.next(), self.next(":")
            while self.peek() not in ("=", "$", "@", ")", None):
                self.next()
            if self.peek() == "=":
                self.next()
                defaults[name] = self.value()
        self.next(")")
        return {name: value({}) for name, value in defaults.items()}

    def selections(self) -> list:
        self.depth += 1
        if self.depth > DEEPEST:
            raise GraphQLError("The document is nested too deeply.", status=400)
        result = []
        self.next("{")
        while self.peek() != "}":
            result.append(self.selection())
        self.next("}")
        self.depth -= 1
        return result

    def selection(self) -> dict:
        if self.peek() == "...":
            self.next()
            if self.peek() not in ("on", "{", "@"):
                return {"spread": self.next(), "directives": self.directives()}
            type_name = (self.next(), self.next())[1] if self.peek() == "on" else None
            return {"type": type_name, "directives": self.directives(), "selections": self.selections()}
        key = name = self.next()
        if self.peek() == ":":
            self.next()
            name = self.next()
        arguments, directives = self.arguments(), self.directives()
        nested = self.selections() if self.peek() == "{" else None
        return {"key": key, "name": name, "arguments": arguments, "directives": directives, "selections": nested}

    def arguments(self) -> dict:
        result = {}
        if self.peek() == "(":
            self.next()
            while self.peek() != ")":
                name, _ = self.next(), self.next(":")
                result[name] = self.value()
            self.next(")")
        return result

    def directives(self) -> dict:
        result = {}
        while self.peek() == "@":
            self.next()
            result[self.next()] = self.arguments()
        return result

    def value(self):
        """A function from the variables to the value."""
        token = self.next()
        if token == "$":
            name = self.next()
            return lambda variables: variables.get(name)
        if token == "{":
            fields = {}
            while self.peek() != "}":
                name, _ = self.next(), self.next(":")
                fields[name] = self.value()
            self.next("}")
            return lambda variables: {name: field(variables) for name, field in fields.items()}
        if token == "[":
            items = []
            while self.peek() != "]":
                items.append(self.value())
            self.next("]")
            return lambda variables: [item(variables) for item in items]
        # What is left is JSON, or the name of an enum's value.
        constant = json.loads(token) if re.match(r'["\d-]|true\b|false\b|null\b', token) else token
        return lambda variables: constant


def type_name(source) -> str:
    return getattr(source, "typename", None) or type(source).__name__


class Execution:
    """Executes the selections of an operation, and collects the errors of its fields."""

    def __init__(self, fragments: dict, variables: dict):
        self.fragments, self.variables = fragments, variables
        self.errors: list[dict] = []

    def run(self, root, selections: list) -> dict | None:
        try:
            return self.object(root, selections, [])
        except GraphQLError as error:
            self.errors.append(error.as_json(getattr(error, "path", None)))
            return None

    def object(self, source, selections: list, path: list) -> dict:
        result = {}
        for key, fields in self.collect(source, selections, {}).items():
            field = fields[0]
            nested = [selection for each in fields for selection in each["selections"] or []]
            try:
                result[key] = self.complete(self.resolve(source, field), nested, path + [key])
            except GraphQLError as error:
                # The whole response: this schema's root fields, and most others, are not nullable.
                if not hasattr(error, "path"):
                    error.path = path + [key]
                raise
        return result

    def collect(self, source, selections: list, found: dict) -> dict:
        """The fields for an object by their response keys: those of matching fragments included."""
        for selection in selections:
            if not self.is_included(selection["directives"]):
                continue
            if "name" in selection:
                found.setdefault(selection["key"], []).append(selection)
                continue
            fragment = self.fragments.get(selection["spread"]) if "spread" in selection else selection
            if fragment is None:
                raise GraphQLError(f"There is no fragment {selection['spread']}.", status=400)
            if fragment["type"] in (None, type_name(source), *getattr(source, "interfaces", ())):
                self.collect(source, fragment["selections"], found)
        return found

    def is_included(self, directives: dict) -> bool:
        def condition(name: str, default: bool) -> bool:
            return directives[name]["if"](self.variables) if name in directives else default

        return condition("include", True) and not condition("skip", False)

    def resolve(self, source, field: dict):
        name = field["name"]
        if name == "__typename":
            return type_name(source)
        value = None if name.startswith("_") else getattr(source, name, None)
        if not callable(value):
            return value
        arguments = {name: argument(self.variables) for name, argument in field["arguments"].items()}
        try:
            return value(**arguments)
        except TypeError:
            raise GraphQLError(f"The arguments of {name} are wrong.", status=400) from None

    def complete(self, value, selections: list, path: list):
        if isinstance(value, list):
            return [self.complete(item, selections, path + [index]) for index, item in enumerate(value)]
        return self.object(value, selections, path) if selections and value is not None else value
