internal import RelayCompilerCore

/// The tool as a function of its arguments, which tests call.
enum Relay {
  /// - Parameter arguments: the command line without the name of the tool.
  static func run(_ arguments: [String], on streams: Streams) -> ExitStatus {
    do throws(CommandError) {
      return try start(arguments, on: streams)
    } catch {
      let styled = streams.colors(.error) ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
      streams.write("\(styled) \(DiagnosticRenderer.oneLine(error.message))\n", to: .error)
      return error.status
    }
  }

  private static func start(_ arguments: [String], on streams: Streams) throws(CommandError) -> ExitStatus {
    guard let first = arguments.first else {
      streams.write(HelpText.ofTool, to: .output)
      return .success
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "-h", "--help", "help":
      guard let name = rest.first(where: { !$0.hasPrefix("-") }) else {
        streams.write(HelpText.ofTool, to: .output)
        return .success
      }
      streams.write(HelpText.of(try command(named: name)), to: .output)
      return .success
    case "--version":
      streams.write("relay \(Compiler.version)\n", to: .output)
      return .success
    default: break
    }
    let command = try command(named: first)
    if command.readsArgumentsItself { return try command.run(Invocation(rest, on: streams)) }
    guard let options = try OptionValues(rest, of: command) else {
      streams.write(HelpText.of(command), to: .output)
      return .success
    }
    return try command.run(Invocation(options, on: streams))
  }

  private static func command(named name: String) throws(CommandError) -> any Command {
    if let command = CommandTable.all.first(where: { $0.name == name }) { return command }
    let kind = name.hasPrefix("-") ? "option" : "command"
    let names = CommandTable.all.map(\.name) + ["help", "--help", "--version"]
    let close = Suggestions.sentence(Suggestions.closest(to: name, among: names))
    throw .usage("unknown \(kind) '\(name)'" + (close.isEmpty ? "; 'relay --help' lists the commands" : close))
  }
}
