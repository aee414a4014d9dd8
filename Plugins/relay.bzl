"""Rules for Bazel that generate Swift from GraphQL, as the plugin RelayCodegenPlugin does for SwiftPM.

    load("//Plugins:relay.bzl", "relay_generate", "relay_schema")

    relay_schema(
        name = "schema",
        srcs = ["schema.graphql"],
        config = "relay.config.json",
        compiler = "//tools:relay-compiler-swift",
    )

    relay_generate(
        name = "Feed_graphql",
        module_name = "Feed",
        srcs = glob(["**/*.graphql"]),
        config = "//:relay.config.json",
        schema = "//:schema",
        deps = ["//Sources/Model:Model_graphql"],
        compiler = "//tools:relay-compiler-swift",
    )

The files of `:Feed_graphql` are sources of the Swift module. Each action declares everything that it reads, so that it can run in a sandbox, on
another machine, or not at all if a cache has its result. See the guide "Bazel".
"""

RelaySchemaInfo = provider(
    doc = "A schema that modules share.",
    fields = {
        "archive": "The schema in its compact form.",
        "config": "The configuration that names the schema's files.",
        "files": "A depset of everything that reading the schema again would need.",
    },
)

RelayModuleInfo = provider(
    doc = "What modules above one may use of its GraphQL.",
    fields = {
        "files": "A depset of the documents, Swift files with literals and exports of the module and of those below.",
        "modules": "A depset of structs that describe the module and those below, for the list of modules above.",
    },
)

_SCHEMA_OUTPUT = "RelaySchemaTypes.graphql.swift"
_DOCUMENTS = [".graphql", ".graphqls", ".gql"]
_COMPILER = attr.label(
    doc = "relay-compiler-swift: of a release, or built.",
    executable = True,
    cfg = "exec",
    allow_files = True,
    mandatory = True,
)

def _is_document(file):
    return "." + file.extension in _DOCUMENTS

# Shared/OutputName.swift has the same rule.
def _output_name(path, root):
    """The name of a document's Swift file: it follows from the path below the module's folder."""
    if root != "." and not path.startswith(root + "/"):
        fail("%s is not in the folder of the module, %s" % (path, root))
    relative = path if root == "." else path[len(root) + 1:]
    for character, escape in [("%", "%25"), ("+", "%2B"), ("\"", "%22"), ("\\", "%5C")]:
        relative = relative.replace(character, escape)
    return relative.replace("/", "+") + ".swift"

def _folder(file):
    return file.path[:-len(file.basename) - 1]

def _run(ctx, command, list_file, inputs, outputs, message):
    ctx.actions.run(
        executable = ctx.executable.compiler,
        arguments = [command, "--plugin-inputs", list_file.path, "--plugin-outputs", _folder(outputs[0])],
        inputs = depset([list_file], transitive = [inputs]),
        outputs = outputs,
        mnemonic = "Relay" + command.capitalize(),
        progress_message = "%s for %s" % (message, ctx.label),
    )

def _list(ctx, name, content):
    file = ctx.actions.declare_file("%s/%s.json" % (ctx.label.name, name))
    ctx.actions.write(file, json.encode_indent(content))
    return file

def _relay_schema(ctx):
    stamp = ctx.actions.declare_file("%s/RelaySchema.graphql.swift" % ctx.label.name)
    archive = ctx.actions.declare_file("%s/schema.relay-archive" % ctx.label.name)
    files = depset(ctx.files.srcs + [ctx.file.config])
    content = {
        "name": "Schema",
        "root": ctx.label.package or ".",
        "config": ctx.file.config.path,
        "schemaOutput": _SCHEMA_OUTPUT,
    }
    _run(ctx, "schema", _list(ctx, "inputs", content), files, [stamp, archive], "Reading the schema")
    return [
        DefaultInfo(files = depset([archive])),
        RelaySchemaInfo(archive = archive, config = ctx.file.config, files = files),
    ]

