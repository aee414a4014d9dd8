// An archive's `received` says when fields were received: `sets` are lists of `[storage key, time, expiry]`, in seconds since 1970 or null if
// unknown, and `records` has the index of each record's set by identity.
extension StoreArchive {
  /// When a field was received.
  struct Received: Sendable {
    let key: KeyID
    /// In seconds since 1970; `nil` if unknown.
    let time: Double?
    /// When it becomes stale because of its response's header, in seconds since 1970.
    let expiry: Double?
    let isPrivate: Bool
  }

  /// The longest time between the reception of a field and its expiry, in seconds.
  fileprivate static let maximumSpan = 1e9

  /// Whether a field may be written to a file.
  ///
  /// - Parameter hasOwner: whether the file belongs to a user.
  @inline(never)
  static func mayWrite(_ id: RecordID, _ key: KeyID, hasOwner: Bool, _ records: borrowing RecordTable) -> Bool {
    guard let reception = records.reception(id, key) else { return true }
    return !reception.isTransient && (hasOwner || !reception.isPrivate)
  }

  /// Writes when the fields of the records were received, as a member of an object.
  @inline(never)
  static func writeTimes(
    of ids: [(name: String, value: RecordID)], _ part: Part?, hasOwner: Bool, _ state: borrowing StoreState, _ keys: KeyTable,
    time: (ContinuousClock.Instant) -> Double, to writer: inout JSONWriter
  ) {
    guard let times = state.records.times else { return }
    var numbers = [Int32: Int]()
    var sets: [Int32] = []
    var records: [(name: String, value: Int)] = []
    for id in ids {
      let set = state.records.entries[Int(id.value)].times
      guard set != FieldTimes.none else { continue }
      let number = numbers[set] ?? sets.count
      if number == sets.count {
        numbers[set] = number
        sets.append(set)
      }
      records.append((id.name, number))
    }
    guard !sets.isEmpty else { return }
    writer.write(raw: ",\"received\":{\"records\":")
    writer.writeObject(records) { $0.write(raw: String($1)) }
    writer.write(raw: ",\"sets\":[")
    for (index, set) in sets.enumerated() {
      if index > 0 { writer.write(raw: ",") }
      writer.write(
        .array(
          times.fields(of: set).compactMap { key, reception in
            guard !reception.isTransient, !reception.isDerived, hasOwner || !reception.isPrivate, part?.fields.keys.contains(key) ?? true
            else { return nil }
            return .array([
              .string(keys.name(key)), reception.time.map { .double(time($0.instant)) } ?? .null,
              reception.expiresAt.map { .double(time($0.instant)) } ?? .null, .bool(reception.isPrivate),
            ])
          }))
    }
    writer.write(raw: "]}")
  }

  /// Reads what `writeTimes` wrote.
  ///
  /// - Returns: the fields of each record, by identity.
  static func times(_ cursor: JSONCursor, _ keys: KeyTable) -> [(dataID: String, fields: [Received])] {
    let received = cursor.find("received", in: 0)
    guard received >= 0, cursor.kind(received) == .object else { return [] }
    let list = cursor.find("sets", in: received)
    guard list >= 0, cursor.kind(list) == .array else { return [] }
    var sets: [[Received]] = []
    cursor.forEachElement(of: list) { set in
      sets.append(
        (cursor.value(set).arrayValue ?? []).compactMap { item in
          guard let name = item[0]?.stringValue else { return nil }
          return Received(
            key: keys.intern(name), time: item[1]?.doubleValue, expiry: item[2]?.doubleValue, isPrivate: item[3]?.boolValue ?? false)
        })
    }
    var times: [(dataID: String, fields: [Received])] = []
    cursor.forEachMember(of: cursor.find("records", in: received)) { dataID, position in
      guard let number = cursor.value(position).intValue, sets.indices.contains(number) else { return }
      times.append((dataID, sets[number]))
    }
    return times
  }
}

extension RecordTable {
  /// Takes over from an archive when fields were received that the record has from there.
  ///
  /// - Parameters:
  ///   - fields: the archived fields.
  ///   - id: their record.
  ///   - added: the keys of the fields that the record has from the archive.
  ///   - instant: converts seconds since 1970 to the store's clock; `nil` for a time that cannot be.
  mutating func restoreTimes(
    _ fields: [StoreArchive.Received], of id: RecordID, added: Set<KeyID>, instant: (Double) -> ContinuousClock.Instant?
  ) {
    beginTimes()
    guard var times else { return }
    self.times = nil
    var keys = [Reception: ContiguousArray<KeyID>]()
    for field in fields where added.contains(field.key) {
      let time = field.time.flatMap(instant).map { Moment($0) }
      // Without the time, the expiry cannot be trusted either.
      let span = field.expiry.flatMap { expiry in field.time.map { min(max(0, expiry - $0), StoreArchive.maximumSpan) } }
      let expiry = span.flatMap { span in time.map { $0.advanced(by: .seconds(span)) } }
      let reception = Reception(time: time, expiresAt: expiry, isPrivate: field.isPrivate)
      keys[reception, default: []].append(field.key)
    }
    for (reception, keys) in keys {
      let number = times.begin(reception)
      entries[Int(id)].times = times.renew(entries[Int(id)].times, ContiguousArray(Set(keys).ascending()), number)
      times.end(number)
    }
    self.times = times
  }
}
