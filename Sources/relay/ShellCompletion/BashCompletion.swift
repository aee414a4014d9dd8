/// Completion for bash, by a function that looks at the words before the cursor.
enum BashCompletion {
  static func script(_ commands: [any Command]) -> String {
    let names = (commands.map(\.name) + ["help"]).joined(separator: " ")
    var text = """
      # Completion of relay for bash.
      _relay() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names) --help --version" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in

      """
    for command in commands {
      text += "    \(command.name))\n"
      let choices = command.options.filter { !$0.choices.isEmpty }
      let files = command.options.filter { $0.value != nil && $0.choices.isEmpty }
      if !choices.isEmpty || !files.isEmpty {
        text += "      case \"$previous\" in\n"
        for option in choices {
          let words = option.choices.joined(separator: " ")
          text += "        \(option.name)) COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\")); return ;;\n"
        }
        if !files.isEmpty {
          text += "        \(files.map(\.name).joined(separator: " | "))) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
        }
        text += "      esac\n"
      }
      let options = (command.options.map(\.name) + ["--help"]).joined(separator: " ")
      text += "      if [[ \"$current\" == -* ]]; then COMPREPLY=($(compgen -W \"\(options)\" -- \"$current\"))\n"
      text += "      else COMPREPLY=($(compgen -f -- \"$current\")); fi ;;\n"
    }
    return text + """
          help) COMPREPLY=($(compgen -W "\(names)" -- "$current")) ;;
        esac
      }
      complete -o filenames -F _relay relay

      """
  }
}
