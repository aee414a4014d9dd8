/// Which fields of which records a payload has brought, and when.
struct ReceivedFields: Sendable {
  /// The fields of a record, sorted and each once.
  private struct Received: Sendable {
    let id: RecordID
    let keys: ContiguousArray<KeyID>
    /// Those among them that belong to one user.
    var privateKeys: ContiguousArray<KeyID> = []
  }

  fileprivate let reception: Reception
  private var records: ContiguousArray<Received> = []

  /// - Parameters:
  ///   - payload: the records before the store takes them over.
  ///   - reception: when they were received.
  ///   - ids: the store's ids of the records.
  init(_ payload: borrowing PayloadRecords, _ reception: Reception, _ ids: ContiguousArray<RecordID>) {
    self.reception = reception
    records.reserveCapacity(ids.count)
    // Records of one selection have the same fields in the same order.
    var (keys, sorted): (ContiguousArray<KeyID>, ContiguousArray<KeyID>) = ([], [])
    for local in payload.records.indices {
      let fields = payload.records[local].fields
      guard !fields.isEmpty else { continue }
      if !fields.lazy.map(\.key).elementsEqual(keys) {
        keys = ContiguousArray(fields.lazy.map(\.key))
        sorted = ContiguousArray(keys.ascending())
      }
      guard let own = payload.privateFields[RecordID(truncatingIfNeeded: local)] else {
        records.append(Received(id: ids[local], keys: sorted))
        continue
      }
      records.append(
        Received(id: ids[local], keys: sorted.filter { !own.contains($0) }, privateKeys: sorted.filter { own.contains($0) }))
    }
  }

  /// The records of which not all fields are renewed that were received together.
  fileprivate func unevenlyRenewed(_ times: borrowing FieldTimes, _ entries: borrowing ContiguousArray<StoreEntry>) -> ContiguousArray<
    RecordID
  > {
    var uneven: ContiguousArray<RecordID> = []
    var owned = reception
    owned.isPrivate = true
    var last: (set: Int32, record: Received, isEven: Bool)?
    for record in records where entries[Int(record.id)].status == .exists {
      let set = entries[Int(record.id)].times
      if let last, last.set == set, last.record.keys == record.keys, last.record.privateKeys == record.privateKeys {
        if !last.isEven { uneven.append(record.id) }
        continue
      }
      let keys = record.privateKeys.isEmpty ? record.keys : ContiguousArray((record.keys + record.privateKeys).ascending())
      let isEven = times.isRenewedAsOne(set, keys) { record.privateKeys.contains($0) ? owned : reception }
      last = (set, record, isEven)
      if !isEven { uneven.append(record.id) }
    }
    return uneven
  }

  fileprivate func renew(_ times: inout FieldTimes, _ entries: inout ContiguousArray<StoreEntry>) {
    let common = times.begin(reception)
    var owned = reception
    owned.isPrivate = true
    let own = records.contains { !$0.privateKeys.isEmpty } ? times.begin(owned) : nil
    for record in records {
      let index = Int(record.id)
      // A handler may have deleted it.
      guard entries[index].status == .exists else { continue }
      if !record.keys.isEmpty { entries[index].times = times.renew(entries[index].times, record.keys, common) }
      if let own, !record.privateKeys.isEmpty { entries[index].times = times.renew(entries[index].times, record.privateKeys, own) }
    }
    times.end(common)
    if let own { times.end(own) }
  }
}

extension RecordTable {
  /// What a payload is about to bring; `nil` if nobody asks when it was received.
  @inline(never)
  func receivedFields(of payload: borrowing PayloadRecords, _ ids: ContiguousArray<RecordID>) -> ReceivedFields? {
    guard let reception = payload.reception else { return nil }
    return ReceivedFields(payload, reception, ids)
  }

  /// Notes when fields were received. No field is changed, so nobody is notified who shows only data.
  mutating func renewTimes(_ received: ReceivedFields) {
    guard var times else { return }
    let uneven = mirrored == nil ? [] : received.unevenlyRenewed(times, entries)
    // Taken out, so that the sets are changed in place.
    self.times = nil
    received.renew(&times, &entries)
    self.times = times
    for id in uneven { markDirty(id) }
  }

  /// From now on, the store knows when fields were received. What it has by then is of unknown age.
  mutating func beginTimes() {
    if times == nil { times = FieldTimes() }
  }

  /// Forgets when the fields of a record were received.
  mutating func forgetTimes(_ id: RecordID) {
    guard entries[Int(id)].times != FieldTimes.none else { return }
    times?.release(entries[Int(id)].times)
    entries[Int(id)].times = FieldTimes.none
  }

  /// Forgets when everything was received.
  mutating func clearTimes() {
    guard times != nil else { return }
    times = FieldTimes()
    for index in entries.indices { entries[index].times = FieldTimes.none }
  }

  /// When a field of a record was received; `nil` if it was not.
  func reception(_ id: RecordID, _ key: KeyID) -> Reception? { times?.reception(of: key, in: entries[Int(id)].times) }
}
