/// The header of a row. In memory, the slots follow it.
struct RowHeader: BitwiseCopyable {
  /// The fields of the record as they were when the row was read, in a block that the chunk keeps. A store changes a copy of the fields,
  /// so reading a record copies none of its values.
  let fields: FieldPointer
  /// Kept alive by the chunk's owner, like the context.
  let shape: UnretainedReference<Generated.RowShape>
  /// The plan and variables with which the row was read; `nil` for a row that belongs to no store.
  let context: UnretainedReference<ReadContext>?
  let record: RecordID
  /// The record's version at that time.
  let version: UInt32
  /// The step of the linked field for which the row was read; -1 for a root, -2 if several steps contributed. `wholeSample` for a row
  /// that was made from a payload.
  var step: Int32
  let slotCount: UInt16
  /// Whether the slots depend only on the record and on the rows in the slots.
  var isReusable: Bool

  /// The step of a row that belongs to no store and was made from JSON with every field of a response.
  static let wholeSample: Int32 = -3

  /// The fields of a record without fields and identity.
  // The constant keeps the block.
  static let noFields = unsafe FieldBlock.empty.firstFields

  var dataID: String {
    guard case .string(let dataID) = fields[FieldBlock.dataIDPosition].value else { return "" }
    return dataID
  }

  /// The number of slots of the shape.
  var count: Int { Int(slotCount) }
}
