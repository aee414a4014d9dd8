"""The least that compiles Swift modules for the test of `Plugins/relay.bzl`: Debian has no rules for Swift."""

SwiftInfo = provider(fields = {"modules": "A depset of modules' interfaces.", "objects": "A depset of object files."})

def _swift_module(ctx):
    module = ctx.actions.declare_file("%s/%s.swiftmodule" % (ctx.label.name, ctx.attr.module_name))
    objects = ctx.actions.declare_file("%s/%s.o" % (ctx.label.name, ctx.attr.module_name))
    below = depset(transitive = [dep[SwiftInfo].modules for dep in ctx.attr.deps])
    sources = [file for file in ctx.files.srcs if file.extension == "swift"]
    arguments = ctx.actions.args()
    arguments.add_all([
        "-swift-version",
        "6",
        "-parse-as-library",
        "-wmo",
        "-Onone",
        "-module-name",
        ctx.attr.module_name,
        "-emit-module-path",
        module,
        "-c",
        "-o",
        objects,
        # The only folder that is writable is the action's own.
        "-module-cache-path",
        ".module-cache",
    ])
    arguments.add_all(below, before_each = "-I", map_each = _folder)
    arguments.add_all(ctx.files.runtime, before_each = "-I", map_each = _folder)
    arguments.add_all(sources)
    ctx.actions.run(
        executable = ctx.attr.swiftc,
        arguments = [arguments],
        inputs = depset(sources + ctx.files.runtime, transitive = [below]),
        outputs = [module, objects],
        mnemonic = "SwiftCompile",
        env = {"HOME": "/nonexistent", "PATH": "/usr/bin:/bin"},
    )
    return [
        DefaultInfo(files = depset([module, objects])),
        SwiftInfo(modules = depset([module], transitive = [below]), objects = depset([objects])),
    ]

def _folder(file):
    return file.dirname

swift_module = rule(
    implementation = _swift_module,
    attrs = {
        "deps": attr.label_list(providers = [SwiftInfo]),
        "module_name": attr.string(mandatory = True),
        "runtime": attr.label(allow_files = True, mandatory = True),
        "srcs": attr.label_list(allow_files = True),
        "swiftc": attr.string(mandatory = True),
    },
)