relay_schema = rule(
    implementation = _relay_schema,
    doc = "Parses and checks a schema once for all modules that share it.",
    attrs = {
        "compiler": _COMPILER,
        "config": attr.label(doc = "The relay.config.json that names the schema.", allow_single_file = [".json"], mandatory = True),
        "srcs": attr.label_list(
            doc = "The schema and its extensions: the files that the configuration names.",
            allow_files = _DOCUMENTS + [".json"],
            mandatory = True,
        ),
    },
)

def _relay_generate(ctx):
    name = ctx.attr.module_name or ctx.label.name
    root = ctx.attr.root or ctx.label.package or "."
    documents = sorted([file.path for file in ctx.files.srcs if _is_document(file)])
    swift_files = sorted([file.path for file in ctx.files.srcs if not _is_document(file)])
    below = depset(transitive = [dep[RelayModuleInfo].modules for dep in ctx.attr.deps])
    files_below = depset(transitive = [dep[RelayModuleInfo].files for dep in ctx.attr.deps])
    schema = ctx.attr.schema[RelaySchemaInfo]
    config = ctx.file.config or schema.config
    own_files = depset(ctx.files.srcs + [config])

    exports = ctx.actions.declare_file("%s/exports/RelayExports.graphql.swift" % ctx.label.name)
    module = {
        "name": name,
        "kind": ctx.attr.kind,
        "root": root,
        "documents": documents,
        "swiftFiles": swift_files,
        "exports": exports.path,
    }
    output_names = [_output_name(path, root) for path in documents]
    own = dict(module, config = config.path, documentOutputs = output_names, schemaOutput = _SCHEMA_OUTPUT)
    _run(ctx, "collect", _list(ctx, "exports-inputs", own), own_files, [exports], "Finding GraphQL")

    shards = ["RelayLiterals_%d.graphql.swift" % number for number in range(1, 17)] if swift_files else []
    outputs = [
        ctx.actions.declare_file("%s/generated/%s" % (ctx.label.name, output))
        for output in output_names + [_SCHEMA_OUTPUT] + shards
    ]
    modules = {entry.name: json.decode(entry.description) for entry in below.to_list()}
    if name in modules:
        fail("The module %s depends on itself" % name)
    _run(
        ctx,
        "generate",
        _list(ctx, "inputs", dict(
            own,
            shards = shards,
            below = [modules[other] for other in sorted(modules.keys())],
            schemaArchive = schema.archive.path,
        )),
        depset([exports, schema.archive], transitive = [own_files, files_below, schema.files]),
        outputs,
        "Generating Swift",
    )
    entry = struct(name = name, description = json.encode(module))
    return [
        DefaultInfo(files = depset(outputs)),
        RelayModuleInfo(
            files = depset(ctx.files.srcs + [exports], transitive = [files_below]),
            modules = depset([entry], transitive = [below]),
        ),
    ]

relay_generate = rule(
    implementation = _relay_generate,
    doc = "Generates the Swift of a module from its documents and GraphQL literals.",
    attrs = {
        "compiler": _COMPILER,
        "config": attr.label(
            doc = "A relay.config.json for the module, which names the same schema. Default: that of the schema.",
            allow_single_file = [".json"],
        ),
        "deps": attr.label_list(doc = "The rules of the modules that it imports.", providers = [RelayModuleInfo]),
        "kind": attr.string(
            doc = "An executable and a test have internal declarations, unless the configuration says otherwise.",
            default = "library",
            values = ["library", "executable", "test"],
        ),
        "module_name": attr.string(doc = "The name of the Swift module. Default: the rule's."),
        "root": attr.string(doc = "The module's folder, by which generated files are named. Default: that of the BUILD file."),
        "schema": attr.label(doc = "A relay_schema.", providers = [RelaySchemaInfo], mandatory = True),
        "srcs": attr.label_list(
            doc = "Documents, and the Swift files that have GraphQL literals.",
            allow_files = _DOCUMENTS + [".swift"],
            mandatory = True,
        ),
    },
)
