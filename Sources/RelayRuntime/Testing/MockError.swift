public import Foundation

/// The reason why a mock environment cannot do what a test asks for.
///
/// ```swift
/// do {
///   try await mock.resolve(HomeQuery(id: "me"), data: ["user": ["id": "me", "name": "Ada"]])
/// } catch MockError.noPendingOperation(let operation) {
///   print("The screen has not asked for \(operation).")
/// }
/// ```
///
/// See <doc:Testing>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MockError: Error, Sendable, Hashable {
  /// No operation with that name, and with the variables after it if there are any, is pending.
  case noPendingOperation(String)
  /// The operation has already been answered, failed or been cancelled.
  case operationIsOver(String)
  /// A path of a ``MockPayload`` leads to no field of the operation. `suggestion` is the path that was probably meant.
  case unknownPath(String, operation: String, suggestion: String?)
  /// An object of an answer has a member that the operation does not select there. `path` has the response keys from the root to the object,
  /// joined by dots; `suggestion` is the response key that was probably meant.
  case unknownField(String, path: String, operation: String, suggestion: String?)
  /// A name in the `types` of a ``MockPayload`` is that of an interface or union, and the operation does not know which of its fields have
  /// that type. `objectTypes` are the names that it knows, sorted.
  case notAnObjectType(String, operation: String, objectTypes: [String])
  /// The operation refetches or pages a fragment of one object, and the answer has another. `path` leads to the object.
  case otherObject(id: JSON, expected: JSON, path: String, operation: String)
}

extension MockError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noPendingOperation("any"):
      "No operation is pending. If the code under test starts it in a task, wait for it with nextOperation(_:)."
    case .noPendingOperation(let name):
      "No operation \(name) is pending. If the code under test starts it in a task, wait for it with nextOperation(_:)."
    case .operationIsOver(let name): "The operation \(name) has already been answered, failed or been cancelled."
    case .unknownPath(let path, let operation, let suggestion):
      "\(operation) selects no field at the path '\(path)', which has response keys and no list indices.\(Self.sentence(suggestion))"
    case .unknownField(let key, let path, let operation, let suggestion):
      "\(operation) does not select '\(key)' \(path.isEmpty ? "at the root" : "in '\(path)'").\(Self.sentence(suggestion))"
    case .notAnObjectType(let name, let operation, let types):
      "'\(name)' is an interface or union. Use the names of object types instead"
        + (types.isEmpty ? "." : "; \(operation) has \(types.joined(separator: ", ")).")
    case .otherObject(let id, let expected, let path, let operation):
      "\(operation) asks for the object with the id \(expected) in '\(path)', and the answer has \(id). Nothing that is shown would change."
    }
  }

  private static func sentence(_ suggestion: String?) -> String { suggestion.map { " Did you mean '\($0)'?" } ?? "" }
}

extension MockError: CustomStringConvertible {
  public var description: String { errorDescription ?? "" }
}
