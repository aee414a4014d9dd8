/// Makes rows that stand for other rows and note what is read from them.
///
/// A key path to a generated property can only be evaluated, and generated properties read slots by number. So a key path is evaluated on
/// such a row: each of its slots is of the kind `traced`, and reading it comes here, to the owner of its chunk. Other rows have no slots of
/// this kind, so reading them costs nothing more.
final class RowTrace: Sendable {
  /// Where a value was read.
  struct Place: Sendable {
    /// The row for which the traced one stands.
    let row: Row
    let slot: Int
  }

  /// The places that were read, by one or more traced rows.
  final class Log: Sendable {
    private let place = Lock<Place?>(nil)

    /// The place that was read last.
    var last: Place? { place.withLock { $0 } }

    fileprivate func note(_ place: Place) { self.place.withLock { $0 = place } }
  }

  private let row: Row
  private let log: Log

  private init(_ row: Row, _ log: Log) {
    self.row = row
    self.log = log
  }

  /// A row that stands for `row`. Whatever is reached through it is traced, too.
  static func row(for row: Row, _ log: Log) -> Row {
    let shape = row.shape
    var builder = RowBuilder(owner: RowTrace(row, log), context: nil, capacity: shape.rowSize)
    let block = row.dataID.isEmpty ? nil : FieldBlock.make(dataID: row.dataID)
    if let block { builder.keep(block) }
    // The owner has a row of the shape, and the chunk keeps the block.
    let traced = unsafe builder.makeRow(
      shape: UnretainedReference(shape), fields: block.map { unsafe $0.firstFields } ?? RowHeader.noFields, record: .missing, version: 0,
      step: -1)
    for slot in 0..<row.count { builder.set(slot, of: traced, RowSlot(.traced)) }
    // The slot after those of the shape has the positions of a connection's nodes.
    let nodes = row.pointer[row.count]
    if nodes.kind == .value { builder.set(row.count, of: traced, row.chunk.value(at: nodes.position)) }
    return builder.makeChunk().row(at: traced)
  }

  func value(in slot: Int) -> SlotValue {
    log.note(Place(row: row, slot: slot))
    return traced(row.value(in: slot))
  }

  /// The pointer to the fragment spread in a slot, whose data is traced.
  func fragmentPointer(_ slot: Int) -> FragmentPointer {
    log.note(Place(row: row, slot: slot))
    let pointer = row.fragmentPointer(slot)
    guard let definition = pointer.scope?.context?.definition, let data = pointer.row(definition) else { return pointer }
    return FragmentPointer(
      dataID: pointer.dataID, record: pointer.record, scope: pointer.scope, reading: .row(RowTrace.row(for: data, log)))
  }

  private func traced(_ value: SlotValue) -> SlotValue {
    switch value {
    case .row(let row): .row(RowTrace.row(for: row, log))
    case .list(let items): .list(items.map(traced))
    case .rows(let rows): SlotValue(rows: rows.values.map(traced))
    default: value
    }
  }
}
