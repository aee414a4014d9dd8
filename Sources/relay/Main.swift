internal import Foundation

/// The tool for people and for continuous integration: every command that a build does not need.
@main
struct Main {
  static func main() {
    // A reader that closes its end of a pipe early must not end the tool.
    signal(SIGPIPE, SIG_IGN)
    let status = Relay.run(Array(CommandLine.arguments.dropFirst()), on: .standard)
    exit(status.rawValue)
  }
}
