internal import RelayCompilerCore

/// The command line; each option is one property. It is parsed by hand, because the tool is compiled in every client's build and has no
/// dependencies.
struct Arguments {
  enum Command {
    case generate
    /// For the build plugin: the fingerprints of a module's GraphQL, and the archive of its schema.
    case collect, schema
    case help
    case version
  }

  var command = Command.generate
  var config: String?
  var schemas: [String] = []
  var schemaExtensions: [String] = []
  var output: String?
  var artifactsJSON: String?
  /// What `swift package describe --type json` prints of packages, whose modules are compiled together.
  var packages: [String] = []
  /// The list from the build plugin, and the only folder to which the plugin lets the tool write.
  var pluginInputs: String?
  var pluginOutputs: String?
  /// A command that receives the queries that are new to the file of `persistConfig`.
  var persistCommand: String?
  var check = false
  var timings = false
  var diagnostics: DiagnosticStyle?
  var threads: Int?
  var inputs: [String] = []

  static let help = """
    Compiles GraphQL documents to typed Swift.

    USAGE
      relay-compiler-swift generate [OPTION…] [INPUT…]

    COMMANDS
      generate                  Compiles documents and writes their Swift.
      help                      Prints this text, as every command does with --help.
      collect, schema           Are for the build plugin alone.

    INPUT
      A document (.graphql, .graphqls, .gql), a Swift file with graphql("…") literals, or a folder of them. Type definitions among them
      are the schema where no schema is named.
      Default: the files that the configuration selects.

      The configuration is the FILE of --config. Without that option, it is relay.config.json in the current folder. For an INPUT, it is
      the one in its folder or the nearest one above it, up to the folder of a Package.swift. Then all documents of that configuration are
      compiled, and only the files of INPUT are written.

    OPTIONS
      --config FILE             Reads the configuration FILE. An INPUT replaces its src.
                                Default: the nearest relay.config.json, as above.
      --schema PATH             Reads the server's schema, SDL or introspection JSON, from a file or a folder. May be repeated.
                                Default: schema of the configuration.
      --schema-extension PATH   Reads SDL that only the client knows from a file or a folder. May be repeated.
                                Default: schemaExtensions of the configuration.
      --output FOLDER           Writes Swift to FOLDER.
                                Default: artifactDirectory of the configuration, or else __generated__ next to each document.
      --artifacts-json FOLDER   Writes Relay's artifacts to FOLDER, each to a file NAME.json.
                                Default: they are not written.
      --package FILE            Compiles all modules of a package, which may spread one another's fragments. FILE has the output of
                                'swift package describe --type json'. Swift goes to the folder __generated__ of each module; --output
                                gives that another name. Modules with the build plugin are checked only. May be repeated.
                                Default: no package.
      --persist-command COMMAND Runs COMMAND in a shell, and gives it the queries that are new to the file of persistConfig: on standard
                                input, one JSON object a line ({"id","name","type","text"}). The file changes only if COMMAND succeeds.
                                Default: only the file is written.
      --check                   Writes nothing. Exits with 1 if a file would change.
      --timings                 Prints how long each stage took, in milliseconds, to standard error.
      --diagnostics STYLE       Prints diagnostics as plain (one line each), xcode (the same, with a line for each fix), human (with
                                source and color) or json.
                                Default: human on a terminal, xcode in Xcode, otherwise plain.
      --threads N               Uses N threads, from 1 to 1024.
                                Default: the number of processors.
      -h, --help                Prints this text.
      --version                 Prints the version.

    EXIT STATUS
      0, or 1 after an error.

    """

  /// For suggestions.
  private static let options = [
    "--config", "--schema", "--schema-extension", "--output", "--artifacts-json", "--package", "--persist-command", "--check", "--timings",
    "--threads", "--diagnostics", "--help", "--version",
  ]

  init(_ arguments: [String]) throws(ArgumentsError) {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("-") {
      rest.removeFirst()
      switch first {
      case "generate": command = .generate
      case "collect": command = .collect
      case "schema": command = .schema
      case "help": command = .help
      default: throw ArgumentsError(message: "unknown command '\(first)'; the command is 'generate'")
      }
    } else if rest.isEmpty {
      command = .help
    }
    var isLiteral = false
    while let argument = rest.popFirst() {
      guard !isLiteral, argument.hasPrefix("-"), argument != "-" else {
        if argument.isEmpty { throw ArgumentsError(message: "an input is an empty string") }
        inputs.append(argument)
        continue
      }
      var name = argument
      var attached: String?
      if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
        name = String(argument[..<equals])
        attached = String(argument[argument.index(after: equals)...])
      }
      func value() throws(ArgumentsError) -> String {
        guard let value = attached ?? rest.popFirst() else { throw ArgumentsError(message: "'\(name)' needs a value") }
        return value
      }
      switch name {
      case "--": isLiteral = true
      case "-h", "--help": command = .help
      case "--version": command = .version
      case "--config": config = try value()
      case "--schema": schemas.append(try value())
      case "--schema-extension": schemaExtensions.append(try value())
      case "--output": output = try value()
      case "--artifacts-json": artifactsJSON = try value()
      case "--package": packages.append(try value())
      case "--plugin-inputs": pluginInputs = try value()
      case "--plugin-outputs": pluginOutputs = try value()
      case "--persist-command": persistCommand = try value()
      case "--check": check = true
      case "--timings": timings = true
      case "--threads":
        let text = try value()
        guard let count = Int(text), count >= 1, count <= 1024 else {
          throw ArgumentsError(message: "'--threads' needs a number from 1 to 1024, not '\(text)'")
        }
        threads = count
      case "--diagnostics":
        let text = try value()
        guard let style = DiagnosticStyle(rawValue: text) else {
          throw ArgumentsError(message: "'--diagnostics' must be 'plain', 'xcode', 'human' or 'json', not '\(text)'")
        }
        diagnostics = style
      default:
        let close = Suggestions.sentence(Suggestions.closest(to: name, among: Self.options))
        throw ArgumentsError(
          message: "unknown option '\(name)'" + (close.isEmpty ? "; 'relay-compiler-swift --help' lists them" : close))
      }
    }
    if (pluginInputs == nil) != (pluginOutputs == nil) {
      throw ArgumentsError(message: "'--plugin-inputs' and '--plugin-outputs' must be used together")
    }
    if pluginInputs == nil, command == .collect || command == .schema {
      throw ArgumentsError(message: "the commands 'collect' and 'schema' are the build plugin's, and need '--plugin-inputs'")
    }
    if !packages.isEmpty {
      if config != nil || !schemas.isEmpty || !schemaExtensions.isEmpty || artifactsJSON != nil || pluginInputs != nil || !inputs.isEmpty {
        throw ArgumentsError(
          message: "'--package' says everything that is compiled; of the other options for that, it takes '--output' only")
      }
      if let output, output.isEmpty || output.hasPrefix(".") || output.utf8.contains(UInt8(ascii: "/")) {
        throw ArgumentsError(message: "with '--package', '--output' is the name of a folder in each module's own, not '\(output)'")
      }
    }
    if pluginInputs != nil, output != nil || artifactsJSON != nil {
      throw ArgumentsError(message: "in a build, all output goes to the folder of '--plugin-outputs'")
    }
  }
}

struct ArgumentsError: Error {
  var message: String
}
