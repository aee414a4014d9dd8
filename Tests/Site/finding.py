"""What people ask in their first week, by the site's own search."""

import json
import pathlib
import shutil
import subprocess

import browser

FOLDER = pathlib.Path(__file__).resolve().parent


def best(site, queries):
    """The addresses of the three best entries of each query."""
    node = shutil.which("node")
    if node:
        run = subprocess.run([node, FOLDER / "search.js", site], input="\n".join(queries), stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in run.stdout.splitlines()]
    return browser.best(site, queries)


def name(address):
    """The name of a page in `questions.json`."""
    return "Relay" if address.startswith("tutorial/") else address.split("#")[0].rsplit("/", 1)[-1].removesuffix(".html")


def check(site):
    asked = json.loads((FOLDER / "questions.json").read_text())
    queries = [(entry["question"], entry["pages"]) for entry in asked["questions"]] + [(word, [page]) for word, page in asked["words"].items()]
    problems = []
    if len(asked["questions"]) != 40 or len(asked["words"]) != 62:
        problems.append("there are forty questions and sixty-two words")
    if not shutil.which("node") and not browser.program():
        print("NOT RUN: the site's search needs Node 18 or later, or Chromium")
        return problems, 0
    found = best(site, [query for query, _ in queries])
    if len(found) != len(queries):
        return problems + ["the search did not answer every query"], 0
    for (query, pages), addresses in zip(queries, found):
        if not set(pages) & {name(address) for address in addresses}:
            problems.append(f"'{query}' finds {', '.join(addresses)}, and none of {', '.join(pages)}")
    return problems, len(queries)
