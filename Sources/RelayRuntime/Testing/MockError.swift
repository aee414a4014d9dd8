public import Foundation

/// The reason why a mock environment cannot do what a test asks for.
public enum MockError: Error, Sendable, Hashable {
  /// No operation with that name, and with the variables after it if there are any, is pending.
  case noPendingOperation(String)
  /// The operation has already been answered, failed or been cancelled.
  case operationIsOver(String)
}

extension MockError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noPendingOperation("any"): "No operation is pending."
    case .noPendingOperation(let name): "No operation \(name) is pending."
    case .operationIsOver(let name): "The operation \(name) has already been answered, failed or been cancelled."
    }
  }
}
