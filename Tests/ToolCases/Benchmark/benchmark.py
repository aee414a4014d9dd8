#!/usr/bin/env python3
"""Asks this project's language server and Relay's the same questions about the same documents, and prints how long they take.

    benchmark.py CORPUS CONVERTER OUR_SERVER RELAY_COMPILER|none [DOCUMENTS]

CORPUS has `schema.graphql` and `documents`; CONVERTER writes it as a project of JavaScript files, for Relay (`CONVERTER CORPUS FOLDER`). Both servers run
one after the other, so only their ratio counts. Prints for each kind of request the median, 95 % and the largest,
and for each server the time until it answers (from its start), its memory, and the time from a change of a text to diagnostics.
"""
import collections, glob, json, os, random, re, shutil, statistics, subprocess, sys, tempfile, threading, time

KINDS = ["hover", "definition", "completion", "references", "prepareRename"]


class Client:
    """A server, and what it has sent."""

    def __init__(self, command, root, environment=None):
        self.answers, self.published, self.number, self.versions = {}, collections.defaultdict(list), 0, collections.Counter()
        self.arrived = threading.Condition()
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env={**os.environ, **(environment or {})})
        threading.Thread(target=self.read, daemon=True).start()
        folder = "file://" + root
        self.ask("initialize", {"processId": os.getpid(), "rootUri": folder, "workspaceFolders": [{"uri": folder, "name": "w"}],
                                "capabilities": {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}},
                                                                  "hover": {"contentFormat": ["markdown"]}}}}, 120)
        self.tell("initialized", {})

    def read(self):
        stream = self.process.stdout
        while True:
            length = None
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"): length = int(line.split(b":")[1])
            if length is None: return
            message = json.loads(stream.read(length))
            now = time.perf_counter()
            with self.arrived:
                if "method" not in message: self.answers[message.get("id")] = (message, now)
                elif message["method"] == "textDocument/publishDiagnostics":
                    self.published[message["params"]["uri"]].append((now, message["params"]["diagnostics"]))
                self.arrived.notify_all()
            if "id" in message and "method" in message: self.send({"id": message["id"], "result": None})

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def tell(self, method, params): self.send({"method": method, "params": params})

    def ask(self, method, params, timeout=30):
        """The result, and the milliseconds that it took; (None, None) without an answer."""
        self.number += 1
        began = time.perf_counter()
        self.send({"id": self.number, "method": method, "params": params})
        with self.arrived:
            if not self.arrived.wait_for(lambda: self.number in self.answers, timeout): return None, None
            message, at = self.answers.pop(self.number)
        return message, (at - began) * 1000

    def open(self, uri, language, text):
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 0, "text": text}})

    def change(self, uri, text):
        """The time at which a whole text was sent."""
        self.versions[uri] += 1
        began = time.perf_counter()
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": [{"text": text}]})
        return began

    def first_published(self, uri, began, timeout=5):
        """Milliseconds until diagnostics of a text came."""
        with self.arrived:
            came = lambda: [at for at, _ in self.published[uri] if at > began]
            self.arrived.wait_for(lambda: bool(came()), timeout)
            return (came()[0] - began) * 1000 if came() else None

    def last_published(self, began, quiet=.5):
        """Milliseconds until the last diagnostics came after which there were none for a while; None if none came."""
        newest = lambda: max((entries[-1][0] for entries in self.published.values() if entries), default=0)
        while time.perf_counter() - max(newest(), began) < quiet: time.sleep(.02)
        return (newest() - began) * 1000 if newest() > began else None

    def memory(self, key):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(key)) // 1024

    def processor(self):
        with open(f"/proc/{self.process.pid}/stat") as stat: fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.ask("shutdown", None, 5)
        self.tell("exit", None)
        try: self.process.wait(5)
        except subprocess.TimeoutExpired: self.process.kill()


def tokens(text):
    for line, content in enumerate(text.split("\n")):
        if content.lstrip().startswith("#"): continue
        for match in re.finditer(r"\.\.\.\s*(?!on\b)(\w+)|\$(\w+)|@(\w+)|(\w+)", content):
            group = next(index for index in range(1, 5) if match.group(index))
            if match.group(group) not in ("query", "mutation", "subscription", "fragment", "on", "true", "false", "null"):
                yield line, match.start(group)


def documents(corpus, javascript, count):
    """Documents with one definition, each with its file in both projects and the number of lines above it in JavaScript."""
    by_name = {}
    for file in glob.glob(f"{javascript}/src/**/*.js", recursive=True):
        with open(file) as stream: text = stream.read()
        for name in re.findall(r"^[ \t]*(?:query|mutation|subscription|fragment)\s+(\w+)", text, re.M): by_name[name] = (file, text)
    found = []
    for file in sorted(glob.glob(f"{corpus}/documents/**/*.graphql", recursive=True)):
        with open(file) as stream: text = stream.read()
        names = re.findall(r"^[ \t]*(?:query|mutation|subscription|fragment)\s+(\w+)", text, re.M)
        if len(names) != 1 or names[0] not in by_name or "\\" in text or "`" in text: continue
        other, body = by_name[names[0]]
        at = body.find(text.split("\n")[0])
        if at >= 0: found.append((os.path.relpath(file, corpus), text, other, body, body[:at].count("\n"), names[0]))
    random.Random(1).shuffle(found)
    return found[:count]


