/// One step of normalizing an object. All steps are in one array, each followed by its children, so that walking them follows no
/// reference and counts none. A step has the members of every kind, for all have one size.
struct NormalizationStep: Sendable {
  enum Kind: UInt8, Sendable {
    case scalar, linked, scalarHandle, linkedHandle, inlineFragment, typeDiscriminator, condition, `defer`, stream, clientExtension
  }

  var kind: Kind
  /// Linked field: whether it is a list. Condition: the value under which the children count.
  var flag = false
  /// Fields: the storage key.
  var key = StepKey.none
  /// Fields: index of the response key. Handles, placeholders: index into their table.
  var index: Int32 = -1
  /// Fields: index of the type that the schema gives them, and the same for checking values.
  var valueType: Int32 = -1
  var check = ValueCheck()
  /// Linked field: its only possible type. Inline fragment: its type condition.
  var type: KeyID = Keys.none
  /// Inline fragment, type discriminator: the `__isX` key.
  var abstractKey: KeyID = Keys.none
  /// Inline fragment, type discriminator: index of the `__isX` response key. Condition, defer, stream: index of the variable, or -1.
  /// Linked handle: the step of the field that it handles, or -1.
  var name: Int32 = -1
  /// The step after this one and its children.
  var next: Int32 = 0
  /// The range of the response key, or of the `__isX` key, in the plan's key bytes.
  var bytes: Int32 = 0
  var byteCount: Int32 = 0
}
