/// The rows of a reading until they are put into chunks. A row is identified by its offset in bytes.
///
/// Rows are created consecutively, as on a stack. `beginChunk` … `endChunk` put a list's items, with everything below them, into separate
/// chunks, while the rows of the object that contains the list wait below on the stack. The properties are three stacks (rows, values,
/// blocks), and the height of each when the current chunk was begun.
///
/// `@safe`: it alone has its memory, of `capacity` bytes. A row begins below `top` and has its whole size below it, because `reserve` makes
/// room for header and slots; rows are only used by their offset, and are discarded in the order opposite to that in which they were made.
/// It has a reference of its own to each block, which it releases or hands over to a chunk.
@safe struct RowBuilder: ~Copyable {
  /// The start of a chunk.
  struct Mark {
    fileprivate let base: Int
    fileprivate let firstValue: Int
    fileprivate let firstBlock: Int
  }

  /// A list's items go into a new chunk once the current one has this many bytes. So keeping one row alive keeps little other memory
  /// alive, while a list needs few allocations.
  static let chunkSize = 4096

  private let owner: AnyObject
  /// The context of the next rows; `nil` for rows that belong to no store. The owner keeps it alive.
  var context: UnretainedReference<ReadContext>?
  /// Zero from `top` on, so that every slot of a new row is missing.
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  /// The offset of the next row.
  private(set) var top = 0
  /// The start of the current chunk.
  private var base = 0
  private var values: ContiguousArray<SlotValue> = []
  private var firstValue = 0
  /// The blocks that are kept, each retained once.
  private var blocks = unsafe ReadStack<Unmanaged<FieldBlock>>(capacity: 0)
  private var firstBlock = 0
  /// The last blocks kept for the current chunk. They are also the last of `blocks`, but looking there costs more than this copy.
  private var recent: Recent = (nil, nil, nil)

  private typealias Recent = (ObjectIdentifier?, ObjectIdentifier?, ObjectIdentifier?)

