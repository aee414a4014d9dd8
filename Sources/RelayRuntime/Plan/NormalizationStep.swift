/// One step of normalizing an object. All steps are in one array, each followed by its children, so that walking them needs no references
/// and no reference counting. All kinds of steps share one layout, so that they have the same size.
struct NormalizationStep: Sendable {
  /// The kinds of steps, one for each kind of node in a normalization plan.
  enum Kind: UInt8, Sendable {
    case scalar, linked, scalarHandle, linkedHandle, inlineFragment, typeDiscriminator, condition, `defer`, stream, clientExtension
  }

  var kind: Kind
  /// Linked field: whether it is a list. Condition: the value for which the children apply.
  var flag = false
  /// Linked field: whether there is a list of objects below it, so that the number of paths through it is not limited by the plan.
  var reachesLists = false
  /// Fields: the storage key.
  var key = StepKey.none
  /// Fields: index of the response key. Handles, placeholders: index into their table.
  var index: Int32 = -1
  /// Fields: index of the type in the schema, later of the type in the form for checking values.
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
  /// The offset of the response key, or of the `__isX` key, in the plan's key bytes.
  var bytes: Int32 = 0
  var byteCount: Int32 = 0
}
