"""What the text of pages shows: that they are well-formed and accessible, and that links lead somewhere on this site or to another host by a click only."""

import html.parser
import pathlib
import re
import urllib.parse

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
EMPTY = {"br", "hr", "img", "input", "link", "meta", "line", "rect", "wbr"}
# The elements whose end has to be written, and which have no other content than text and inline elements.
INLINE = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "a", "code", "span", "small", "strong", "em"}
BLOCKS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "table", "div", "pre", "figure", "section", "details", "dl", "aside", "nav", "article"}
# What makes a browser load something.
LOADS = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"), ("use", "href"), ("form", "action")}


class Page(html.parser.HTMLParser):
    def __init__(self, name, text):
        super().__init__()
        self.name, self.problems, self.open = name, [], []
        self.ids, self.links, self.loads, self.headings, self.elements = [], [], [], [], []
        self.feed(text)
        self.close()
        if self.open:
            self.say(f"<{self.open[-1]}> is not closed")

    def say(self, problem):
        self.problems.append(f"{self.name}:{self.getpos()[0]}: {problem}")

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append((tag, attributes))
        if tag in BLOCKS and any(parent in INLINE for parent in self.open):
            self.say(f"<{tag}> in <{next(parent for parent in self.open if parent in INLINE)}>")
        if tag == "li" and self.open and self.open[-1] not in ("ul", "ol"):
            self.say("<li> outside of a list")
        if tag == "a" and "a" in self.open:
            self.say("a link in a link")
        if attributes.get("id"):
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes.get("href", ""))
        if tag == "img" and not (attributes.get("alt") and attributes.get("width") and attributes.get("height")):
            self.say("a picture without a text or a size")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.loads += [attributes[name] for name in attributes if (tag, name) in LOADS]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag in EMPTY or not self.open or self.open[-1] != tag:
            self.say(f"</{tag}> ends <{self.open[-1] if self.open else 'nothing'}>")
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def check(self):
        for level in sorted({identifier for identifier in self.ids if self.ids.count(identifier) > 1}):
            self.say(f"two elements have the id '{level}'")
        if self.headings.count(1) != 1 or self.headings[0] != 1:
            self.say("a page has one first heading")
        for before, after in zip(self.headings, self.headings[1:]):
            if after > before + 1:
                self.say(f"a heading of level {after} after one of level {before}")
        tags = [tag for tag, _ in self.elements]
        for tag in ("header", "main", "footer", "title", "article"):
            if tags.count(tag) != 1:
                self.say(f"a page has one <{tag}>")
        for tag, attributes in self.elements:
            if tag == "nav" and not attributes.get("aria-label"):
                self.say("a <nav> without a name")
            if tag == "html" and attributes.get("lang") != "en":
                self.say("a page says which language it has")
            if tag == "input" and not attributes.get("aria-label"):
                self.say("a field without a name")
            if any(name.startswith("on") or name == "style" for name in attributes):
                self.say(f"<{tag}> with code or style in it")


def pages(site):
    return {path.relative_to(site).as_posix(): Page(path.relative_to(site).as_posix(), path.read_text()) for path in sorted(site.rglob("*.html"))}


def check(site):
    found = pages(site)
    problems, links = [], 0
    for name, page in found.items():
        page.check()
        problems += page.problems
        for load in page.loads:
            if re.match(r"[a-z]+:|//", load):
                problems.append(f"{name}: loads {load}")
            elif not (site / name).parent.joinpath(load).exists():
                problems.append(f"{name}: there is no {load}")
        for link in page.links:
            links += 1
            problem = broken(link, name, found, site)
            if problem:
                problems.append(f"{name}: {problem}")
    for name in ("llms.txt", "llms-full.txt"):
        for link in re.findall(r"\]\(([^)\s#]+\.(?:html|md))\)", (site / name).read_text()):
            links += 1
            if not (site / link).is_file():
                problems.append(f"{name}: there is no {link}")
    for path in [*site.glob("*.js"), *site.glob("*.css"), *site.rglob("*.svg")]:
        text = path.read_text()
        # The names of namespaces are no addresses to load from.
        text = text.replace("http://www.w3.org/2000/svg", "")
        if path.name != "search-index.js" and re.search(r"https?:|//\w+\.\w+|\bfetch\(|XMLHttpRequest|@import|url\((?!#)", text):
            problems.append(f"{path.name} may load something from elsewhere")
    return problems, len(found) + links


def broken(link, name, found, site):
    """Why a link leads nowhere, or nothing."""
    if re.match(r"https?://|mailto:", link):
        return None
    if re.match(r"[a-z]+:|//|/", link):
        return f"a link to {link}"
    address, _, anchor = link.partition("#")
    target = pathlib.PurePosixPath(name).parent.joinpath(urllib.parse.unquote(address)) if address else pathlib.PurePosixPath(name)
    parts = []
    for part in target.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    file = "/".join(parts)
    if not (site / file).is_file():
        return f"there is no {link}"
    if anchor and file in found and urllib.parse.unquote(anchor) not in found[file].ids:
        return f"there is no '{anchor}' in {file}"
    return None


def check_completeness(site):
    """Every guide, page of the tutorial and page of diagnostics is a page, and is found in the list of its part."""
    problems, count = [], 0
    catalogs = REPOSITORY / "Sources/RelayRuntime/RelayRuntime.docc", REPOSITORY / "Sources/RelayCompilerCore/RelayCompilerCore.docc"
    expected = {f"guides/{path.stem}.html" for path in catalogs[0].glob("*.md") if path.stem != "RelayRuntime"}
    expected |= {f"diagnostics/{path.stem}.html" for path in catalogs[1].glob("*.md") if path.stem != "RelayCompilerCore"}
    expected |= {f"tutorial/{path.stem}.html" for path in catalogs[0].glob("Tutorial/*.tutorial") if path.stem != "Relay"}
    expected |= {"index.html", "tutorial/index.html", "diagnostics/index.html", "benchmarks.html"}
    text = {part: (site / part).read_text() for part in ("index.html", "tutorial/index.html", "diagnostics/index.html")}
    libraries = [catalogs[0] / "RelayRuntime.md", *(REPOSITORY / f"Sources/{name}/{name}.docc/{name}.md" for name in ("RelayDurableStore", "RelayOutbox"))]
    topics = "".join(page.read_text().split("\n## Topics\n")[1] for page in libraries)
    if (site / "reference/index.html").exists():
        text["reference/index.html"] = (site / "reference/index.html").read_text().replace("<wbr>", "")
        for name in re.findall(r"^- ``([^`]+)``", topics, re.MULTILINE):
            count += 1
            if f"<code>{name}</code></a>" not in text["reference/index.html"]:
                problems.append(f"the reference has no {name}")
    for page in sorted(expected):
        count += 1
        if not (site / page).is_file():
            problems.append(f"there is no page {page}")
        folder, _, name = page.rpartition("/")
        place = {"guides": "index.html", "tutorial": "tutorial/index.html", "diagnostics": "diagnostics/index.html"}.get(folder)
        if place and f'href="{page if place == "index.html" else name}"' not in text[place]:
            problems.append(f"{place} does not link to {page}")
    return problems, count
