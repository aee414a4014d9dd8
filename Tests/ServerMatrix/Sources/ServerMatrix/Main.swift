import Foundation
import RelayRuntime

/// Runs every scenario against every endpoint that supports it, and prints the matrix: `ServerMatrix SERVERS BASE_PORT [SCENARIO…]`,
/// where SERVERS is the folder with the servers' programs.
///
/// `--repeat COUNT` instead of scenarios runs those without faults repeatedly, and prints the memory use; `--measure` measures times.
@main
struct Main {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == OutboxWorker.argument { return await OutboxWorker.run(Array(arguments.dropFirst())) }
    if let name = arguments.first, let measurement = Measurement(rawValue: name) {
      return await measurement.run(Array(arguments.dropFirst()))
    }
    guard arguments.count >= 2, let base = Int(arguments[1]) else {
      say("usage: ServerMatrix SERVERS BASE_PORT [SCENARIO… | --repeat COUNT | --measure]")
      exit(64)
    }
    let servers = Servers(in: arguments[0], base: base, strawberry: ProcessInfo.processInfo.environment["MATRIX_PYTHON"])
    // Terminating this process also terminates the servers.
    signal(SIGTERM, SIG_IGN)
    let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    termination.setEventHandler {
      servers.killAll()
      exit(143)
    }
    termination.resume()
    defer { termination.cancel() }
    do {
      try await servers.startAll()
    } catch {
      say("error: \(error)")
      servers.killAll()
      exit(1)
    }
    let endpoints = Endpoint.all(base: base).filter { servers.names.contains($0.program) }
    let matrix = Matrix(endpoints: endpoints, servers: servers)
    let rest = Array(arguments.dropFirst(2))
    let isGood =
      switch rest.first {
      case "--repeat": await matrix.runRepeatedly(rest.last.flatMap { Int($0) } ?? 20)
      case "--measure": await matrix.measure()
      default: await matrix.run(rest)
      }
    servers.killAll()
    exit(isGood ? 0 : 1)
  }
}

/// Prints a line immediately, even if the output is not a terminal.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
