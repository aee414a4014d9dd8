"""The frame of every page: its head, the parts of the site, the list of pages, and what is on the page."""

import html
import os

TITLE = "Relay for Swift"
PARTS = [("Guides", "index.html"), ("Tutorial", "tutorial/index.html"), ("Reference", "reference/index.html"),
         ("Diagnostics", "diagnostics/index.html"), ("Benchmarks", "benchmarks.html")]


def relative(file, target):
    return os.path.relpath(target, os.path.dirname(file) or ".").replace(os.sep, "/")


def part_links(file, part, has_reference):
    links = []
    for name, target in PARTS:
        if name == "Reference" and not has_reference:
            continue
        current = ' aria-current="true"' if name == part else ""
        links.append(f'<li><a href="{relative(file, target)}"{current}>{name}</a></li>')
    return "".join(links)


def list_of_pages(file, groups):
    """The pages of the part, in their groups; the group of this page is open."""
    parts = []
    for title, entries in groups:
        items = "".join(
            f'<li><a href="{html.escape(relative(file, target))}"{" aria-current=" + chr(34) + "page" + chr(34) if target == file else ""}>{text}</a></li>'
            for text, target in entries)
        opened = " open" if len(groups) == 1 or any(target == file for _, target in entries) else ""
        parts.append(f"<details{opened}><summary>{html.escape(title)}</summary><ul>{items}</ul></details>")
    return "".join(parts)


def contents(headings):
    """What is on the page, if that is more than a little."""
    entries = [(anchor, text) for level, anchor, text in headings if level == 2]
    if len(entries) < 3:
        return ""
    items = "".join(f'<li><a href="#{html.escape(anchor)}">{html.escape(text, quote=False)}</a></li>' for anchor, text in entries)
    return f'<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul>{items}</ul></details></nav>'


def page(file, title, body, *, part, groups, headings=(), description="", has_reference=True):
    name = title if title == TITLE else f"{title} · {TITLE}"
    root = relative(file, "index.html").removesuffix("index.html")
    return f"""<!DOCTYPE html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<title>{html.escape(name, quote=False)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{html.escape(description)}">
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}style.css">
<script src="{root}rank.js" defer></script>
<script src="{root}site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="{root}index.html">{TITLE}</a>
<nav aria-label="Parts"><ul>{part_links(file, part, has_reference)}</ul></nav>
<form role="search" hidden><input type="search" aria-label="Search all pages" placeholder="Search ( / )" autocomplete="off" spellcheck="false"></form>
</header>
<section id="search-results" aria-label="Search results" hidden><p role="status"></p><ol></ol></section>
<div class="columns">
<nav class="pages" aria-label="{html.escape(part)}"><details class="menu"><summary>{html.escape(part)}: all pages</summary><div>{list_of_pages(file, groups)}</div></details></nav>
<main id="content" tabindex="-1">
{contents(headings)}<article>
{body}</article>
</main>
</div>
<footer><p>{TITLE} is not affiliated with Meta. <a href="{root}llms.txt">For language models</a></p></footer>
</body>
</html>
"""
