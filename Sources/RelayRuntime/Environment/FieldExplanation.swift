/// Why a field has the value that it has, or has none; see ``RelayEnvironment/explain(_:of:)-(_,Data)``.
///
/// An explanation prints as a sentence or two. It contains nothing of the data but the identity of the record, the names of types and the
/// messages of the server's errors.
///
/// ```swift
/// let explanation = environment.explain(\.user?.name, of: data)
/// if case .fieldError(let errors) = explanation.reason {
///   print("The server could not answer \(explanation.field):", errors.map(\.message))
/// }
/// ```
///
/// See <doc:EmptyViews>.
public struct FieldExplanation: Sendable, Hashable, CustomStringConvertible {
  /// The reasons.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Sendable, Hashable {
    /// The field has a value.
    case hasValue
    /// The field is null: the server has sent null without an error, or an updater has set it.
    case null
    /// The server could not resolve the field, or a non-null field below it, and has sent these errors. Includes violations of the schema,
    /// which the runtime has found.
    case fieldError([GraphQLError])
    /// The operation selects the field, but the store does not have it: whatever has written the record did not have the field.
    case missing
    /// The operation does not select the field at the places where it reaches the record, and the store does not have it.
    case notSelected
    /// The record has been deleted, by `@deleteRecord` or an updater.
    case deleted
    /// The field is selected for objects of another type, with `... on` or a fragment.
    case wrongType(expected: String, actual: String)
    /// The field is selected for an interface or union, of which the store does not know whether the object's type belongs to it.
    case unknownType(expected: String, actual: String)
    /// `@include` or `@skip` has left the field out, because of the value of this variable; `""` if the condition never holds (`@skip(if: true)`).
    case skipped(variable: String)
    /// The field is in a part with `@defer` that has not arrived.
    case deferred
    /// The operation's request has not been answered.
    case inFlight
    /// The store has been cleared since the data was read.
    case storeCleared
    /// The object is null because a field in it with `@required` is null or missing; the text is the path of that field below the object.
    case required(String)
    /// The store has a value now: the data was read before.
    case outdated
    /// The data belongs to another environment.
    case otherEnvironment
    /// The data belongs to no store: it was made from JSON, stands for an object that is missing, or is a fragment that is spread nowhere.
    case noStore
    /// The key path reads no field.
    case noField
  }

  /// The reason.
  public let reason: Reason
  /// The field: the name of the fragment or operation, and the response keys from its root, joined by dots. Empty if there is none.
  public let field: String
  /// The identity of the record that the field belongs to; empty if there is none.
  public let record: String
  /// The explanation for people.
  public let description: String

  init(_ reason: Reason, field: String = "", record: String = "", _ description: String) {
    self.reason = reason
    self.field = field
    self.record = record
    self.description = description
  }
}
