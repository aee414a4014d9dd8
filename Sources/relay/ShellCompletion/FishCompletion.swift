/// Completion for fish: one line for each command and option.
enum FishCompletion {
  static func script(_ commands: [any Command]) -> String {
    var text = "# Completion of relay for fish.\n"
    for command in commands {
      text += "complete -c relay -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))\n"
    }
    text += "complete -c relay -n __fish_use_subcommand -f -a help -d 'Prints the options of a command.'\n"
    let names = commands.map(\.name).joined(separator: " ")
    text += "complete -c relay -n '__fish_seen_subcommand_from help' -f -a \(quoted(names))\n"
    for command in commands {
      for option in command.options {
        var line = "complete -c relay -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name.dropFirst(2))"
        if option.value != nil { line += " -r" }
        if !option.choices.isEmpty { line += " -f -a \(quoted(option.choices.joined(separator: " ")))" }
        text += line + " -d \(quoted(option.help))\n"
      }
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
