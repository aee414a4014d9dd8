public import Foundation

/// A value that is not one of the custom scalar's.
public struct CustomScalarError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The Swift type that was expected.
  public let type: String
  /// What was found; no text of the error has it.
  public let json: JSON

  /// - Parameters:
  ///   - type: the Swift type that was expected.
  ///   - json: what was found.
  public init(_ type: Any.Type, _ json: JSON) {
    self.type = "\(type)"
    self.json = json
  }

  public var description: String { "a value is no \(type)" }
}

extension CustomScalarError: CustomReflectable {
  /// Without the value.
  public var customMirror: Mirror { Mirror(self, children: ["type": self.type]) }
}

extension CustomScalarError: LocalizedError {
  public var errorDescription: String? { "The value of a custom scalar cannot be read as \(type)." }
}
