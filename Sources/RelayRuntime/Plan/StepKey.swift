/// The storage key of a field in a plan. A field without arguments has a fixed key. The key of a field with arguments depends on the
/// operation's variables; here it is the field's index among those with arguments.
struct StepKey: Sendable, Hashable, BitwiseCopyable {
  /// A key, or `-2 - n` for the field with arguments at index `n`: process-wide keys are not negative.
  private let bits: Int32

  /// The key of a step that is not a field.
  static let none = StepKey(Keys.none)

  /// - Parameter key: a process-wide key.
  @inline(__always) init(_ key: KeyID) { bits = key }

  /// - Parameter argumentField: the index of the field among the plan's fields with arguments.
  init(argumentField: Int) { bits = -2 - Int32(truncatingIfNeeded: argumentField) }

  /// The key of a field without arguments; `nil` for other fields.
  @inline(__always) var fixed: KeyID? { bits >= 0 ? bits : nil }

  /// The index of the field among those with arguments; `nil` for other fields.
  @inline(__always) var argumentField: Int? { bits < Keys.none ? Int(-2 - bits) : nil }

  /// The key with an operation's variables.
  ///
  /// - Parameter keys: the keys of the fields with arguments.
  @inline(__always)
  func resolved(in keys: ContiguousArray<KeyID>) -> KeyID { bits >= Keys.none ? bits : keys[Int(-2 - bits)] }

  /// As above, for reading.
  @inline(__always)
  func resolved(in keys: FixedElements<KeyID>) -> KeyID { bits >= Keys.none ? bits : keys[Int(-2 - bits)] }

  /// Whether a record's field has the key of a step without arguments.
  @inline(__always)
  static func == (left: KeyID, right: StepKey) -> Bool { left == right.bits }
}
