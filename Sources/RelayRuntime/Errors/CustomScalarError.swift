public import Foundation

/// A value that a custom scalar does not have.
public struct CustomScalarError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The Swift type that was expected.
  public let type: String
  /// The value that was found. The texts of the error leave it out.
  public let json: JSON

  /// - Parameters:
  ///   - type: the Swift type that was expected.
  ///   - json: the value that was found.
  public init(_ type: Any.Type, _ json: JSON) {
    self.type = "\(type)"
    self.json = json
  }

  public var description: String { "a value is no \(type)" }
}

extension CustomScalarError: CustomReflectable {
  /// A sentence without the value.
  public var customMirror: Mirror { Mirror(self, children: ["type": self.type]) }
}

extension CustomScalarError: LocalizedError {
  public var errorDescription: String? { "The value of a custom scalar cannot be read as \(type)." }
}
