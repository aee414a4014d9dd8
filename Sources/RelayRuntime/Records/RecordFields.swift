/// The fields of one record, adjacent in a block that other records may share. A value type: changing fields that are referenced
/// elsewhere copies them first.
///
/// `@safe`: `base` is in `block`, whose first `count` elements are initialized (`FieldBlock`): the identity before `base`, and `size`
/// fields from there on. Elements are added only at the end of a block that has room for them: `makeOwn` provides for it, and a shared
/// block has been made for the fields that are added to it.
///
/// `@unchecked Sendable`: blocks are not Sendable because of their superclass in the standard library. The contents of a block are
/// changed only by its single owner.
@safe struct RecordFields: @unchecked Sendable {
  private(set) var block: FieldBlock?
  /// The first field; the element before it is the record's identity.
  private var base: UnsafeMutablePointer<Record.Field>?
  private var size: Int32 = 0
  /// Whether the block may contain fields of other records.
  private(set) var isShared = false

  init() {}

  /// The fields in place. Unsafe, because they do not keep the block: who takes them says what keeps it.
  @inline(__always)
  @unsafe var elements: FieldElements { unsafe FieldElements(UnsafeBufferPointer(start: base, count: Int(size))) }

  /// Calls `body` with the fields in place.
  @inline(__always)
  func withElements<Result>(_ body: (FieldElements) -> Result) -> Result {
    defer { withExtendedLifetime(block) {} }
    return unsafe body(elements)
  }

  // MARK: Memory

  /// Makes the fields unique to this record, with capacity for `capacity` of them.
  @inline(__always)
  private mutating func makeOwn(capacity: Int) {
    let isOwn = !isShared && isKnownUniquelyReferenced(&block)
    if isOwn { recordExclusiveUse() }
    if !isOwn || block.map({ $0.counts.capacity <= capacity }) ?? true { move(isOwn: isOwn, capacity: capacity) }
  }

  @inline(never)
  private mutating func move(isOwn: Bool, capacity: Int) {
    let own = FieldBlock.make(capacity: 1 + Swift.max(capacity, isOwn ? 2 * count : count))
    if let base = unsafe base, let block {
      if isOwn {
        unsafe own.elements.moveInitialize(from: base - 1, count: count + 1)
        block.counts.count = 0
      } else {
        unsafe own.elements.initialize(from: base - 1, count: count + 1)
      }
    } else {
      unsafe own.elements.initialize(to: Record.Field(dataID: ""))
    }
    own.counts.count = count + 1
    unsafe (block, base, isShared) = (own, own.elements + 1, false)
  }

  /// Moves to a smaller block if there used to be many more fields.
  mutating func giveRoomBack() {
    guard !isShared, let block, block.counts.capacity > 4 * count + 64 else { return }
    var smaller = RecordFields()
    smaller.move(isOwn: false, capacity: count)
    guard let base = unsafe base, let place = unsafe smaller.base else { return }
    unsafe (place - 1).update(from: base - 1, count: 1)
    unsafe place.initialize(from: base, count: count)
    smaller.size = size
    smaller.block?.counts.count = count + 1
    self = smaller
  }

  private func recordExclusiveUse() {
    #if RELAY_THREAD_SANITIZER
      block?.recordExclusiveUse()
    #endif
  }

  /// Stores the record's identity with the fields.
  mutating func identify(as dataID: String) {
    if let base = unsafe base, case .string(let known) = unsafe base[FieldBlock.dataIDPosition].value,
      known.hasSameBytes(as: dataID)
    {
      return
    }
    makeOwn(capacity: count)
    unsafe base?[FieldBlock.dataIDPosition] = Record.Field(dataID: dataID)
  }

  /// Moves unique fields to the end of a shared block, which must have space for one more element than there are
  /// fields.
  ///
  /// - Returns: whether the fields were moved.
  mutating func move(into shared: FieldBlock, dataID: String) -> Bool {
    guard !isShared, let base = unsafe base, isKnownUniquelyReferenced(&block) else { return false }
    let place = unsafe shared.elements + shared.counts.count
    unsafe place.initialize(to: Record.Field(dataID: dataID))
    unsafe (place + 1).moveInitialize(from: base, count: count)
    block?.counts.count = 1
    shared.counts.count += count + 1
    unsafe (block, self.base, isShared) = (shared, place + 1, true)
    return true
  }

  /// The fields of a new record, which are the last ones of a shared block.
  init(lastIn shared: FieldBlock, dataID: String) {
    let place = unsafe shared.elements + shared.counts.count
    unsafe place.initialize(to: Record.Field(dataID: dataID))
    shared.counts.count += 1
    unsafe (block, base, isShared) = (shared, place + 1, true)
  }

  /// Adds a field in place. The fields must be the last ones of a block that has space for one more, and have no other owner.
  mutating func extend(by field: Record.Field) {
    guard let base = unsafe base, let block else { return }
    unsafe (base + count).initialize(to: field)
    block.counts.count += 1
    size += 1
  }

  // MARK: Use of shared blocks

  /// Starts counting the block's elements that are in use.
  func restartCount() { if isShared { block?.counts.usedCount = 0 } }

  /// Adds these fields to the count of used elements in the block.
  func countUse() { if isShared { block?.counts.usedCount += count + 1 } }

  /// Moves the fields out of a block whose elements are mostly unused.
  mutating func leaveUnusedBlock() {
    guard isShared, let block, block.counts.usedCount * 2 < block.counts.count else { return }
    makeOwn(capacity: count)
  }
}

extension RecordFields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { Int(size) }
  var count: Int { Int(size) }

  subscript(index: Int) -> Record.Field {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "a record has no such field")
      return withElements { $0[index] }
    }
    @inline(__always) set {
      precondition(index >= 0 && index < count, "a record has no such field")
      makeOwn(capacity: count)
      unsafe base?[index] = newValue
    }
  }

  mutating func reserveCapacity(_ capacity: Int) { makeOwn(capacity: Swift.max(capacity, count)) }

  @inline(__always)
  mutating func append(_ field: Record.Field) {
    makeOwn(capacity: count + 1)
    guard let base = unsafe base else { return }
    unsafe (base + count).initialize(to: field)
    size += 1
    block?.counts.count += 1
  }

  mutating func replaceSubrange(_ range: Range<Int>, with fields: some Collection<Record.Field>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a record has no such fields")
    let (added, after) = (fields.count, count - range.upperBound)
    makeOwn(capacity: count - range.count + added)
    guard let base = unsafe base else { return }
    let place = unsafe base + range.lowerBound
    unsafe place.deinitialize(count: range.count)
    unsafe (place + added).moveInitialize(from: base + range.upperBound, count: after)
    for (index, field) in fields.enumerated() { unsafe (place + index).initialize(to: field) }
    size += Int32(truncatingIfNeeded: added - range.count)
    block?.counts.count = count + 1
  }
}
