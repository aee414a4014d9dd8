/// When the fields of the records of a store were received.
///
/// A record has the number of a set of (field, reception). Sets never change and are shared: the records of a response that have the same
/// fields have one set together, and so have those that are received again. So a record costs a number, however many fields it has, and a
/// response without news changes only numbers.
struct FieldTimes: Sendable {
  /// The set of a record of which no field has been received.
  static let none: Int32 = 0

  /// A field, and the number of its reception.
  struct Item: Sendable, Hashable, BitwiseCopyable {
    let key: KeyID
    let reception: Int32
  }

  private struct FieldSet: Sendable {
    /// Sorted by key.
    var items: ContiguousArray<Item>
    /// The number of records that have it.
    var count = 0
  }

  private struct Counted: Sendable {
    let reception: Reception
    /// The number of items that have it, and one while records are being renewed with it.
    var count = 0
  }

  private var sets: NumberedSlots<FieldSet>
  private var setsByItems = [ContiguousArray<Item>: Int32]()
  private var receptions = NumberedSlots<Counted>()
  /// The last set that was renewed, and what has become of it: records of one list are renewed alike.
  private var last: (from: Int32, keys: ContiguousArray<KeyID>, reception: Int32, to: Int32)?

  init() {
    sets = NumberedSlots()
    // The set of a record of which no field has been received has a number like the others.
    _ = sets.add(FieldSet(items: []))
  }

  /// The number of sets that records have.
  var setCount: Int { sets.count - 1 }

  /// The number of receptions that sets have.
  var receptionCount: Int { receptions.count }

  // MARK: Reading

  /// When a field of a record with a set was received; `nil` if it was not.
  func reception(of key: KeyID, in set: Int32) -> Reception? { number(of: key, in: set).map { receptions[$0].reception } }

  /// The number of a field's reception in a set; `nil` if it was not received.
  func number(of key: KeyID, in set: Int32) -> Int32? {
    guard set != FieldTimes.none else { return nil }
    let items = sets[set].items
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low &+ high) >> 1
      if items[middle].key < key { low = middle &+ 1 } else { high = middle }
    }
    guard low < items.count, items[low].key == key else { return nil }
    return items[low].reception
  }

  /// The fields of a set with their receptions.
  func fields(of set: Int32) -> [(key: KeyID, reception: Reception)] {
    sets[set].items.map { ($0.key, receptions[$0.reception].reception) }
  }

  // MARK: Changing

  /// Begins to renew records with a reception. Call `end` afterwards.
  mutating func begin(_ reception: Reception) -> Int32 {
    receptions.add(Counted(reception: reception, count: 1))
  }

  /// Ends what `begin` began.
  mutating func end(_ reception: Int32) {
    last = nil
    release(reception: reception)
  }

  /// Renews fields of a record.
  ///
  /// - Parameters:
  ///   - set: the record's set, which it no longer has afterwards.
  ///   - keys: the fields, sorted and each once.
  ///   - reception: the number of the reception.
  /// - Returns: the record's new set.
  mutating func renew(_ set: Int32, _ keys: ContiguousArray<KeyID>, _ reception: Int32) -> Int32 {
    if let last, last.from == set, last.reception == reception, last.keys == keys, sets[last.to].count > 0 {
      sets[last.to].count += 1
      let renewed = last.to
      release(set)
      return renewed
    }
    let items = merged(sets[set].items, keys.lazy.map { Item(key: $0, reception: reception) })
    let renewed = find(items)
    // A number that is given back may stand for another set later.
    last = set == FieldTimes.none || sets[set].count > 1 ? (set, keys, reception, renewed) : nil
    release(set)
    return renewed
  }

  /// Gives fields of a record receptions that have begun, or that other fields have.
  ///
  /// - Parameters:
  ///   - items: the fields, sorted by key and each once.
  ///   - set: the record's set, which it no longer has afterwards.
  /// - Returns: the record's new set.
  mutating func add(_ items: ContiguousArray<Item>, to set: Int32) -> Int32 {
    let changed = find(merged(sets[set].items, items))
    release(set)
    return changed
  }

  /// Whether all fields of a set that were received together with some of the given fields are among these, these are all in the set, and
  /// the same files may have them: whoever knows when those were received that came with them need not be told about each field.
  ///
  /// - Parameters:
  ///   - keys: sorted and each once.
  ///   - reception: the new reception of each of them.
  func isRenewedAsOne(_ set: Int32, _ keys: ContiguousArray<KeyID>, _ reception: (KeyID) -> Reception) -> Bool {
    guard set != FieldTimes.none else { return keys.isEmpty }
    let items = sets[set].items
    var (next, moved, kept): (Int, Set<Int32>, Set<Int32>) = (0, [], [])
    for item in items {
      while next < keys.count, keys[next] < item.key { return false }
      if next < keys.count, keys[next] == item.key {
        guard receptions[item.reception].reception.hasSameScope(as: reception(item.key)) else { return false }
        moved.insert(item.reception)
        next += 1
      } else {
        kept.insert(item.reception)
      }
    }
    return next == keys.count && moved.isDisjoint(with: kept)
  }

  /// The items of a set and of new fields, which come first.
  private func merged(_ items: ContiguousArray<Item>, _ added: some Collection<Item>) -> ContiguousArray<Item> {
    var merged = ContiguousArray<Item>()
    merged.reserveCapacity(items.count + added.count)
    var old = 0
    for item in added {
      while old < items.count, items[old].key < item.key {
        merged.append(items[old])
        old += 1
      }
      if old < items.count, items[old].key == item.key { old += 1 }
      merged.append(item)
    }
    merged += items[old...]
    return merged
  }

  /// The set with these items, for one more record.
  private mutating func find(_ items: ContiguousArray<Item>) -> Int32 {
    if items.isEmpty { return FieldTimes.none }
    if let known = setsByItems[items] {
      sets[known].count += 1
      return known
    }
    for item in items { receptions[item.reception].count += 1 }
    let number = sets.add(FieldSet(items: items, count: 1))
    setsByItems[items] = number
    return number
  }

  /// Begins another record's use of a set.
  mutating func retain(_ set: Int32) { if set != FieldTimes.none { sets[set].count += 1 } }

  /// Ends a record's use of a set.
  mutating func release(_ set: Int32) {
    guard set != FieldTimes.none else { return }
    sets[set].count -= 1
    guard sets[set].count == 0 else { return }
    let items = sets[set].items
    if setsByItems[items] == set { setsByItems[items] = nil }
    sets.remove(set, leaving: FieldSet(items: []))
    if last?.to == set || last?.from == set { last = nil }
    for item in items { release(reception: item.reception) }
  }

  private mutating func release(reception: Int32) {
    receptions[reception].count -= 1
    let counted = receptions[reception]
    if counted.count == 0 { receptions.remove(reception, leaving: counted) }
  }

  /// Forgets fields whose keys may soon stand for others.
  mutating func removeKeys(where isUnused: (KeyID) -> Bool) {
    last = nil
    for number in sets.indices.lazy.map({ Int32(truncatingIfNeeded: $0) }) where sets[number].items.contains(where: { isUnused($0.key) }) {
      let items = sets[number].items
      if setsByItems[items] == number { setsByItems[items] = nil }
      var kept = items
      kept.removeAll { isUnused($0.key) }
      sets[number].items = kept
      if setsByItems[kept] == nil, !kept.isEmpty { setsByItems[kept] = number }
      for item in items where isUnused(item.key) { release(reception: item.reception) }
    }
  }
}
