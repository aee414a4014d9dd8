/// Stores the records of one response in common blocks, consecutively in the order in which they are met. Reading them walks memory in
/// one direction, and rows keep one block for many records instead of the fields of each.
///
/// `@unchecked Sendable`: it is used by one payload, which is passed on as a whole; copies of a payload do not change it
/// (`PayloadRecords`).
final class FieldArena: @unchecked Sendable {
  private var blocks: ContiguousArray<FieldBlock> = []
  /// The space left in the last block.
  private var room = 0
  /// An upper bound of the number of elements still to come.
  private var rest: Int

  /// - Parameter capacity: an upper bound of the number of fields and records.
  init(capacity: Int = .max) { rest = capacity }

  /// Moves the fields of a record to the end of the last block. The record must own them alone; large records keep separate blocks.
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

  /// Replaces the record ids of all links in the blocks.
  func mapLinks(_ transform: (RecordID) -> RecordID) {
    for block in blocks {
      for index in 0..<block.header.count {
        if let value = block.elements[index].value.mapLinks(transform) { block.elements[index].value = value }
      }
    }
  }
}
