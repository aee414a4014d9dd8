#!/usr/bin/env python3
"""Times `swift build` of a client package with the plugin, beside the same package with the generated files checked in (standard library
only).

  builds.py [--documents N] [--runs N] [--build-system native|swiftbuild] [--configuration debug|release]

Prints, in seconds: a build with nothing changed with and without the plugin (medians of runs in turn), their ratio, and builds after one
document was edited, with and without a change to what is generated from it."""
import argparse, glob, os, shutil, statistics, subprocess, sys, tempfile, time

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))


def manifest(name, has_plugin):
    plugin = ', plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]' if has_plugin else ""
    return f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "{name}", platforms: [.macOS(.v15)], dependencies: [.package(name: "relay-swift", path: "{REPOSITORY}")],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "RelayRuntime", package: "relay-swift")]{plugin})
  ])
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def client(directory, name, has_plugin, count):
    write(f"{directory}/Package.swift", manifest(name, has_plugin))
    write(f"{directory}/Sources/App/main.swift", 'print("built")\n')
    for n in range(count):
        write(f"{directory}/Sources/App/View{n}.swift", f"struct View{n} {{\n  var title = \"{n}\"\n}}\n")
    if not has_plugin:
        return
    write(f"{directory}/Sources/App/schema.graphql", "type Query { viewer: User }\ntype User { id: ID! name: String! friends(first: Int): [User!]! }\n")
    for n in range(count):
        write(f"{directory}/Sources/App/View{n}.graphql", f"query View{n}Query {{\n  viewer {{\n    id\n    friends(first: {n}) {{\n      name\n    }}\n  }}\n}}\n")


def build(directory, options):
    command = ["swift", "build", "--package-path", directory, "--build-system", options.build_system, "-c", options.configuration]
    start = time.perf_counter()
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stdout[-2000:] + run.stderr[-2000:])
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--build-system", default="native")
    parser.add_argument("--configuration", default="debug")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        work = os.path.realpath(work)
        with_plugin, without = f"{work}/with", f"{work}/without"
        client(with_plugin, "with", True, options.documents)
        client(without, "without", False, options.documents)
        print(f"{options.documents} documents, {options.build_system}, {options.configuration}")
        print(f"clean build, the compiler included  {build(with_plugin, options):7.2f} s", flush=True)
        for file in glob.glob(f"{with_plugin}/.build/**/*.graphql.swift", recursive=True):
            shutil.copy(file, f"{without}/Sources/App")
        build(without, options)
        for _ in range(2):
            build(with_plugin, options), build(without, options)
        pairs = [(build(with_plugin, options), build(without, options)) for _ in range(options.runs)]
        medians = [statistics.median(pair[side] for pair in pairs) for side in (0, 1)]
        print(f"nothing changed, with the plugin    {medians[0]:7.2f} s")
        print(f"nothing changed, without            {medians[1]:7.2f} s")
        print(f"ratio of pairs, median              {statistics.median(a / b for a, b in pairs):7.2f}")
        document = f"{with_plugin}/Sources/App/View0.graphql"
        text = open(document).read()
        write(document, "# A comment\n" + text)
        print(f"a comment added to a document       {build(with_plugin, options):7.2f} s")
        write(document, text.replace("    id\n", "    id\n    name\n"))
        print(f"a field added to a document         {build(with_plugin, options):7.2f} s")


main()
