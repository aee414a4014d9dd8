"""The index of the search: entries with their words in, a script out, which a page loads also where it may not fetch anything. `rank.js` reads it."""

import json
import re

# An entry of these kinds is worth less than a guide with the same words.
KINDS = ["guide", "tutorial", "type", "diagnostic", "member", "benchmark"]
TITLE, ABSTRACT, HEADING, NAME = 1, 2, 4, 8


def words(text):
    """Words in lowercase; a name such as `FetchPolicy` is itself and its parts."""
    for word in re.findall(r"[^\W_]+", text):
        yield word.lower()
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", word)
        if len(parts) > 1:
            yield from (part.lower() for part in parts)


class Index:
    def __init__(self):
        self.entries, self.words = [], {}

    def add(self, kind, address, title, abstract, headings=(), text=""):
        """`headings` are anchors with their texts."""
        number = len(self.entries)
        counts, flags, length = {}, {}, 0
        for word in words(text):
            counts[word] = counts.get(word, 0) + 1
            length += 1
        name = address.split("#")[0].rsplit("/", 1)[-1].removesuffix(".html")
        for flag, part in [(TITLE, title), (ABSTRACT, abstract), (HEADING, " ".join(text for _, text in headings))]:
            for word in words(part):
                flags[word] = flags.get(word, 0) | flag
        # The name as a whole: `AfterAMutation` is not what is meant by "mutation".
        flags[name.lower()] = flags.get(name.lower(), 0) | NAME
        for word in counts | flags:
            self.words.setdefault(word, []).extend([number, counts.get(word, 0) * 16 + flags.get(word, 0)])
        short = abstract if len(abstract) < 160 else abstract[:157].rsplit(" ", 1)[0] + " …"
        self.entries.append([KINDS.index(kind), address, title, short, length, [list(heading) for heading in headings]])

    def script(self):
        content = {"kinds": KINDS, "entries": self.entries, "words": dict(sorted(self.words.items()))}
        return "var searchIndex = " + json.dumps(content, ensure_ascii=False, separators=(",", ":")) + ";\n" \
            "if (typeof module !== 'undefined') module.exports = searchIndex;\n"
