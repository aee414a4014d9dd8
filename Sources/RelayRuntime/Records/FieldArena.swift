/// Brings the records of one response together in common blocks, one behind another as they were met: reading them goes through memory in
/// one direction, and rows keep a block for many records instead of the fields of each.
///
/// `@unchecked Sendable`: used by one payload, which is passed on as a whole; two copies of a payload do not change it (`PayloadRecords`).
final class FieldArena: @unchecked Sendable {
  private var blocks: ContiguousArray<FieldBlock> = []
  /// The room left in the last block.
  private var room = 0
  /// An upper bound of the elements still to come.
  private var rest: Int

  /// - Parameter capacity: an upper bound of the number of fields and records.
  init(capacity: Int = .max) { rest = capacity }

  /// Moves the fields of a record to the end of the last block. They must be unique to the record; large records keep blocks of their own.
  func pack(_ fields: inout RecordFields, dataID: String) {
    let size = fields.count + 1
    guard size <= FieldBlock.sharedCapacity / 2 else { return }
    if size > room {
      room = min(FieldBlock.sharedCapacity, max(size, rest))
      blocks.append(FieldBlock.make(capacity: room))
    }
    guard let block = blocks.last, fields.move(into: block, dataID: dataID) else { return }
    room -= size
    rest = max(0, rest - size)
  }

  /// Replaces the ids of all links in the blocks.
  func mapLinks(_ transform: (RecordID) -> RecordID) {
    for block in blocks {
      for index in 0..<block.header.count {
        if let value = block.elements[index].value.mapLinks(transform) { block.elements[index].value = value }
      }
    }
  }
}
