/// The texts of `--help`, made of what the commands declare.
enum HelpText {
  static let ofTool: String = {
    var text = """
      Relay for Swift: commands for schemas, documents and continuous integration.

      USAGE
        relay COMMAND [OPTION…]

      COMMANDS

      """
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    for command in CommandTable.all { text += entry(command.name, command.summary, width: width) }
    text += """

      'relay help COMMAND' prints the options of a command, 'relay --version' the version.

      EXIT STATUS
        0   success
        1   the command found something: an error, a change that breaks, a finding
        2   the command line is wrong
        3   a file, a server or the system is at fault

      """
    return text
  }()

  static func of(_ command: any Command) -> String {
    let inputs = command.inputs.map { " " + $0 } ?? ""
    var text = command.summary + "\n\nUSAGE\n  relay \(command.name)\(command.options.isEmpty ? "" : " [OPTION…]")\(inputs)\n"
    if !command.details.isEmpty { text += "\n" + command.details + "\n" }
    text += "\nOPTIONS\n"
    let names = command.options.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
    let width = min(24, (names + ["-h, --help"]).map(\.count).max() ?? 0)
    for (option, name) in zip(command.options, names) { text += entry(name, option.help, width: width) }
    return text + entry("-h, --help", "Prints this text.", width: width)
  }

  private static let lineWidth = 100

  /// A name and its text, wrapped, in two columns.
  private static func entry(_ name: String, _ help: String, width: Int) -> String {
    let indent = String(repeating: " ", count: width + 4)
    var text = "  " + name + String(repeating: " ", count: max(2, width + 2 - name.count))
    if name.count > width { text += "\n" + indent }
    var column = indent.count
    for (index, word) in help.split(separator: " ").enumerated() {
      if index > 0, column + word.count + 1 > lineWidth {
        text += "\n" + indent
        column = indent.count
      } else if index > 0 {
        text += " "
        column += 1
      }
      text += word
      column += word.count
    }
    return text + "\n"
  }
}
