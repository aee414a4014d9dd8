import Foundation

@testable import relay

/// Streams that keep what a command prints.
final class Recorder: Sendable {
  private let written = Lock<[Streams.Stream: [UInt8]]>([:])

  func streams(terminals: Set<Streams.Stream> = [], environment: [String: String] = [:]) -> Streams {
    Streams(terminals: terminals, environment: environment) { bytes, stream in
      self.written.withLock { $0[stream, default: []] += bytes }
    }
  }

  var output: String { text(.output) }
  var errors: String { text(.error) }

  private func text(_ stream: Streams.Stream) -> String {
    written.withLock { String(decoding: $0[stream] ?? [], as: UTF8.self) }
  }
}

/// The result of a command line.
struct Run {
  let status: relay.ExitStatus
  let output: String
  let errors: String

  init(_ arguments: String..., terminals: Set<Streams.Stream> = [], environment: [String: String] = [:]) {
    self.init(arguments, terminals: terminals, environment: environment)
  }

  init(_ arguments: [String], terminals: Set<Streams.Stream> = [], environment: [String: String] = [:]) {
    let recorder = Recorder()
    status = Relay.run(arguments, on: recorder.streams(terminals: terminals, environment: environment))
    (output, errors) = (recorder.output, recorder.errors)
  }
}
