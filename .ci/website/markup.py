"""Content as DocC's render JSON has it in, HTML out. Content of a kind that is not known here is an error, so that nothing gets lost."""

import html
import os
import re
import urllib.parse

from highlight import highlight


class UnknownContent(Exception):
    """A kind of content that a newer DocC may write."""


def slug(text):
    """The part of an address for a symbol: the characters that need no quoting."""
    return re.sub(r"[^\w.()-]+", "-", text).strip("-")


def code(text):
    """Code in a line. A long one may be broken after the marks in names of symbols and paths."""
    escaped = html.escape(text, quote=False)
    if len(text) > 20:
        escaped = re.sub(r"(?<=\w)([:(/._])(?=[A-Za-z_])", r"\1<wbr>", escaped)
    return f"<code>{escaped}</code>"


class Markup:
    """Makes HTML of the content of one page.

    `places` has the file and the anchor of everything that has a place on the site, by DocC's path; `references` is what the page refers to."""

    def __init__(self, file, places, references, images):
        self.file, self.places, self.references, self.images = file, places, references, images
        self.headings = []
        # Where a page consists of several documents, each has its own names of sections.
        self.prefix, self.level = "", 0

    # Links

    def href(self, file, anchor=""):
        folder = os.path.dirname(self.file)
        path = "" if file == self.file and anchor else os.path.relpath(file, folder or ".").replace(os.sep, "/")
        return path + (f"#{urllib.parse.quote(anchor, safe='():._-')}" if anchor else "")

    def place(self, url):
        """The address of DocC's path on this site, or nothing."""
        path, _, anchor = url.partition("#")
        found = self.places.get(path.lower())
        if not found:
            return None
        return self.href(found[0], anchor or found[1])

    def link(self, identifier, text=None):
        reference = self.references.get(identifier, {})
        title = text or self.title(reference, identifier)
        url = reference.get("url", "")
        address = url if re.match(r"https?:|mailto:", url) else self.place(url)
        return f'<a href="{html.escape(address)}">{title}</a>' if address else title

    def title(self, reference, identifier=""):
        if reference.get("type") == "unresolvable":
            return code(reference["title"])
        if reference.get("kind") == "symbol" and reference.get("role") not in ("article", "collection"):
            return code(reference["title"])
        if "titleInlineContent" in reference:
            return self.inline(reference["titleInlineContent"])
        return html.escape(reference.get("title") or identifier, quote=False)

    # Content in a line

    def inline(self, content):
        return "".join(self.inline_element(element) for element in content)

    def inline_element(self, element):
        kind = element["type"]
        if kind == "text":
            return html.escape(element["text"], quote=False)
        if kind == "codeVoice":
            return code(element["code"])
        if kind in ("strong", "emphasis", "newTerm", "strikethrough", "subscript", "superscript"):
            tag = {"strong": "strong", "emphasis": "em", "newTerm": "dfn", "strikethrough": "s", "subscript": "sub", "superscript": "sup"}[kind]
            return f"<{tag}>{self.inline(element['inlineContent'])}</{tag}>"
        if kind == "reference":
            title = self.inline(element["overridingTitleInlineContent"]) if "overridingTitleInlineContent" in element else None
            return self.link(element["identifier"], title)
        if kind == "link":
            return f'<a href="{html.escape(element["destination"] if "destination" in element else element["url"])}">{self.inline(element["titleInlineContent"])}</a>'
        if kind == "image":
            return self.image(element["identifier"])
        raise UnknownContent(kind)

    def image(self, identifier):
        reference = self.references[identifier]
        name = reference["variants"][0]["url"].rsplit("/", 1)[-1]
        width, height = self.images[name]
        alt = html.escape(reference.get("alt") or "")
        return f'<span class="wide"><img src="{self.href("images/" + name)}" alt="{alt}" width="{width}" height="{height}" loading="lazy"></span>'

    # Blocks

    def blocks(self, content):
        return "".join(self.block(element) for element in content)

    def block(self, element):
        kind = element["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(element['inlineContent'])}</p>\n"
        if kind == "heading":
            return self.heading(element)
        if kind == "codeListing":
            return self.code("\n".join(element["code"]), element.get("syntax"))
        if kind == "unorderedList":
            return "<ul>" + self.items(element) + "</ul>\n"
        if kind == "orderedList":
            start = element.get("start", 1)
            return ("<ol>" if start == 1 else f'<ol start="{start}">') + self.items(element) + "</ol>\n"
        if kind == "termList":
            return "<dl>" + "".join(
                f"<dt>{self.inline(item['term']['inlineContent'])}</dt><dd>{self.blocks(item['definition']['content'])}</dd>"
                for item in element["items"]) + "</dl>\n"
        if kind == "table":
            return self.table(element)
        if kind == "aside":
            return f'<aside class="aside"><p class="name">{html.escape(element.get("name", "Note"))}</p>{self.blocks(element["content"])}</aside>\n'
        if kind == "thematicBreak":
            return "<hr>\n"
        raise UnknownContent(kind)

    def heading(self, element):
        anchor = self.prefix + element["anchor"]
        text = html.escape(element["text"], quote=False)
        # Names of fields and of directives in headings are code.
        level = min(6, element["level"] + self.level)
        if not self.level:
            self.headings.append((level, anchor, element["text"]))
        address = self.href(self.file, anchor)
        return f'<h{level} id="{html.escape(anchor)}">{text} <a class="anchor" href="{html.escape(address)}" aria-label="Link to this section">#</a></h{level}>\n'

    def code(self, text, syntax):
        # Messages are sentences, and may be broken like these; other code keeps its lines.
        is_messages = all(re.match(r"\S+:\d+:\d+: ", line) for line in text.splitlines())
        return f'<pre class="code{" messages" if is_messages else ""}"><code>{highlight(text, syntax)}</code></pre>\n'

    def items(self, element):
        return "".join(f"<li>{self.item(item['content'])}</li>\n" for item in element["items"])

    def item(self, content):
        """A list item: one paragraph needs no element of its own."""
        if len(content) == 1 and content[0]["type"] == "paragraph":
            return self.inline(content[0]["inlineContent"])
        return self.blocks(content)

    def table(self, element):
        has_header = element.get("header") in ("row", "both")
        rows = [[self.item(cell) for cell in row] for row in element["rows"]]
        head = ""
        if has_header:
            head = "<thead><tr>" + "".join(f'<th scope="col">{cell}</th>' for cell in rows.pop(0)) + "</tr></thead>\n"
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
        return f'<div class="wide"><table>{head}<tbody>\n{body}</tbody></table></div>\n'


def plain(content):
    """The text of content, without its marks."""
    if isinstance(content, list):
        return "".join(plain(element) for element in content)
    kind = content.get("type")
    if kind == "text":
        return content["text"]
    if kind == "codeListing":
        return "\n" + "\n".join(content["code"]) + "\n"
    if kind == "codeVoice":
        return content["code"]
    if kind == "heading":
        return "\n" + content["text"] + "\n"
    if kind == "table":
        return "\n".join(" ".join(plain(cell) for cell in row) for row in content["rows"])
    text = "".join(plain(content[key]) for key in ("inlineContent", "content", "items", "overridingTitleInlineContent", "titleInlineContent") if key in content)
    return text + ("\n" if kind in ("paragraph", "aside") or "content" in content else "")