  /// - Parameters:
  ///   - owner: keeps the shapes of the rows alive.
  ///   - context: the plan and variables of the rows, if they belong to a store.
  ///   - capacity: an estimate of the bytes needed.
  init(owner: AnyObject, context: ReadContext?, capacity: Int) {
    self.owner = owner
    // The owner keeps it, see above.
    self.context = context.map { unsafe UnretainedReference($0) }
    self.capacity = max(capacity, 64)
    assert(MemoryLayout<RowHeader>.stride == RowLayout.header && MemoryLayout<RowSlot>.stride == RowLayout.slot)
    unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: RowChunk.word)
    clear(0..<self.capacity)
  }

  deinit {
    unsafe blocks.elements.forEach { unsafe $0.release() }
    unsafe memory.deallocate()
  }

  // MARK: Rows

  /// Makes a row in which every slot is missing.
  @inline(__always)
  mutating func makeRow(
    shape: UnretainedReference<Generated.RowShape>, fields: FieldPointer, record: RecordID, version: UInt32, step: Int32
  ) -> Int {
    let (count, size) = shape.withObject { ($0.count, $0.rowSize) }
    let row = reserve(size)
    pointer(to: row).initialize(
      to: RowHeader(
        fields: fields, shape: shape, context: context, record: record, version: version, step: step,
        slotCount: UInt16(truncatingIfNeeded: count),
        isReusable: false))
    return row
  }

  /// Allocates a row in which every slot is missing.
  @inline(__always)
  private mutating func reserve(_ size: Int) -> Int {
    let row = top
    if top &+ size > capacity { grow(for: size) }
    top &+= size
    return row
  }

  private mutating func grow(for size: Int) {
    capacity = max(capacity * 2, top + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: RowChunk.word)
    unsafe larger.copyMemory(from: memory, byteCount: top)
    unsafe memory.deallocate()
    unsafe memory = larger
    clear(top..<capacity)
  }

  private func clear(_ bytes: Range<Int>) {
    unsafe (memory + bytes.lowerBound).initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count)
  }

  /// Keeps a block alive with the current chunk.
  @inline(__always)
  mutating func keep(_ block: FieldBlock) {
    let id = ObjectIdentifier(block)
    if id != recent.0, id != recent.1, id != recent.2 { add(block) }
  }

  private mutating func add(_ block: FieldBlock) {
    unsafe blocks.push(Unmanaged.passRetained(block))
    recent = (ObjectIdentifier(block), recent.0, recent.1)
  }

  /// Makes a copy of a row that is in a chunk.
  mutating func copy(_ row: Row) -> Int {
    if let block = row.chunk.block(of: row.pointer) { keep(block) }
    let copy = reserve(row.shape.rowSize)
    pointer(to: copy).initialize(to: row.pointer.header)
    for slot in 0..<row.pointer.header.count {
      switch row.pointer[slot].kind {
      case .inner, .value: set(slot, of: copy, row.value(in: slot))
      default: set(slot, of: copy, row.pointer[slot])
      }
    }
    let nodes = row.pointer.header.count
    if case .value = row.pointer[nodes].kind { set(nodes, of: copy, row.chunk.value(at: row.pointer[nodes].position)) }
    return copy
  }

  /// A position that can be restored.
  struct Position {
    fileprivate let top: Int
    fileprivate let values: Int
  }

  var position: Position { Position(top: top, values: values.count) }

  /// Discards the rows made since then. No other row may refer to them.
  mutating func goBack(to position: Position) {
    clear(position.top..<top)
    top = position.top
    values.removeSubrange(position.values...)
  }

  /// A row, valid until another row is made.
  @inline(__always)
  func pointer(to row: Int) -> RowPointer {
    assert(row >= 0 && row < top, "no row begins behind the last one")
    return unsafe RowPointer(memory + row)
  }

  func record(of row: Int) -> RecordID { pointer(to: row).header.record }

  // MARK: Slots

  @inline(__always)
  mutating func set(_ slot: Int, of row: Int, _ value: RowSlot) { pointer(to: row)[slot] = value }

  /// Puts a row that is not in a chunk yet into a slot.
  mutating func set(_ slot: Int, of row: Int, inner: Int) { set(slot, of: row, RowSlot(.inner, (inner - row) / RowChunk.word)) }

  mutating func set(_ slot: Int, of row: Int, _ value: SlotValue) {
    switch value {
    case .missing: set(slot, of: row, RowSlot(.missing))
    case .null: set(slot, of: row, RowSlot(.null))
    case .bool(let value): set(slot, of: row, RowSlot(value ? .true : .false))
    case .pointer(let isUnmatched): set(slot, of: row, RowSlot(isUnmatched ? .unmatchedPointer : .pointer))
    default:
      set(slot, of: row, RowSlot(.value, values.count - firstValue))
      values.append(value)
    }
  }

  func kind(_ slot: Int, of row: Int) -> RowSlot.Kind { pointer(to: row)[slot].kind }

  /// The row in a slot that is not in a chunk yet.
  func inner(_ slot: Int, of row: Int) -> Int? {
    let value = pointer(to: row)[slot]
    return value.kind == .inner ? row + value.position * RowChunk.word : nil
  }

  /// The list, or the row of a chunk, in a slot.
  func value(_ slot: Int, of row: Int) -> SlotValue? {
    let value = pointer(to: row)[slot]
    return value.kind == .value ? values[firstValue + value.position] : nil
  }

  // MARK: Finishing

  /// Records that another step contributes to a row.
  ///
  /// - Returns: whether the row was reusable before.
  mutating func reopen(_ row: Int) -> Bool {
    pointer(to: row).header.step = -2
    return pointer(to: row).header.isReusable
  }

  /// Finishes a row. Unless every edge of a connection has a node, it records which edges do, in the slot after those of the shape.
  @inline(__always)
  mutating func finish(_ row: Int, isReusable: Bool) {
    pointer(to: row).header.isReusable = isReusable
    if let connection = pointer(to: row).header.shape.withObject({ $0.connection }) { notePositions(row, connection) }
  }

  private mutating func notePositions(_ row: Int, _ connection: Generated.RowShape.Connection) {
    let count = pointer(to: row).header.count
    guard connection.node >= 0, connection.edges < count, case .rows(let edges)? = value(connection.edges, of: row) else { return }
    guard !edges.allHaveRows(in: connection.node) else { return set(count, of: row, RowSlot(.missing)) }
    let withNode = (0..<edges.count).lazy.filter { edges.hasRow(at: $0, in: connection.node) }
    let positions = ContiguousArray(withNode.map { Int32(truncatingIfNeeded: $0) })
    set(count, of: row, .nodes(at: positions, within: 0..<positions.count))
  }

  // MARK: Chunks

  /// The size of the current chunk in bytes.
  var chunkSize: Int { top - base }

  /// The offset that a row will have in its chunk.
  func offset(of row: Int) -> Int { row - base }

  /// Begins another chunk, which is finished before the current one.
  mutating func beginChunk() -> Mark {
    let mark = Mark(base: base, firstValue: firstValue, firstBlock: firstBlock)
    base = top
    firstValue = values.count
    firstBlock = unsafe blocks.count
    recent = (nil, nil, nil)
    return mark
  }

  /// Returns to the enclosing chunk. The rows of this one are already in chunks.
  mutating func endChunk(_ mark: Mark) {
    base = mark.base
    firstValue = mark.firstValue
    firstBlock = mark.firstBlock
    recent = (nil, nil, nil)
  }

  /// Makes a chunk of the rows since `beginChunk` or the last chunk.
  mutating func makeChunk() -> RowChunk {
    let chunk = unsafe RowChunk.make(
      UnsafeRawBufferPointer(start: memory + base, count: top - base), blocks: blocks.elements.extracting(firstBlock...),
      values: takeValues(), owner: owner)
    unsafe blocks.shrink(to: firstBlock)
    recent = (nil, nil, nil)
    clear(base..<top)
    top = base
    return chunk
  }

  private mutating func takeValues() -> ContiguousArray<SlotValue> {
    guard firstValue > 0 else {
      defer { values = [] }
      return values
    }
    defer { values.removeSubrange(firstValue...) }
    return ContiguousArray(values[firstValue...])
  }
}
