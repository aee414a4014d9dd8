"""Pages in headless Chromium, where it is: their width, their errors, what they load, and the search of a page that was opened as a file."""

import functools
import html
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import urllib.parse

FOLDER = pathlib.Path(__file__).resolve().parent
# A phone, and a desktop.
WIDTHS = [360, 1280]


def program():
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


def document(address, *options):
    """The text of a page after its scripts have run."""
    with tempfile.TemporaryDirectory() as profile:
        run = subprocess.run(
            [program(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run",
             f"--user-data-dir={profile}", "--virtual-time-budget=600000", *options, "--dump-dom", address],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return run.stdout


class Handler(http.server.SimpleHTTPRequestHandler):
    """The site, and the page that opens its pages."""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        if self.path.startswith("/visit.html"):
            content = (FOLDER / "visit.html").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        else:
            super().do_GET()


def visit(site, names, *options):
    """What is wrong with pages, each opened at each width: sentences."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        visits = urllib.parse.quote(json.dumps({"pages": names, "widths": WIDTHS}))
        text = document(f"http://127.0.0.1:{server.server_port}/visit.html#{visits}", *options)
    finally:
        server.shutdown()
    result = re.search(r"<pre id=\"result\">(.*?)</pre>", text, re.DOTALL)
    if not result or not result[1]:
        return ["Chromium did not open all pages"], 0
    found = json.loads(html.unescape(result[1]))
    return found["problems"], found["visits"]


def results(text):
    """The addresses in the list of results."""
    section = re.search(r'<section id="search-results".*?</section>', text, re.DOTALL)
    return [html.unescape(address) for address in re.findall(r'<li><a href="([^"]*)"', section[0] if section else "")]


def best(site, queries):
    """The addresses that the page of a site finds, when it is opened as a file."""
    if not program():
        raise SystemExit("error: the search needs Node or Chromium")
    index = (site / "index.html").resolve().as_uri()
    return [results(document(f"{index}#search={urllib.parse.quote(query)}"))[:3] for query in queries]


def check(site):
    if not program():
        print("NOT RUN: there is no Chromium, so no page was opened")
        return [], 0
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    problems, count = visit(site, names)
    # Dark differs in colors alone, so a few pages suffice.
    dark, more = visit(site, ["index.html", "guides/Queries.html", "benchmarks.html"], "--blink-settings=preferredColorScheme=0")
    problems += [f"dark: {problem}" for problem in dark]
    found = best(site, ["offline"])[0]
    if not any(address.startswith("guides/") for address in found):
        problems.append("a page that is opened as a file finds nothing")
    return problems, count + more + 1
