#!/usr/bin/env python3
"""Times relay-compiler-swift on a project, beside what its input and output alone would cost (standard library only).

  compiler.py --compiler BIN --schema FILE --documents DIR [--runs N]
  compiler.py --compiler BIN --generate DOCUMENTS [--runs N]       a project made up for the purpose, DOCUMENTS documents

Prints the median of whole processes, in milliseconds: cold (no output there), unchanged (everything there), one document edited, and
copying (reading every input and writing every output, by one thread that does nothing else)."""
import argparse, os, shutil, statistics, subprocess, sys, tempfile, time


def project(directory, count):
    """A schema with `count` / 4 types and as many documents as asked for, each spreading others."""
    types = max(4, count // 4)
    with open(f"{directory}/schema.graphql", "w") as file:
        file.write("interface Node { id: ID! }\ntype Query { node(id: ID!): Node\n")
        file.writelines(f"  item{n}(id: ID!): Item{n}\n" for n in range(types))
        file.write("}\n")
        for n in range(types):
            file.write(
                f'type Item{n} implements Node {{\n  id: ID!\n  "The title"\n  title: String!\n  count: Int\n  kind: Kind{n % 9}\n'
                f"  next: Item{(n + 1) % types}\n  items(first: Int, after: String): Item{n}Connection\n}}\n"
                f"type Item{n}Connection {{ edges: [Item{n}Edge] pageInfo: PageInfo! }}\n"
                f"type Item{n}Edge {{ node: Item{n} cursor: String! }}\n")
        file.writelines(f"enum Kind{n} {{ A B C }}\n" for n in range(9))
        file.write("type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }\n")
    for n in range(count):
        t, folder = n % types, f"{directory}/documents/Feature{n // 20}"
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/View{n}.graphql", "w") as file:
            if n % 2:
                file.write(
                    f"query View{n}Query($id: ID!, $count: Int = 10) {{\n  item{t}(id: $id) {{\n    id\n    title\n    ...View{n - 1}_item\n"
                    f"    items(first: $count) {{ edges {{ node {{ id kind next {{ title count }} }} }} }}\n  }}\n}}\n")
            else:
                spread = f"  next {{ ...View{n - 2}_item @alias }}\n" if n % 20 and n > 1 else ""
                file.write(f"fragment View{n}_item on Node {{\n  id\n  ... on Item{(n + 1) % types} {{\n    title\n    count\n    kind\n  }}\n}}\n" if spread == "" else
                           f"fragment View{n}_item on Node {{\n  ... on Item{(n + 1) % types} {{\n    title\n  {spread}  }}\n}}\n")


def files(directory):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(directory) for name in names)


def timed(command):
    start = time.perf_counter()
    run = subprocess.run(command, capture_output=True, text=True)
    elapsed = time.perf_counter() - start
    if run.returncode:
        sys.exit(f"{' '.join(command)}\n{run.stderr[:2000]}")
    return elapsed * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--schema")
    parser.add_argument("--documents")
    parser.add_argument("--generate", type=int)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        if options.generate:
            project(work, options.generate)
            options.schema, options.documents = f"{work}/schema.graphql", f"{work}/documents"
        elif not (options.schema and options.documents):
            parser.error("--generate, or --schema and --documents")
        else:
            shutil.copytree(options.documents, f"{work}/documents")
            options.documents = f"{work}/documents"
        config = f"{work}/relay.config.json"
        with open(config, "w") as file:
            file.write('{"featureFlags": {"enforce_fragment_alias_where_ambiguous": {"kind": "disabled"}}}')

        def command(output):
            return [os.path.abspath(options.compiler), "generate", "--config", config, "--schema", options.schema, "--output", output, options.documents]

        results = {"cold": [], "unchanged": [], "one edited": [], "copying": []}
        edited = files(options.documents)[0]
        for run in range(options.runs):
            # A new folder each time: a file system that has just removed thousands of files is slow to make new ones.
            output = f"{work}/out{run}"
            results["cold"].append(timed(command(output)))
            results["unchanged"].append(timed(command(output)))
            with open(edited, "a") as file:
                file.write("# edited\n")
            results["one edited"].append(timed(command(output)))
            outputs = [(path, open(path, "rb").read()) for path in files(output)]
            copy = f"{work}/copy{run}"
            os.makedirs(copy)
            inputs = [options.schema] + files(options.documents)
            start = time.perf_counter()
            for path in inputs:
                descriptor = os.open(path, os.O_RDONLY)
                os.read(descriptor, 1 << 30)
                os.close(descriptor)
            for index, (path, content) in enumerate(outputs):
                descriptor = os.open(f"{copy}/{index}", os.O_WRONLY | os.O_CREAT)
                os.write(descriptor, content)
                os.close(descriptor)
            results["copying"].append((time.perf_counter() - start) * 1000)
        size = sum(len(content) for _, content in outputs)
        print(f"{len(inputs)} files in, {len(outputs)} files out ({size / 1e6:.1f} MB), median of {options.runs} runs")
        medians = {name: statistics.median(values) for name, values in results.items()}
        for name, value in medians.items():
            print(f"{name:<12}{value:9.1f} ms{value / medians['copying']:8.2f} × copying")


main()
