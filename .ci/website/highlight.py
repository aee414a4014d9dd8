"""Colors of code: text of a language in, HTML with a span around each keyword, string, comment, type and number out."""

import html
import re

SWIFT = """actor any as associatedtype async await case catch class continue default defer deinit do else enum extension fallthrough false fileprivate
 final for func guard if import in indirect init inout internal is isolated lazy let mutating nil nonisolated open package private protocol public repeat
 required rethrows return self Self sending some static struct subscript super switch throw throws true try typealias unsafe var weak where while"""
GRAPHQL = "false implements null on repeatable true"
# These may also be names of fields and arguments.
DEFINITIONS = r"(?m:^)(?:extend )?(?:directive|enum|fragment|input|interface|mutation|query|scalar|schema|subscription|type|union)\b"
SHELL = "case do done echo elif else esac exit export fi for if in then while"

TEXT = r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"'
TYPE = r"\b[A-Z]\w*"
NUMBER = r"\b\d[\d_.]*\b"


def rules(comment, keywords, name=r"[@#]\w+"):
    words = r"\b(?:%s)\b" % "|".join(keywords.split())
    return re.compile(rf"(?P<c>{comment})|(?P<s>{TEXT})|(?P<k>{words}|{name})|(?P<t>{TYPE})|(?P<n>{NUMBER})")


RULES = {
    "swift": rules(r"//[^\n]*|/\*(?:.|\n)*?\*/", SWIFT),
    "graphql": rules(r"#[^\n]*", GRAPHQL, rf"{DEFINITIONS}|[@$]\w+"),
    "json": re.compile(rf"(?P<k>{TEXT}(?=\s*:))|(?P<s>{TEXT})|(?P<n>-?{NUMBER}|true|false|null)"),
    "sh": re.compile(rf"(?P<c>(?<!\S)#[^\n]*)|(?P<s>{TEXT}|'[^']*')|(?P<k>\b(?:{'|'.join(SHELL.split())})\b)"),
}
RULES["bash"] = RULES["shell"] = RULES["sh"]


def highlight(code, language):
    rule = RULES.get((language or "").lower())
    if not rule:
        return html.escape(code, quote=False)
    parts, end = [], 0
    for match in rule.finditer(code):
        parts += [html.escape(code[end:match.start()], quote=False), f'<span class="{match.lastgroup}">{html.escape(match[0], quote=False)}</span>']
        end = match.end()
    return "".join(parts) + html.escape(code[end:], quote=False)
