/// Completion for zsh, by `_arguments` with the declared options and what they do.
enum ZshCompletion {
  static func script(_ commands: [any Command]) -> String {
    var text = """
      #compdef relay
      # Completion of relay for zsh.
      _relay() {
        local -a commands
        commands=(

      """
    for command in commands { text += "    \(quoted("\(command.name):\(escaped(command.summary))"))\n" }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in

      """
    for command in commands {
      let options = command.options.map { option in
        let repeated = option.isRepeatable ? "*" : ""
        let description = "[\(escaped(firstSentence(option.help)))]"
        guard let value = option.value else { return quoted("\(repeated)\(option.name)\(description)") }
        let values = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
        return quoted("\(repeated)\(option.name)\(description):\(escaped(value)):\(values)")
      }
      text += "    \(command.name)) _arguments \((options + [quoted("*: :_files")]).joined(separator: " ")) ;;\n"
    }
    return text + """
          help) _describe command commands ;;
        esac
      }
      _relay "$@"

      """
  }

  /// In descriptions, brackets and colons end a part.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result += "\\" }
      result.append(character)
    }
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

  private static func firstSentence(_ text: String) -> String {
    text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? String(text.hasSuffix(".") ? text.dropLast() : Substring(text))
  }
}
