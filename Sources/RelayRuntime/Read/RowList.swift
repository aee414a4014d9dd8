/// A list of rows: for each item, its chunk and its offset in the chunk. Copying a list and replacing a row in it are cheap, however long
/// the list is.
///
/// `@unchecked Sendable`: it is a value apart from the chunks, which are not Sendable because of their superclass in the standard
/// library. A finished chunk never changes (see `Row`).
struct RowList: @unchecked Sendable {
  /// The position of an item.
  private struct Place: Sendable {
    /// The index of the item's chunk, or what the list has instead of a row.
    var chunk: Int32
    /// The row's offset in its chunk, in bytes.
    var offset: Int32

    static let null = Place(chunk: -1, offset: 0)
    static let missing = Place(chunk: -2, offset: 0)
  }

  private var places: ContiguousArray<Place> = []
  /// The chunks of the rows; `nil` for the chunk that is not finished.
  private var chunks: ContiguousArray<RowChunk?> = []
  /// The number of items in each chunk.
  private var uses: ContiguousArray<Int32> = []
  /// The index of the unfinished chunk, while `openCount` is not 0.
  private var open: Int32 = 0
  /// The number of items in the unfinished chunk.
  private var openCount: Int32 = 0

  init(capacity: Int = 0) { places.reserveCapacity(capacity) }

  var count: Int { places.count }

  // MARK: Filling

  mutating func appendNull() { places.append(.null) }

  mutating func appendMissing() { places.append(.missing) }

  /// Adds a row that is in a chunk.
  mutating func append(_ row: Row) {
    if chunks.last.map({ $0 !== row.chunk }) ?? true {
      chunks.append(row.chunk)
      uses.append(0)
    }
    uses[chunks.count - 1] += 1
    places.append(Place(chunk: Int32(chunks.count - 1), offset: row.offset))
  }

  /// Adds a row that will be at `offset` in the chunk passed to the next `close`.
  @inline(__always)
  mutating func append(at offset: Int) {
    if openCount == 0 {
      open = Int32(chunks.count)
      chunks.append(nil)
      uses.append(0)
    }
    openCount &+= 1
    places.append(Place(chunk: open, offset: Int32(truncatingIfNeeded: offset)))
  }

  /// Sets the chunk of the rows that were added by offset.
  mutating func close(_ chunk: RowChunk) {
    guard openCount > 0 else { return }
    chunks[Int(open)] = chunk
    uses[Int(open)] = openCount
    openCount = 0
  }

  /// Replaces a row.
  mutating func replace(at index: Int, with row: Row) {
    var chunk = places[index].chunk
    if chunk >= 0 { uses[Int(chunk)] -= 1 }
    if chunk >= 0, uses[Int(chunk)] == 0 {
      chunks[Int(chunk)] = row.chunk
    } else {
      chunk = Int32(chunks.count)
      chunks.append(row.chunk)
      uses.append(0)
    }
    uses[Int(chunk)] += 1
    places[index] = Place(chunk: chunk, offset: row.offset)
  }

  // MARK: Reading

  /// The row at `index`, valid while the list exists; `nil` if there is no row.
  @inline(__always)
  func pointer(at index: Int) -> RowPointer? {
    let place = places[index]
    guard place.chunk >= 0 else { return nil }
    return chunks[Int(place.chunk)]?.pointer(at: Int(place.offset))
  }

  /// The row at `index`, if there is one.
  @inline(__always)
  func row(at index: Int) -> Row? {
    let place = places[index]
    guard place.chunk >= 0 else { return nil }
    return chunks[Int(place.chunk)]?.row(at: Int(place.offset))
  }

  /// The row in a slot of the object at `index`, without an intermediate reference to that object; the object itself if the slot has no
  /// row or is -1.
  @inline(__always)
  func row(at index: Int, in slot: Int) -> Row? {
    let place = places[index]
    guard place.chunk >= 0, let chunk = chunks[Int(place.chunk)] else { return nil }
    let pointer = chunk.pointer(at: Int(place.offset))
    guard slot >= 0, slot < pointer.header.count, pointer[slot].kind == .inner else {
      let object = Row(chunk: chunk, pointer: pointer)
      return slot < 0 ? object : object.row(slot) ?? object
    }
    return Row(chunk: chunk, pointer: pointer.inner(pointer[slot]))
  }

  func isNull(at index: Int) -> Bool { places[index].chunk == Place.null.chunk }

  /// Whether the item at `index` is an object with a row in the slot.
  func hasRow(at index: Int, in slot: Int) -> Bool {
    guard let pointer = pointer(at: index), slot < pointer.header.count else { return false }
    return pointer[slot].kind == .inner || row(at: index)?.hasRow(in: slot) == true
  }

  /// Whether every item is an object with a row in the slot. Visits each chunk once and its rows in order.
  func allHaveRows(in slot: Int) -> Bool {
    var known: Int32 = -1
    var chunk: UnretainedReference<RowChunk>?
    // The list keeps its places and chunks during the call.
    return unsafe places.withUnsafeBufferPointer { places in
      for index in places.indices {
        let place = unsafe places[index]
        guard place.chunk >= 0 else { return false }
        if place.chunk != known {
          known = place.chunk
          chunk = chunks[Int(known)].map { unsafe UnretainedReference($0) }
        }
        guard let chunk else { return false }
        let row = chunk.withObject { $0.pointer(at: Int(place.offset)) }
        guard slot < row.header.count else { return false }
        guard row[slot].kind == .inner || hasRow(at: index, in: slot) else { return false }
      }
      return true
    }
  }

  /// The items as slot values.
  var values: [SlotValue] {
    places.indices.map { index in row(at: index).map { .row($0) } ?? (isNull(at: index) ? .null : .missing) }
  }
}
