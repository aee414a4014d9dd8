/// `relay generate`: what `relay-compiler-swift generate` does, with the same options.
struct Generate: Command {
  let name = "generate"
  let summary = "Compiles documents and writes their Swift, as relay-compiler-swift does."
  let inputs: String? = "[INPUT…]"
  let details = "Has the options of 'relay-compiler-swift generate', which 'relay generate --help' prints."
  let options: [Option] = []
  let readsArgumentsItself = true

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let arguments: Arguments
    do throws(ArgumentsError) {
      arguments = try Arguments(["generate"] + invocation.arguments)
    } catch {
      throw .usage(error.message)
    }
    guard arguments.command == .generate else {
      invocation.streams.write(Arguments.help, to: .output)
      return .success
    }
    var command = GenerateCommand(arguments)
    return command.run() == 0 ? .success : .findings
  }
}
