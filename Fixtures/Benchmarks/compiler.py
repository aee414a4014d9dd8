#!/usr/bin/env python3
"""Times relay-compiler-swift on a project, beside what its input and output alone would cost (standard library only).

  compiler.py --compiler BIN --schema FILE --documents DIR [--runs N]
  compiler.py --compiler BIN --generate DOCUMENTS [--runs N]       a project made up for the purpose, DOCUMENTS documents
  compiler.py … --growth 10 [--threads N]                          how the stages grow with the project

Prints the median of whole processes, in milliseconds: cold (no output there), unchanged (everything there), one document edited, and
copying (reading every input and writing every output, by one thread that does nothing else).

With --growth N it prints what each stage takes (`--timings`; processor: user and system time of the whole process): for the project, and
as ratios for N times its documents and for N times its schema and documents, every definition under N names."""
import argparse, os, re, resource, shutil, statistics, subprocess, sys, tempfile, time


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


TOKEN = re.compile(r'(?P<key>queryName:\s*")?(?P<word>[_A-Za-z][_0-9A-Za-z]*)|"[^"\n]*"')


def renamed(text, names, suffix):
    """The text with the suffix behind every word that is one of the names; strings stay, but for the names of refetch queries."""
    return TOKEN.sub(lambda match: match[0] + suffix if match["word"] in names else match[0], text)


def repeated(schema, documents, times, directory, with_schema):
    """The project with `times` copies of its documents, and of its schema if asked for; the first copy keeps its names. Copies of the
    documents select from the first copy of the schema, whose root types are the roots."""
    with open(schema, encoding="utf-8") as file:
        text = file.read()
    sources = {}
    for path in files(documents):
        with open(path, encoding="utf-8") as file:
            sources[os.path.relpath(path, documents)] = file.read()
    types = set(re.findall(r"^(?:type|interface|input|enum|union|scalar)\s+(\w+)", text, re.M))
    # Directives and the roots are there once.
    copy = re.sub(r"^(?:directive [^\n]*|schema[^{\n]*\{[^}]*\})$", "", text, flags=re.M)
    everything = "\n".join(sources.values())
    definitions = set(re.findall(r"^\s*(?:query|mutation|subscription|fragment)\s+(\w+)", everything, re.M))
    definitions |= set(re.findall(r'queryName:\s*"(\w+)"', everything))
    for number in range(times):
        suffix = f"_{number + 1}" if number else ""
        for path, source in sources.items():
            path = f"{directory}/documents/copy{number + 1}/{path}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(renamed(source, definitions, suffix) if number else source)
        with open(f"{directory}/schema.graphql", "a" if number else "w", encoding="utf-8") as file:
            if number == 0:
                file.write(text)
            elif with_schema:
                file.write("\n" + renamed(copy, types, suffix))


def stages(command):
    """What `--timings` says, and the processor time of the process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command + ["--timings"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        sys.exit(f"{' '.join(command)}\n{run.stderr[:2000]}")
    result = {stage: float(number) for stage, number in re.findall(r"^(.+?) +([0-9.]+) ms$", run.stderr, re.M)}
    result["parse + schema + validate"] = result["parse"] + result["schema"] + result["validate"]
    result["processor"] = 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return result


def growth(options, work, config):
    times = options.growth
    projects = {"the project": (1, False), f"{times} × documents": (times, False), f"{times} × both": (times, True)}
    commands = {}
    for index, (name, (copies, with_schema)) in enumerate(projects.items()):
        directory = f"{work}/growth{index}"
        os.makedirs(directory)
        repeated(options.schema, options.documents, copies, directory, with_schema)
        commands[name] = [os.path.abspath(options.compiler), "generate", "--config", config, "--schema", f"{directory}/schema.graphql",
                          "--output", f"{directory}/out", f"{directory}/documents"]
        if options.threads:
            commands[name] += ["--threads", str(options.threads)]
        stages(commands[name])
    # In turn, so that what else the machine does meets all of them.
    results = {name: [] for name in projects}
    for _ in range(options.runs):
        for name, command in commands.items():
            results[name].append(stages(command))
    print(f"median of {options.runs} runs, the output being there" + (f", {options.threads} threads" if options.threads else ""))
    base, *others = [{stage: statistics.median(run[stage] for run in runs) for stage in runs[0]} for runs in results.values()]
    print(f"{'':<27}" + "".join(f"{name:>20}" for name in projects))
    for stage, value in base.items():
        print(f"{stage:<27}{value:>17.1f} ms" + "".join(f"{other[stage] / value if value else 0:>18.2f} ×" for other in others))


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
    parser.add_argument("--growth", type=int)
    parser.add_argument("--threads", type=int)
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

        if options.growth:
            return growth(options, work, config)

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
