/// A definition in the form used by the reader.
///
/// It refers to memory of a `ReadContext` and of its plan, which never changes. The owner of a frame keeps the context with which the
/// reading began, and that context keeps those of all fragments in it.
struct ReadFrame: Sendable {
  let context: UnretainedReference<ReadContext>
  let steps: FixedElements<ReaderStep>
  /// The storage keys of the fields with arguments.
  let keys: FixedElements<KeyID>
  let conditions: FixedElements<Bool>
  let shapes: FixedElements<UnretainedReference<Generated.RowShape>>
  /// The fragments spread into the data; `nil` if they are not read together with it.
  let spreads: FixedElements<SpreadFrame>?
}

/// A fragment that is read together with the data into which it is spread.
struct SpreadFrame: Sendable {
  /// `nil` for a fragment whose compiled form is not available.
  let frame: ReadFrame?
  let typeCondition: TypeCondition
  let recordsMissingFields: Bool
  /// Whether the fragment's row is its whole result, as long as nothing is missing and there are no errors.
  let isSimple: Bool

  init(_ context: ReadContext?) {
    frame = context?.frame(readsFragments: true)
    typeCondition = context?.plan.typeCondition ?? TypeCondition(type: Keys.none, abstractKey: Keys.none)
    recordsMissingFields = context?.plan.recordsMissingFields ?? false
    isSimple = context.map { $0.plan.catchTarget == nil } ?? false
  }
}
