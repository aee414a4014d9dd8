"""What DocC makes of the two catalogs: render JSON of each page, with links that have been checked."""

import json
import pathlib
import shutil
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["RelayRuntime", "RelayCompilerCore"]
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
    """The symbols of the runtime. The API for SwiftUI exists only where SwiftUI does: elsewhere, that of the rendering tests stands in for it."""
    symbols = work / "symbols"
    symbols.mkdir()

    def emit_module(name, folder, *options):
        sources = (path for path in sorted((REPOSITORY / folder).rglob("*.swift")) if ".docc/" not in path.as_posix())
        run("swiftc", "-emit-module", "-parse-as-library", "-module-name", name, "-emit-module-path", work / f"{name}.swiftmodule",
            "-I", work, "-swift-version", "6", "-package-name", "relay_swift", "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies",
            *(part for feature in FEATURES for part in ("-enable-upcoming-feature", feature)), *options, *sources)

    if sys.platform != "darwin":
        emit_module("SwiftUI", "Tests/SwiftUIRendering/Sources/SwiftUI")
    emit_module("RelayRuntime", "Sources/RelayRuntime",
                "-emit-symbol-graph", "-emit-symbol-graph-dir", symbols, "-emit-extension-block-symbols")
    return symbols


def convert(work, symbols=None):
    """The archives of the catalogs. With the symbols, a broken link is an error; without them, links to symbols lead nowhere."""
    graphs = symbols or work / "no-symbols"
    if not symbols:
        graphs.mkdir()
        (graphs / "RelayRuntime.symbols.json").write_text(json.dumps(NO_SYMBOLS))
    archives = []
    for module in MODULES:
        archive = work / f"{module}.doccarchive"
        options = ["--additional-symbol-graph-dir", graphs] if module == "RelayRuntime" else []
        strict = ["--warnings-as-errors"] if symbols or not options else []
        run(docc(), "convert", REPOSITORY / f"Sources/{module}/{module}.docc", *options, "--output-path", archive,
            "--fallback-display-name", module, "--fallback-bundle-identifier", module, *strict)
        archives.append(archive)
    return archives


def pages(archives):
    """The render JSON of all pages, by DocC's path in lowercase."""
    found = {}
    for archive in archives:
        for path in sorted((archive / "data").rglob("*.json")):
            found["/" + path.relative_to(archive / "data").with_suffix("").as_posix().lower()] = json.loads(path.read_text())
    return found
