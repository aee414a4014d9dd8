/// One step of reading an object into the slots of a row; laid out like `NormalizationStep`.
struct ReaderStep: Sendable {
  /// The kinds of steps, one for each kind of node in a reader plan.
  enum Kind: UInt8, Sendable {
    case scalar, linked, inlineFragment, condition, `defer`, stream, clientExtension, spread, aliasedFragment, inlineData, required, `catch`
  }

  /// What happens for a null under `@required`, apart from making the parent null.
  enum RequiredAction: Int32 { case none, log, `throw` }

  var kind: Kind
  /// Linked field: whether it is a list. Condition: the value for which the children apply. Catch: whether errors become a result.
  var flag = false
  /// Linked field: what there may be below its objects.
  var reach = RowReach()
  /// The slot to write, or -1.
  var slot: Int32 = -1
  /// The shape of the objects in the slot.
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
  /// The number of consecutive plain scalars that starts here; 0 if the step is not a plain scalar.
  var plainCount: Int32 = 0

  /// Whether it is a plain scalar: one that has a slot and no arguments.
  var isPlain: Bool { kind == .scalar && slot >= 0 && key.fixed != nil }
}

/// What there may be in the rows of objects, and in the rows below them.
struct RowReach: OptionSet, Sendable {
  let rawValue: UInt8

  /// Lists of objects.
  static let lists = RowReach(rawValue: 1)
  /// Spread fragments.
  static let spreads = RowReach(rawValue: 2)
}
