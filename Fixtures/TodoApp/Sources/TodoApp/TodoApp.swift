import Foundation
import RelayRuntime
import TerminalUI
import TodoServer

/// A to-do list in the terminal.
@main
struct TodoApp {
  static let usage = """
    Usage: TodoApp [--url URL] [--latency MILLISECONDS]

      --url URL       a GraphQL server with the schema of this app; without it the app talks to one in its own process
      --latency MS    how slow that one is (default 300)
    """

  @MainActor static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { return print(Self.usage) }
      let isStyled = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
      let terminal = Terminal(isStyled: isStyled) { print($0) }
      terminal.print("A to-do list with Relay for Swift. Server: \(options.url?.absoluteString ?? "in this process").")
      // An app gives its store a folder of its caches, and its outbox one in Application Support; the tour leaves nothing behind.
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TodoApp-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      var tour = try await Tour(network: options.network, folder: folder.appendingPathComponent("tour"), terminal: terminal)
      try await tour.run()
      // It adds to-dos with ids of their own, which another server may not take.
      if options.url == nil {
        try await OfflineTour(network: options.network, folder: folder.appendingPathComponent("offline"), terminal: terminal).run()
      }
      tour.conclude()
    } catch {
      FileHandle.standardError.write(Data("TodoApp: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// The options on the command line.
struct Options {
  var url: URL?
  var latency = Duration.milliseconds(300)
  var wantsHelp = false

  struct Invalid: Error, CustomStringConvertible {
    var description: String
  }

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--url":
        guard let text = arguments.next(), let url = URL(string: text), url.scheme?.hasPrefix("http") == true else {
          throw Invalid(description: "--url needs an http or https URL\n\(TodoApp.usage)")
        }
        self.url = url
      case "--latency":
        guard let milliseconds = arguments.next().flatMap({ UInt16($0) }) else {
          throw Invalid(description: "--latency needs a number of milliseconds\n\(TodoApp.usage)")
        }
        self.latency = .milliseconds(Int(milliseconds))
      case "--help", "-h":
        wantsHelp = true
      default:
        throw Invalid(description: "unknown argument \(argument)\n\(TodoApp.usage)")
      }
    }
  }

  /// The connection to the server.
  var network: any RelayNetwork {
    if let url { return HTTPNetwork(url: url) }
    return TodoServer().network(latency: latency)
  }
}
