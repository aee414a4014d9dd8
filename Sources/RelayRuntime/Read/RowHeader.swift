/// The header of a row. Its slots follow it in memory.
struct RowHeader: BitwiseCopyable {
  /// The fields of the record as they were when the row was read, in a block that the chunk keeps. A store that changes the record changes
  /// a copy, so most of what a row shows is in here, and reading a record copies none of its values.
  let fields: UnsafePointer<Record.Field>
  /// Kept alive by the chunk's owner, and so is the context.
  let shape: Unmanaged<RowShape>
  /// The plan and variables that the row was read with; `nil` for a row that comes from no store.
  let context: Unmanaged<ReadContext>?
  let record: RecordID
  /// The version that the record had.
  let version: UInt32
  /// The step of the linked field that the row was read for; -1 for a root, -2 where several steps contributed. `wholeSample` for a row
  /// that was made from a payload.
  var step: Int32
  let slotCount: UInt16
  /// Whether the slots depend only on the record and on the rows in them.
  var isReusable: Bool

  /// The step of a row that comes from no store and was made from JSON with every field that a response would have.
  static let wholeSample: Int32 = -3

  /// The fields of a record without fields and identity.
  nonisolated(unsafe) static let noFields = UnsafePointer(FieldBlock.empty.elements + 1)

  var dataID: String {
    guard case .string(let dataID) = fields[FieldBlock.dataIDPosition].value else { return "" }
    return dataID
  }

  /// The number of slots that belong to the shape.
  var count: Int { Int(slotCount) }
}
