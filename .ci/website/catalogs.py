"""What DocC makes of the two catalogs: render JSON of each page, with links that have been checked."""

import json
import pathlib
import shutil
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# The first has the guides, to which the others link.
LIBRARIES = ["RelayRuntime", "RelayDurableStore", "RelayOutbox"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
# A module without symbols, for pages that are made without the reference.
NO_SYMBOLS = {
    "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "site"},
    "module": {"name": "RelayRuntime", "platform": {}}, "symbols": [], "relationships": [],
}


class Failure(Exception):
    """A program that failed, with its output, or a page that cannot be made."""


def run(*command):
    result = subprocess.run([str(part) for part in command], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise Failure(f"'{' '.join(str(part) for part in command)[:300]}' failed:\n{result.stdout[-4000:]}")
    return result.stdout


def docc():
    """The toolchain's docc, next to its compiler."""
    found = shutil.which("docc")
    if not found and sys.platform == "darwin":
        found = run("xcrun", "--find", "docc").strip()
    if not found:
        raise Failure("the toolchain has no docc")
    return found


def emit_symbols(work):
    """The symbols of the libraries, each in a folder of its own. The API for SwiftUI exists only where SwiftUI does: elsewhere, that of the rendering tests
    stands in for it."""
    symbols = work / "symbols"

    def emit_module(name, folder, *options):
        sources = (path for path in sorted((REPOSITORY / folder).rglob("*.swift")) if ".docc/" not in path.as_posix())
        run("swiftc", "-emit-module", "-parse-as-library", "-module-name", name, "-emit-module-path", work / f"{name}.swiftmodule",
            "-I", work, "-swift-version", "6", "-package-name", "relay_swift", "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies",
            *(part for feature in FEATURES for part in ("-enable-upcoming-feature", feature)), *options, *sources)

    if sys.platform != "darwin":
        emit_module("SwiftUI", "Tests/SwiftUIRendering/Sources/SwiftUI")
    for library in LIBRARIES:
        (symbols / library).mkdir(parents=True)
        emit_module(library, f"Sources/{library}", "-emit-symbol-graph", "-emit-symbol-graph-dir", symbols / library, "-emit-extension-block-symbols")
        if library == "RelayRuntime":
            emit_module("RelaySQLite", "Sources/RelaySQLite")
    return symbols


def convert(work, symbols=None):
    """The archives of the catalogs. With the symbols, a broken link is an error; without them, links to symbols lead nowhere, and there are only those
    catalogs that have articles."""
    if not symbols:
        (work / "no-symbols").mkdir()
        (work / "no-symbols/RelayRuntime.symbols.json").write_text(json.dumps(NO_SYMBOLS))
    archives = []
    for module in [*(LIBRARIES if symbols else LIBRARIES[:1]), "RelayCompilerCore"]:
        archive = work / f"{module}.doccarchive"
        # Links to the guides of another archive are resolved below, because DocC takes their module for the extensions of that module.
        is_strict = module == "RelayCompilerCore" or symbols and module == "RelayRuntime"
        options = ["--warnings-as-errors"] if is_strict else []
        if module in LIBRARIES:
            options += ["--additional-symbol-graph-dir", symbols / module if symbols else work / "no-symbols"]
        output = run(docc(), "convert", REPOSITORY / f"Sources/{module}/{module}.docc", *options, "--output-path", archive,
            "--fallback-display-name", module, "--fallback-bundle-identifier", module)
        problems = [line for line in output.splitlines() if line.startswith("warning: ") and "No external resolver registered for 'RelayRuntime'" not in line]
        if symbols and problems:
            raise Failure(f"the documentation of {module} has warnings:\n{output}")
        archives.append(archive)
    return archives


def pages(archives):
    """The render JSON of all pages, by DocC's path in lowercase."""
    found = {}
    for archive in archives:
        for path in sorted((archive / "data").rglob("*.json")):
            found["/" + path.relative_to(archive / "data").with_suffix("").as_posix().lower()] = json.loads(path.read_text())
    for node in found.values():
        node.setdefault("references", {})
        link_archives(node, node["references"], found)
    return found


def link_archives(content, references, nodes):
    """Makes links of what DocC leaves as text: the address of a page in another archive."""
    if isinstance(content, list):
        for element in content:
            link_archives(element, references, nodes)
    elif isinstance(content, dict):
        address = content.get("text", "") if content.get("type") == "text" else ""
        if address.startswith("doc://"):
            path = "/" + address.removeprefix("doc://").partition("/")[2]
            if path.lower() not in nodes:
                raise Failure(f"no archive has the page {address}")
            page = nodes[path.lower()]
            references[address] = {"identifier": address, "type": "topic", "url": path, "title": page["metadata"]["title"],
                                   "kind": page["kind"], "role": page["metadata"].get("role")}
            content.clear()
            content.update({"type": "reference", "identifier": address, "isActive": True})
        else:
            for key, value in content.items():
                if key != "references":
                    link_archives(value, references, nodes)
