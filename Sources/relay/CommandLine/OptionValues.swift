internal import RelayCompilerCore

/// The arguments of a command: the values of its options, and what stands beside them.
struct OptionValues: Sendable {
  private var values: [String: [String]] = [:]
  /// The arguments that belong to no option, in order.
  private(set) var inputs: [String] = []

  /// - Parameter arguments: the command line without the name of the command.
  /// - Returns: nil if help is asked for.
  init?(_ arguments: [String], of command: any Command) throws(CommandError) {
    var rest = arguments[...]
    var isLiteral = false
    while let argument = rest.popFirst() {
      guard !isLiteral, argument.hasPrefix("-"), argument != "-" else {
        if argument.isEmpty { throw .usage("an argument is an empty string") }
        inputs.append(argument)
        continue
      }
      if argument == "--" {
        isLiteral = true
        continue
      }
      if argument == "-h" || argument == "--help" { return nil }
      var name = argument
      var attached: String?
      if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
        name = String(argument[..<equals])
        attached = String(argument[argument.index(after: equals)...])
      }
      guard let option = command.options.first(where: { $0.name == name }) else { throw Self.unknown(name, of: command) }
      try add(option, attached, &rest)
    }
    if command.inputs == nil, let input = inputs.first {
      throw .usage("'relay \(command.name)' takes options only, not '\(input)'")
    }
  }

  private mutating func add(_ option: Option, _ attached: String?, _ rest: inout ArraySlice<String>) throws(CommandError) {
    let name = option.name
    guard option.value != nil else {
      if attached != nil { throw .usage("'\(name)' takes no value") }
      values[name] = []
      return
    }
    guard let value = attached ?? rest.popFirst() else { throw .usage("'\(name)' needs a value") }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      let close = Suggestions.sentence(Suggestions.closest(to: value, among: option.choices))
      let all = option.choices.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(option.choices.last ?? "")'"
      throw .usage("'\(name)' must be \(all), not '\(value)'\(close)")
    }
    if values[name] != nil, !option.isRepeatable { throw .usage("'\(name)' occurs twice") }
    values[name, default: []].append(value)
  }

  private static func unknown(_ name: String, of command: any Command) -> CommandError {
    let close = Suggestions.sentence(Suggestions.closest(to: name, among: command.options.map(\.name) + ["--help"]))
    return .usage("unknown option '\(name)'" + (close.isEmpty ? "; 'relay \(command.name) --help' lists them" : close))
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option that is not repeatable; nil without the option.
  func value(_ option: Option) -> String? { values[option.name]?.last }

  func values(_ option: Option) -> [String] { values[option.name] ?? [] }
}
