public import Foundation

extension RelayStore {
  /// Writes the contents of the store to a file, without optimistic updates: the records, their invalidations, and when the data of each
  /// operation was written.
  ///
  /// The file is replaced atomically once the new one has been flushed to disk: if the process is killed or the machine loses power,
  /// either the old or the new file remains; if two processes save at the same time, one of them wins. Only the user may read and write
  /// the file (mode 0600). The leftovers of a killed process are removed by the next process that saves or restores.
  ///
  /// The store is saved as it is when the call begins. Reads and changes in the meantime do not wait; garbage is collected afterwards.
  ///
  /// - Parameter file: the archive's location, in an existing folder. A link there is replaced rather than followed.
  /// - Throws: `StoreArchiveError` for a store that could not be restored, `CocoaError` if the file cannot be written, and
  ///   ``RelayError/storeCleared`` if the store is cleared in the meantime. The file is unchanged then, and nothing is left in its folder.
  public func save(to file: URL) throws {
    try RelayStore.saving.withLock { _ in
      let (instant, seconds) = (configuration.now(), configuration.secondsSince1970())
      let (encoded, session) = try withCopy { state in
        let encoded = try StoreArchive.encode(state, keys, owner: configuration.owner) { seconds - (instant - $0) / .seconds(1) }
        return (encoded, state.session)
      }
      try AtomicFile(file).replace(with: encoded) { rename in
        // After `clear` has returned, no archive of what it removed may take the place of one that the app deletes next.
        guard try session.unlessOver(rename) else { throw RelayError.storeCleared }
      }
    }
  }

  /// One at a time.
  private static let saving = Lock(())

  /// Calls `body` with the state as it is now, outside of the lock: reads and changes do not wait for it. Garbage is collected afterwards.
  ///
  /// A change in the meantime copies the table of records, once, and the fields of each record that it changes.
  func withCopy<Result>(_ body: (borrowing StoreState) throws -> Result) rethrows -> Result {
    var copy = state.withLock { state in
      state.work.copies += 1
      return state
    }
    defer {
      // Inside the lock, so that whoever changes the store next is the only owner of its memory.
      endCopy { copy = StoreState(keys: keys, collectionThreshold: nil) }
    }
    return try body(copy)
  }

  /// Ends the use of ids outside of the lock, and collects garbage if that was postponed.
  ///
  /// - Parameter release: releases what was copied, inside of the lock.
  func endCopy(_ release: () -> Void = {}) {
    let collects = state.withLock { state in
      release()
      state.work.copies -= 1
      guard state.work.copies == 0, state.work.collectsLater, state.records.undo == nil else { return false }
      state.work.collectsLater = false
      return true
    }
    if collects { scheduleCollection() }
  }

  /// Adds the contents of an archive written by `save(to:)`. Data that the store already has stays, because it is
  /// newer.
  ///
  /// Operations that were available stay available, with their age; what was invalidated stays invalidated. Restored records are garbage
  /// collected like others, but automatic collections wait until their number has doubled: retain the operations whose data should stay.
  ///
  /// - Parameter file: the archive.
  /// - Throws: `StoreArchiveError` or `JSONParseError` if the file is damaged or not an archive, errors of reading the file, and
  ///   ``RelayError/storeCleared`` if the store is cleared in the meantime. The store is unchanged then.
  public func restore(from file: URL) throws {
    let session = self.session
    let place = AtomicFile(file)
    place.removeUnfinished()
    guard let data = try place.contents(maximumLength: StoreArchive.maximumLength) else { throw StoreArchiveError.notAnArchive }
    if mirror != nil { try completeRecords(of: data) }
    // No garbage is collected while the archive holds keys that no record has.
    try change(StoreWriter("restore(from:)")) {
      let archive = try StoreArchive(data, keys)
      let (instant, seconds) = (configuration.now(), configuration.secondsSince1970())
      guard !session.isOver else { throw RelayError.storeCleared }
      guard archive.owner == nil || archive.owner == configuration.owner else { throw StoreArchiveError.belongsToAnother }
      state.withLock { state in
        // Setting the clock back must not make data appear newer than it is. A time in the future is no time.
        state.restore(archive) { time in
          time - seconds > StoreArchive.maximumLead ? nil : instant - .seconds(min(max(0, seconds - time), 1e9))
        }
        report(.restore(records: archive.records.records.count))
        enqueueNotifications(&state)
      }
    }
  }
}

extension StoreState {
  /// Adds an archive beneath everything that is already known, including optimistic updates.
  ///
  /// - Parameter instant: converts seconds since 1970 to the store's clock; `nil` for a time that cannot be.
  fileprivate mutating func restore(_ archive: StoreArchive, instant: (Double) -> ContinuousClock.Instant?) {
    var received = [ByteKey: [StoreArchive.Received]]()
    for record in archive.received { received[ByteKey(record.dataID)] = record.fields }
    let archived = archive.records
    let ids = archived.names.strings.map { records.intern($0) }
    // Those of another process. Their numbers begin again in this one, where the identities are those of other objects.
    let ofExecution = Set(
      archived.names.strings.indices.lazy.filter { DataID.isOfExecution(archived.names.strings[$0]) }.map { RecordID($0) })
    var log = records.undo
    records.undo = nil
    for local in archived.records.indices {
      let id = ids[local]
      var record = archived.records[local]
      // An archive does not contain the records to which it only links.
      guard record.type != Keys.none || !record.fields.isEmpty else { continue }
      guard !ofExecution.contains(RecordID(local)) else { continue }
      let dataID = archived.names.strings[local]
      if !ofExecution.isEmpty {
        for field in record.fields where !ofExecution.isDisjoint(with: field.value.links) { record.set(field.key, .missing) }
      }
      record.mapLinks { ids[Int($0)] }
      // The archive is older than the store's data: what optimistic updates have overwritten, and what is there.
      var added = log?.fill(id, with: &record, dataID: dataID) ?? []
      if records.entries[Int(id)].status != .deleted, log?.records[id]?.whole == nil {
        if records.entries[Int(id)].status == .exists {
          let known = records.entries[Int(id)].record
          for field in record.fields where !known[field.key].isMissing { record.set(field.key, .missing) }
          if known.type != Keys.none { record.type = known.type }
        }
        if !received.isEmpty { added.formUnion(record.fields.lazy.map(\.key)) }
        records.merge(record, into: id)
      }
      if !added.isEmpty, let times = received[ByteKey(dataID)] {
        records.restoreTimes(times, of: id, added: added, instant: instant)
      }
    }
    for dataID in archive.deleted {
      let id = records.intern(dataID)
      if log?.touches(id) != true, records.entries[Int(id)].status == .unknown { delete(id) }
    }
    records.undo = log
    // All of it happened before the store's first publication.
    func earlier(_ epoch: Epoch) -> Epoch { min(epoch, archive.epoch) &- archive.epoch &- 1 }
    if invalidations.all == nil { invalidations.all = archive.invalidatedAt.map(earlier) }
    for (dataID, epoch) in archive.invalidatedRecords {
      let id = records.intern(dataID)
      if invalidations.records[id] == nil { invalidations.records[id] = earlier(epoch) }
    }
    invalidations.marks.restore(archive, records.keys, epoch: earlier)
    for (id, written) in archive.written where retention.written(id) == nil {
      retention.restored[id] = RetentionTable.Written(epoch: earlier(written.epoch), time: written.time.flatMap(instant))
    }
    retention.limitRestored()
    bound.raise(for: records.names.liveCount)
  }
}
