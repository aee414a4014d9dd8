"""Guides and diagnostics: an article of DocC in, the body of a page out. The tutorial: its contents, and its steps with their files."""

import html

from highlight import highlight
from markup import plain


def article(node, markup):
    parts = [f"<h1>{html.escape(node['metadata']['title'], quote=False)}</h1>\n"]
    if node.get("abstract"):
        parts.append(f'<p class="abstract">{markup.inline(node["abstract"])}</p>\n')
    for section in node.get("primaryContentSections", []):
        if section["kind"] == "content":
            content = section["content"]
            if content and content[0].get("text") == "Overview" and not has_subsections(content):
                content = content[1:]
            parts.append(markup.blocks(content))
    return "".join(parts)


def has_subsections(content):
    """Whether the first section, which DocC calls "Overview" if it has no heading, has sections of its own."""
    levels = [element["level"] for element in content[1:] if element["type"] == "heading"]
    return bool(levels) and levels[0] > 2


def topics(node, markup, is_guide):
    """The groups of the front page: a list of links with their abstracts."""
    parts = []
    for section in node.get("topicSections", []):
        items = []
        for identifier in section["identifiers"]:
            reference = markup.references[identifier]
            if is_guide(reference) and markup.place(reference["url"]):
                items.append(f"<li>{markup.link(identifier)}<br><small>{markup.inline(reference.get('abstract', []))}</small></li>\n")
        if items:
            anchor = section["title"].replace(" ", "-")
            markup.headings.append((2, anchor, section["title"]))
            parts.append(f'<h2 id="{anchor}">{html.escape(section["title"])}</h2>\n<ul class="cards">{"".join(items)}</ul>\n')
    return "".join(parts)


def tutorial_contents(node, markup):
    hero = node["sections"][0]
    parts = [f"<h1>{html.escape(hero['title'], quote=False)}</h1>\n", markup.blocks(hero["content"])]
    for volume in node["sections"][1:]:
        for chapter in volume.get("chapters", []):
            anchor = chapter["name"].replace(" ", "-")
            parts.append(f'<h2 id="{anchor}">{html.escape(chapter["name"])}</h2>\n{markup.blocks(chapter["content"])}<ul class="cards">')
            for identifier in chapter["tutorials"]:
                reference = markup.references[identifier]
                parts.append(f"<li>{markup.link(identifier)}<br><small>{markup.inline(reference.get('abstract', []))}</small></li>")
            parts.append("</ul>\n")
    return "".join(parts)


def tutorial_page(node, markup):
    parts = []
    for section in node["sections"]:
        if section["kind"] == "hero":
            parts += [f"<h1>{html.escape(section['title'], quote=False)}</h1>\n", f'<div class="abstract">{markup.blocks(section["content"])}</div>']
        elif section["kind"] == "tasks":
            parts += [task(element, markup) for element in section["tasks"]]
        elif section["kind"] == "callToAction":
            action = markup.link(section["action"]["identifier"], html.escape(section["title"], quote=False))
            parts.append(f'<p class="next">Next: {action}</p>\n')
    return "".join(parts)


def task(element, markup):
    anchor = element["anchor"]
    markup.headings.append((2, anchor, element["title"]))
    parts = [f'<h2 id="{html.escape(anchor)}">{html.escape(element["title"], quote=False)}</h2>\n']
    for section in element["contentSection"]:
        parts.append(markup.blocks(section["content"]))
    parts.append('<ol class="steps">\n')
    for step in element["stepsSection"]:
        parts.append(f"<li>{markup.blocks(step['content'])}")
        if step.get("code"):
            file = markup.references[step["code"]]
            code = highlight("\n".join(file["content"]), file.get("syntax"))
            parts.append(f'<figure><figcaption>{html.escape(file["fileName"])}</figcaption><pre class="code"><code>{code}</code></pre></figure>')
        picture = step.get("runtimePreview") or step.get("media")
        if picture:
            alt = html.escape(markup.references[picture].get("alt") or "", quote=False)
            parts.append(f"<figure>{markup.image(picture)}<figcaption>A drawing: {alt}</figcaption></figure>")
        parts.append(markup.blocks(step.get("caption", [])) + "</li>\n")
    return "".join(parts) + "</ol>\n"


def text(node):
    """All words of a page, for the search."""
    found = [plain(node.get("abstract", []))]
    for section in node.get("primaryContentSections", []) + node.get("sections", []):
        found.append(plain(section.get("content", [])))
        for element in section.get("tasks", []):
            found += [element["title"], *(plain(part["content"]) for part in element["contentSection"])]
            for step in element["stepsSection"]:
                found += [plain(step["content"]), "\n".join(node["references"].get(step.get("code") or "", {}).get("content", []))]
    return "\n".join(found)
