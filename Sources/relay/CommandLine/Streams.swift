internal import Foundation

/// What a command prints to, and what it knows of the terminal. Tests replace it by a recorder.
struct Streams: Sendable {
  enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// The streams that are terminals.
  let terminals: Set<Stream>
  let environment: [String: String]
  private let writer: @Sendable ([UInt8], Stream) -> Void

  init(terminals: Set<Stream> = [], environment: [String: String] = [:], writer: @escaping @Sendable ([UInt8], Stream) -> Void) {
    self.terminals = terminals
    self.environment = environment
    self.writer = writer
  }

  /// Those of the process.
  static let standard = Streams(
    terminals: Set([Stream.output, .error].filter { FileSystem.isTerminal($0.rawValue) }),
    environment: ProcessInfo.processInfo.environment
  ) { bytes, stream in FileSystem.writeToStandard(stream.rawValue, bytes) }

  func write(_ text: String, to stream: Stream) { writer(Array(text.utf8), stream) }
  func write(_ bytes: [UInt8], to stream: Stream) { if !bytes.isEmpty { writer(bytes, stream) } }

  func isTerminal(_ stream: Stream) -> Bool { terminals.contains(stream) }

  /// Whether the stream understands escape sequences.
  private func isCapable(_ stream: Stream) -> Bool { isTerminal(stream) && environment["TERM"] != "dumb" }

  /// Whether to use colors: on a terminal that is not dumb, unless `NO_COLOR` has a value.
  func colors(_ stream: Stream) -> Bool { isCapable(stream) && environment["NO_COLOR"] ?? "" == "" }

  /// Shows what a long command is doing, on a terminal only. The next progress, or `endProgress`, replaces it.
  func progress(_ text: String) { if isCapable(.error) { write("\r\u{1B}[K\(text)", to: .error) } }

  func endProgress() { if isCapable(.error) { write("\r\u{1B}[K", to: .error) } }
}
