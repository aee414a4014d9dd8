internal import RelayCompilerCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The tool that the build plugin runs, and that can also be run directly.
@main
struct Main {
  static func main() {
    // A reader that closes its end of a pipe early must not end the tool.
    signal(SIGPIPE, SIG_IGN)
    do throws(ArgumentsError) {
      // Sound: the system has an address for each argument, or none, and they live as long as the process.
      let arguments = try Arguments(
        (1..<max(1, Int(CommandLine.argc))).compactMap { unsafe CommandLine.unsafeArgv[$0].map { unsafe FileSystem.text($0) } })
      switch arguments.command {
      case .help: FileSystem.writeToStandard(1, Array(Arguments.help.utf8))
      case .version: FileSystem.writeToStandard(1, Array("relay-compiler-swift \(Compiler.version)\n".utf8))
      case .collect: exit(CollectCommand(arguments).run())
      case .schema: exit(SchemaCommand(arguments).run())
      case .generate:
        MemoryAllocator.prepareForShortLife(threads: arguments.threads ?? defaultThreadCount)
        var command = GenerateCommand(arguments)
        let status = command.run()
        withExtendedLifetime(command) { exit(status) }
      }
    } catch {
      FileSystem.writeToStandard(2, Array("error: \(VisibleText.escaped(error.message))\n".utf8))
      exit(1)
    }
  }
}