def row(name, times):
    if not times: return f"  {name:28} no answer"
    ordered = sorted(times)
    return f"  {name:28} median {statistics.median(ordered):7.2f} ms, 95 % {ordered[int(len(ordered) * .95)]:7.2f}, largest {ordered[-1]:7.1f} ({len(ordered)})"


def measure(client, texts, answers):
    """`texts`: uri, language, text, lines above, name. `answers` gets the times of the answers with a result, by kind and place."""
    uri, language, text, shift, _ = texts[0]
    client.open(uri, language, text)
    while True:
        answer, _ = client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": shift + 1, "character": 3}})
        if answer and "error" not in answer: break
        time.sleep(.005)
    lines = [f"  answers {1000 * (time.perf_counter() - client.started):.0f} ms after its start"]
    client.last_published(time.perf_counter(), 1.5)
    lines.append(f"  {client.memory('VmRSS')} MB once it has read everything, {client.memory('VmHWM')} MB at most, {client.processor():.2f} s of processor time")
    chosen, times, answered = random.Random(2), collections.defaultdict(list), collections.Counter()
    for uri, language, text, shift, name in texts:
        client.open(uri, language, text)
        places = list(tokens("\n".join(text.split("\n")[shift:])))
        for line, column in chosen.sample(places, min(5, len(places))):
            for kind in KINDS:
                params = {"textDocument": {"uri": uri}, "position": {"line": line + shift, "character": column + (kind != "completion")}}
                if kind == "references": params["context"] = {"includeDeclaration": True}
                if kind == "completion": params["context"] = {"triggerKind": 1}
                answer, ms = client.ask("textDocument/" + kind, params)
                if ms is None: continue
                times[kind].append(ms)
                if not answer.get("result"): continue
                answered[kind] += 1
                answers[kind, name, line, column] = ms
    lines += [row(kind, times[kind]) + f", {answered[kind]} with a result" for kind in KINDS]
    own, renamed, broken = [], [], []
    for uri, language, text, shift, name in texts[:40]:
        at = text.index("{", text.index(name)) + 1
        began = client.change(uri, text[:at] + " nothing_here " + text[at:])
        if (ms := client.first_published(uri, began)) is not None: own.append(ms)
        client.last_published(began)
        client.last_published(client.change(uri, text))
        for collected, edited in ((renamed, text.replace(name, name + "X", 1)), (broken, text[:at] + " a(" + text[at:])):
            if (ms := client.last_published(client.change(uri, edited))) is not None: collected.append(ms)
            client.last_published(client.change(uri, text))
    lines += [row("own file's diagnostics", own), row("all, after a new name", renamed), row("all, after broken syntax", broken)]
    lines.append(f"  {client.memory('VmRSS')} MB at the end, {client.memory('VmHWM')} MB at most")
    return lines


def main(corpus, converter, ours, relay, count="150"):
    corpus, ours = os.path.realpath(corpus), os.path.realpath(ours)
    with tempfile.TemporaryDirectory() as work:
        javascript, graphql = work + "/javascript", work + "/graphql"
        subprocess.run([sys.executable, converter, corpus, javascript], check=True, stdout=subprocess.DEVNULL)
        shutil.copytree(corpus + "/documents", graphql + "/documents")
        shutil.copy(corpus + "/schema.graphql", graphql)
        with open(graphql + "/relay.config.json", "w") as config:
            json.dump({"schema": "./schema.graphql", "src": "./documents",
                       "featureFlags": {"enforce_fragment_alias_where_ambiguous": {"kind": "disabled"}}}, config)
        chosen = documents(corpus, javascript, int(count))
        print(f"{len(chosen)} documents, {len(KINDS)} kinds of requests at up to 5 places each")
        servers = [("this project", [ours, "lsp"], graphql, [(f"file://{graphql}/{file}", "graphql", text, 0, name) for file, text, _, _, _, name in chosen], {})]
        if relay != "none":
            socket = work + "/watchman"
            watchman = subprocess.Popen([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "watchman.py")],
                                        env={**os.environ, "WATCHMAN_SOCK": socket})
            while not os.path.exists(socket): time.sleep(.01)
            servers.append(("Relay", [os.path.realpath(relay), "lsp", "relay.config.json"], javascript,
                            [(f"file://{other}", "javascript", body, shift, name) for _, _, other, body, shift, name in chosen], {"WATCHMAN_SOCK": socket}))
        answers = {}
        for name, command, root, texts, environment in servers:
            client = Client(command, root, environment)
            print(name, *measure(client, texts, answers.setdefault(name, {})), sep="\n")
            client.stop()
        if relay == "none": return
        watchman.kill()
        # A server that does not know an answer says so at once.
        print("where both have a result")
        for kind in KINDS:
            both = [place for place in answers["Relay"] if place[0] == kind and place in answers["this project"]]
            for name in answers: print(row(f"{kind}, {name}", [answers[name][place] for place in both]))


if __name__ == "__main__": main(*sys.argv[1:])
