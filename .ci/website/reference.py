"""The reference: one page for each type of a library and for what a library adds to a type of another one, with the members as sections."""

import html
import re

from catalogs import LIBRARIES
from markup import Markup, slug

# What nearly every type conforms to, without saying so.
IMPLIED = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


ROOTS = {library: f"/documentation/{library.lower()}" for library in LIBRARIES}


def components(path):
    """The parts of DocC's path below the module: for what a library adds to another one, below that."""
    module, *parts = path.strip("/").split("/")[1:]
    return parts[1:] if parts and is_extended(module, parts[0]) else parts


def is_extended(module, part):
    return part != module and f"/documentation/{part}" in ROOTS.values()


class Reference:
    """The symbols among DocC's pages, as pages of types with members."""

    def __init__(self, nodes):
        self.nodes = {path: node for path, node in nodes.items()
                      if node["kind"] == "symbol" and any(path.startswith(root + "/") for root in ROOTS.values()) and components(path)}
        self.types = [path for path in self.nodes if len(components(path)) == 1]
        self.members = {path: [] for path in self.nodes}
        for path in self.nodes:
            parent = path.rsplit("/", 1)[0]
            while parent not in self.nodes and len(components(parent)) > 0:
                parent = parent.rsplit("/", 1)[0]
            if parent in self.members:
                self.members[parent].append(path)

    def title(self, path):
        return self.nodes[path]["metadata"]["title"]

    def library(self, path):
        """The library to which a symbol belongs."""
        return self.nodes[path]["metadata"]["modules"][0]["name"]

    def is_extension(self, path):
        """Whether it is what a library adds to a type of another one."""
        return "extendedModule" in self.nodes[path]["metadata"] and path in self.types

    def extensions(self, library):
        return [path for path in self.types if self.is_extension(path) and self.library(path) == library]

    def places(self):
        """The file and the anchor of each symbol."""
        found, names = {}, set()
        for path in self.types:
            name = slug(self.nodes[path]["identifier"]["url"].rsplit("/", 1)[-1]) + (f"-{self.library(path)}" if self.is_extension(path) else "")
            while name.lower() in names:
                name += "-"
            names.add(name.lower())
            self.place(path, f"reference/{name}.html", "", found)
        return found

    def place(self, path, file, anchor, found, known=None):
        """Sections have DocC's names for the members. Two names that differ in case only are told apart by a number."""
        known = known if known is not None else set()
        found[path] = (file, anchor)
        for member in self.members[path]:
            name = self.nodes[member]["identifier"]["url"].rsplit("/", 1)[-1]
            name = f"{anchor}.{name}" if anchor else name
            while name.lower() in known:
                name += "-2"
            known.add(name.lower())
            self.place(member, file, name, found, known)

    # Pages

    def page(self, path, places, images):
        file = places[path][0]
        markup = Markup(file, places, self.nodes[path]["references"], images)
        about = f" in {self.library(path)}" if self.is_extension(path) else ""
        body = [f"<h1><code>{html.escape(self.title(path), quote=False)}</code>{about}</h1>\n", self.symbol(path, markup, 0)]
        body += self.section(path, markup, 2)
        return "".join(body), markup.headings

    def section(self, path, markup, level):
        """The members of a type, in the groups that its page has."""
        rest, parts = list(self.members[path]), []
        node = self.nodes[path]
        for group in node.get("topicSections", []):
            paths = []
            for identifier in group["identifiers"]:
                url = node["references"].get(identifier, {}).get("url", "").lower()
                if url in rest:
                    rest.remove(url)
                    paths.append(url)
            parts += self.group(group["title"], paths, markup, level, path)
        return parts + self.group("Other members", [member for member in rest if self.says_something(member)], markup, level, path)

    def says_something(self, path):
        """What every type gets for a conformance has no text of its own."""
        return bool(self.nodes[path].get("abstract")) or any(section["kind"] == "content" for section in self.nodes[path].get("primaryContentSections", []))

    def group(self, title, paths, markup, level, owner):
        if not paths:
            return []
        anchor = markup.places[owner][1]
        anchor = (anchor + "." if anchor else "") + slug(title)
        if level == 2:
            markup.headings.append((2, anchor, title))
        parts = [f'<h{level} id="{html.escape(anchor)}">{html.escape(title)}</h{level}>\n']
        for path in paths:
            name = self.title(path)
            place = markup.places[path][1]
            parts.append(f'<section class="member"><h{level + 1} id="{html.escape(place)}"><code>{html.escape(name, quote=False)}</code> '
                         f'<a class="anchor" href="{html.escape(markup.href(markup.file, place))}" aria-label="Link to {html.escape(name)}">#</a></h{level + 1}>\n')
            inner = Markup(markup.file, markup.places, self.nodes[path]["references"], markup.images)
            inner.prefix, inner.level = place + ".", level
            parts.append(self.symbol(path, inner, level))
            parts += self.section(path, inner, min(level + 2, 5)) if self.members[path] else []
            parts.append("</section>\n")
        return parts

    def symbol(self, path, markup, level):
        """The declaration and the documentation of one symbol."""
        node, parts = self.nodes[path], []
        if node.get("abstract"):
            parts.append(f'<p{" class=" + chr(34) + "abstract" + chr(34) if not level else ""}>{markup.inline(node["abstract"])}</p>\n')
        for section in node.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                for declaration in section["declarations"]:
                    parts.insert(0, f'<pre class="code declaration"><code>{self.tokens(declaration["tokens"], markup)}</code></pre>\n')
            elif section["kind"] == "parameters":
                items = "".join(f"<dt><code>{html.escape(parameter['name'])}</code></dt><dd>{markup.blocks(parameter['content'])}</dd>" for parameter in section["parameters"])
                parts.append(f'<dl class="parameters">{items}</dl>\n')
            elif section["kind"] == "content":
                content = section["content"]
                if content and content[0].get("text") in ("Overview", "Discussion"):
                    content = content[1:]
                elif content and content[0].get("text") == "Return Value":
                    parts.append("<p><strong>Returns</strong></p>\n")
                    content = content[1:]
                parts.append(markup.blocks(content))
        for section in node.get("relationshipsSections", []):
            names = [markup.link(identifier) for identifier in section["identifiers"]
                     if markup.references.get(identifier, {}).get("title") not in IMPLIED]
            if not level and names:
                parts.append(f'<p class="relations">{html.escape(section["title"])}: {", ".join(names)}</p>\n')
        return "".join(parts)

    def tokens(self, tokens, markup):
        parts = []
        for token in tokens:
            text = html.escape(token["text"], quote=False)
            style = {"keyword": "k", "attribute": "k", "typeIdentifier": "t", "number": "n", "string": "s"}.get(token["kind"])
            if token.get("identifier") in markup.references:
                address = markup.place(markup.references[token["identifier"]].get("url", ""))
                text = f'<a href="{html.escape(address)}">{text}</a>' if address else text
            parts.append(f'<span class="{style}">{text}</span>' if style else text)
        return "".join(parts)


def is_symbol(reference):
    return reference.get("kind") == "symbol" and not re.fullmatch(r"/documentation/\w+", reference.get("url", ""))
