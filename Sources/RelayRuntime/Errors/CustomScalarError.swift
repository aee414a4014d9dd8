public import Foundation

/// A JSON value that a custom scalar cannot represent.
///
/// ```swift
/// struct Money: CustomScalar {
///   var cents: Int
///
///   init(json: JSON) throws {
///     guard let cents = json.intValue else { throw CustomScalarError(Money.self, json) }
///     self.cents = cents
///   }
///
///   var json: JSON { .int(cents) }
///
///   static var placeholder: Money { Money(cents: 0) }
///
///   private init(cents: Int) { self.cents = cents }
/// }
/// ```
///
/// See <doc:Scalars>.
public struct CustomScalarError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The Swift type that was expected.
  public let type: String
  /// The value that was found. The error's texts leave it out.
  public let json: JSON

  /// - Parameters:
  ///   - type: the Swift type that was expected.
  ///   - json: the value that was found.
  public init(_ type: Any.Type, _ json: JSON) {
    self.type = "\(type)"
    self.json = json
  }

  public var description: String { "a value cannot be read as \(type)" }
}

extension CustomScalarError: CustomReflectable {
  /// Describes the type only, and leaves out the value.
  public var customMirror: Mirror { Mirror(self, children: ["type": type]) }
}

extension CustomScalarError: LocalizedError {
  public var errorDescription: String? { "The value of a custom scalar cannot be read as \(type)." }
}
