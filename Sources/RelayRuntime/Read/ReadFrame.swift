/// One definition as the reader walks it.
///
/// `@unchecked Sendable`: it points to memory of a `ReadContext` and of its plan, which nobody changes. Whoever has a frame keeps the
/// context that the reading began with, and that one keeps those of all fragments in it.
struct ReadFrame: @unchecked Sendable {
  let context: Unmanaged<ReadContext>
  let steps: UnsafeBufferPointer<ReaderStep>
  /// The storage keys of the fields with arguments.
  let keys: UnsafeBufferPointer<KeyID>
  let conditions: UnsafeBufferPointer<Bool>
  let shapes: UnsafeBufferPointer<Unmanaged<RowShape>>
  /// The fragments spread into the data; `nil` if they are not read with it.
  let spreads: UnsafeBufferPointer<SpreadFrame>?
}

/// A fragment that is read together with the data it is spread into.
struct SpreadFrame: Sendable {
  /// `nil` for a fragment whose compiled form is not known here.
  let frame: ReadFrame?
  let typeCondition: TypeCondition
  let recordsMissingFields: Bool
  /// Whether the fragment's row is its whole result, as long as nothing is missing or wrong.
  let isSimple: Bool

  init(_ context: ReadContext?) {
    frame = context?.frame(readsFragments: true)
    typeCondition = context?.plan.typeCondition ?? TypeCondition(type: Keys.none, abstractKey: Keys.none)
    recordsMissingFields = context?.plan.recordsMissingFields ?? false
    isSimple = context.map { $0.plan.catchTarget == nil } ?? false
  }
}
