public import Foundation

/// Why a mock environment cannot do what a test asks.
public enum MockError: Error, Sendable, Hashable {
  /// No operation of that name, and with the variables behind it if there are any, waits for an answer.
  case noPendingOperation(String)
  /// The operation was answered, failed or cancelled before.
  case operationIsOver(String)
}

extension MockError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noPendingOperation("any"): "No operation waits for an answer."
    case .noPendingOperation(let name): "No operation \(name) waits for an answer."
    case .operationIsOver(let name): "The operation \(name) was answered, failed or was cancelled before."
    }
  }
}
