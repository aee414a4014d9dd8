/// One step of reading an object into the slots of a row; laid out like `NormalizationStep`.
struct ReaderStep: Sendable {
  enum Kind: UInt8, Sendable {
    case scalar, linked, inlineFragment, condition, `defer`, stream, clientExtension, spread, aliasedFragment, inlineData, required, `catch`
  }

  /// What a null under `@required` does besides making the parent null.
  enum RequiredAction: Int32 { case none, log, `throw` }

  var kind: Kind
  /// Linked field: whether it is a list. Condition: the value under which the children count. Catch: whether errors become a result.
  var flag = false
  /// The slot that is written, or -1.
  var slot: Int32 = -1
  /// The shape of the object below.
  var shape: Int32 = -1
  /// Fields: the storage key.
  var key = StepKey.none
  /// The type condition. Linked field: its only possible type.
  var type: KeyID = Keys.none
  /// The `__isX` key of an abstract type condition.
  var abstractKey: KeyID = Keys.none
  /// Condition: its index. Spread: its index. Required: its action. Scalar: index of its Swift type, or -1.
  var index: Int32 = -1
  /// The step after this one and its children.
  var next: Int32 = 0
  /// The length of the run of plain scalars that begins here; 0 if the step is not one.
  var plainCount: Int32 = 0

  /// Whether it is a plain scalar: one with a slot and without arguments.
  var isPlain: Bool { kind == .scalar && slot >= 0 && key.fixed != nil }
}
