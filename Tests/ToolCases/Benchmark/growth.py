#!/usr/bin/env python3
"""Sends random edits of open documents, and prints the server's memory after each tenth of them.

    growth.py CORPUS SERVER [COUNT]
"""
import glob, json, os, random, shutil, sys, tempfile

sys.dont_write_bytecode = True
from benchmark import Client


def main(corpus, server, count="100000"):
    count, chosen = int(count), random.Random(1)
    with tempfile.TemporaryDirectory() as root:
        shutil.copytree(corpus + "/documents", root + "/documents")
        shutil.copy(corpus + "/schema.graphql", root)
        with open(root + "/relay.config.json", "w") as config: json.dump({"schema": "./schema.graphql", "src": "./documents"}, config)
        client = Client([os.path.realpath(server), "lsp"], root)
        files = chosen.sample(sorted(glob.glob(root + "/documents/**/*.graphql", recursive=True)), 20)
        clean = {"file://" + file: open(file).read() for file in files}
        texts = dict(clean)
        for uri, text in texts.items(): client.open(uri, "graphql", text)
        words = sorted({word for text in clean.values() for word in text.split()})
        for edit in range(1, count + 1):
            uri = chosen.choice(sorted(texts))
            text, at = texts[uri], chosen.randrange(len(texts[uri]) + 1)
            # Most edits type or delete something; some take everything back.
            texts[uri] = clean[uri] if chosen.random() < .2 else text[:at] + chosen.choice([chosen.choice(words), "", "{", "\n"]) + text[at + chosen.choice([0, 0, 3]):]
            client.change(uri, texts[uri])
            # The server keeps up, as it does with a person.
            if edit % 20 == 0: client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 3}})
            if edit % (count // 10) == 0:
                client.published.clear()
                print(f"{edit} edits: {client.memory('VmRSS')} MB, {client.memory('VmHWM')} MB at most, {client.processor():.1f} s of processor time", flush=True)
        client.stop()


main(*sys.argv[1:])
