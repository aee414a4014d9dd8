import Foundation

/// The events of an environment that tell why a test sees something else than it expects.
enum MockReasons {
  /// A sentence about the event; `nil` if it is no reason for a failing test.
  static func sentence(_ event: RelayLogEvent) -> String? {
    switch event {
    case .executeComplete(_, let operation, let error?): "\(operation) failed: \(text(error))"
    case .payloadErrors(_, let operation, let errors):
      "the answer to \(operation) has errors: \(errors.map { "\($0)" }.joined(separator: "; "))"
    case .fieldError(let error): "a field has an error: \(error)"
    case .warning(let text): text
    default: nil
    }
  }

  /// Prints a sentence to the standard error.
  static func print(_ sentence: String) {
    // There is no better place to say that nothing can be printed.
    try? FileHandle.standardError.write(contentsOf: Data("MockEnvironment: \(sentence)\n".utf8))
  }

  private static func text(_ error: any Error) -> String { (error as? any LocalizedError)?.errorDescription ?? "\(error)" }
}
