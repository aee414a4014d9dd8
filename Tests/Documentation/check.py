#!/usr/bin/env python3
"""Compiles the code in the documentation (standard library only; needs swiftc, and SwiftUI's stub where there is no SwiftUI).

  check.py --compiler PATH/relay-compiler-swift [FILE.md …]      without files: README.md and the runtime's guides

Each file is a module of its own: its GraphQL blocks go through the compiler with the schema beside this script, its Swift blocks are
type-checked with what that generates. A Swift block that begins with a declaration stands as it is; another one becomes the body of a
function, with the parameters that a comment before it names:

  <!-- check: data: UserQuery.Data, environment: RelayEnvironment -->

`<!-- check: skip -->` leaves a block out, such as a piece of a package manifest."""
import argparse, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
FLAGS = ["-swift-version", "6", "-parse-as-library"] + [flag for name in FEATURES for flag in ("-enable-upcoming-feature", name)]
BLOCK = re.compile(r"(?:<!-- check: (?P<check>[^\n]*?) -->\n)?```(?P<language>swift|graphql)\n(?P<code>.*?)```", re.S)
DECLARATION = re.compile(
    r"\s*(@\w+|import|public|private|struct|final|class|enum|protocol|actor|extension|func|let \w+ = \w+(\.\w+)*\()\b")


def run(*command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def module(name, sources, build, *flags):
    status, output = run("swiftc", "-emit-module", "-module-name", name, "-emit-module-path", build / f"{name}.swiftmodule",
                         "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies", "-I", build, *FLAGS, *flags, *sources)
    if status:
        sys.exit(f"{name} does not compile:\n{output}")


def swift_source(block, line, path):
    """A file whose errors are told at the block's place."""
    code, check = block["code"], block["check"]
    if check or not DECLARATION.match(code):
        code = f"@MainActor func sample({check or ''}) async throws {{\n#sourceLocation(file: \"{path}\", line: {line})\n{code}}}\n"
    else:
        code = f"#sourceLocation(file: \"{path}\", line: {line})\n{code}"
    return f"import Foundation\nimport Observation\nimport RelayRuntime\nimport SwiftUI\n{code}"


def check(document, compiler, build, scratch):
    """The number of blocks in a document, and what is wrong with them."""
    text = document.read_text()
    target, generated = scratch / document.stem, scratch / document.stem / "generated"
    generated.mkdir(parents=True)
    swift, graphql, extensions = [], 0, []
    for block in BLOCK.finditer(text):
        if block["check"] == "skip":
            continue
        line = text.count("\n", 0, block.start("code")) + 1
        if block["language"] == "swift":
            swift.append(target / f"block{line}.swift")
            # `private`, because several functions of a file would have one name.
            swift[-1].write_text(swift_source(block, line, document).replace("@MainActor func sample(", "@MainActor private func sample("))
        else:
            name = re.match(r"# (\S+)", block["code"])
            if not name:
                return 0, f"{document}:{line}: error: a GraphQL block begins with the name of its file"
            file = target / name[1]
            file.write_text("\n" * (line - 1) + block["code"])
            if name[1] == "extensions.graphql":
                extensions += ["--schema-extension", file]
            elif name[1] != "schema.graphql":
                graphql += 1
    documents = [file for file in sorted(target.glob("*.graphql")) if file.name not in ("extensions.graphql", "schema.graphql")]
    if documents:
        status, output = run(compiler, "generate", "--schema", HERE / "schema.graphql", *extensions, "--output", generated, *documents)
        if status:
            return 0, output
    if not swift and not documents:
        return 0, ""
    status, output = run("swiftc", "-typecheck", "-wmo", "-module-name", "Sample", "-I", build, *FLAGS, *generated.glob("*.swift"), *swift)
    # A sample may leave a value unused; what it must not do is fail.
    return len(swift) + graphql, output if status else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True, type=pathlib.Path)
    parser.add_argument("documents", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    documents = arguments.documents or [ROOT / "README.md", *sorted((ROOT / "Sources/RelayRuntime/RelayRuntime.docc").glob("*.md"))]
    blocks, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder)
        if sys.platform != "darwin":
            module("SwiftUI", [ROOT / "Tests/SwiftUITypecheck/SwiftUI.swift"], build)
        module("RelayRuntime", sorted((ROOT / "Sources/RelayRuntime").rglob("*.swift")), build)
        for document in documents:
            count, problem = check(document, arguments.compiler.resolve(), build, build / "documents")
            blocks += count
            if problem:
                failed += 1
                print(problem)
    print(f"documentation: {blocks} blocks of {len(documents)} files compile" if not failed else f"documentation: {failed} files failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
