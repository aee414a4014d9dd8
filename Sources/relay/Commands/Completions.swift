/// `relay completions SHELL`: a script by which a shell completes commands and options.
struct Completions: Command {
  let name = "completions"
  let summary = "Prints a script by which bash, zsh or fish completes commands and options."
  let inputs: String? = "SHELL"
  let details = """
    bash: relay completions bash > ~/.local/share/bash-completion/completions/relay
    zsh:  relay completions zsh > ~/.zfunc/_relay, with ~/.zfunc in fpath before compinit
    fish: relay completions fish > ~/.config/fish/completions/relay.fish
    """
  let options: [Option] = []

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let shells = invocation.options.inputs
    guard shells.count == 1 else { throw .usage("name one shell: 'bash', 'zsh' or 'fish'") }
    let script =
      switch shells[0] {
      case "bash": BashCompletion.script(CommandTable.all)
      case "zsh": ZshCompletion.script(CommandTable.all)
      case "fish": FishCompletion.script(CommandTable.all)
      default: throw CommandError.usage("'\(shells[0])' is not a shell with completions: name 'bash', 'zsh' or 'fish'")
      }
    try invocation.write(script)
    return .success
  }
}
