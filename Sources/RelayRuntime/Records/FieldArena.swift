/// Stores the records of one response in common blocks, consecutively in the order in which they are met. Reading them walks memory in
/// one direction, and rows keep one block for many records instead of the fields of each.
///
/// `@unchecked Sendable`: it is used by one payload, which is passed on as a whole; copies of a payload do not change it
/// (`PayloadRecords`).
final class FieldArena: @unchecked Sendable {
  private struct Blocks {
    var list: ContiguousArray<FieldBlock> = []
    /// The space left in the last block.
    var room = 0
    /// An upper bound of the number of elements still to come.
    var rest: Int

    /// The last block, with room for a number of elements; `nil` if they are too many for a shared block.
    mutating func last(for size: Int) -> FieldBlock? {
      guard size <= FieldBlock.sharedCapacity / 2 else { return nil }
      if size > room {
        room = min(FieldBlock.sharedCapacity, max(size, rest))
        list.append(FieldBlock.make(capacity: room))
      }
      return list.last
    }

    mutating func recordUse(_ size: Int) {
      room -= size
      rest = max(0, rest - size)
    }

    mutating func pack(_ fields: inout RecordFields, dataID: String) {
      let size = fields.count + 1
      if let block = last(for: size), fields.move(into: block, dataID: dataID) { recordUse(size) }
    }

    mutating func copy(_ fields: RecordFields, except key: KeyID, adding field: Record.Field?, dataID: String) -> RecordFields? {
      guard let block = last(for: fields.count + 2) else { return nil }
      var copy = RecordFields(lastIn: block, dataID: dataID)
      for field in fields where field.key != key { copy.extend(by: field) }
      if let field { copy.extend(by: field) }
      recordUse(copy.count + 1)
      return copy
    }
  }

  private var blocks: Blocks

  /// - Parameter capacity: an upper bound of the number of fields and records.
  init(capacity: Int = .max) { blocks = Blocks(rest: capacity) }

  /// Moves the fields of a record to the end of the last block. The record must own them alone; large records keep separate blocks.
  func pack(_ fields: inout RecordFields, dataID: String) { blocks.pack(&fields, dataID: dataID) }

  /// Copies the fields of a record, except one, to the end of the last block.
  ///
  /// - Returns: `nil` if there are too many.
  func copy(_ fields: RecordFields, except key: KeyID, adding field: Record.Field?, dataID: String) -> RecordFields? {
    blocks.copy(fields, except: key, adding: field, dataID: dataID)
  }

  /// Replaces the record ids of all links in the blocks.
  func mapLinks(_ transform: (RecordID) -> RecordID) {
    for block in blocks.list { block.mapLinks(transform) }
  }
}
