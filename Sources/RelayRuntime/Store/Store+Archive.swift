public import Foundation

extension Store {
  /// Writes everything in the store, optimistic updates aside, to a file: the records, when they were invalidated, and when the data of
  /// which operation was written.
  ///
  /// The file is replaced as a whole once the new one is on the disk: a process that is killed at any moment, or a machine that loses its
  /// power, leaves either the old file or the new one, and of two processes that save at once one has the last word. Only the user may read
  /// and write it (mode 0600). What a killed process leaves beside it is removed by the next one that saves or restores.
  ///
  /// - Parameter file: where the archive is to be; its folder exists. A link in its place is replaced, not followed.
  /// - Throws: `StoreArchiveError` for a store that could not be restored, and `CocoaError` where the file cannot be written; the file is as
  ///   it was then, and nothing is left beside it.
  public func save(to file: URL) throws {
    try Store.saving.withLock { _ in
      let (instant, seconds) = (configuration.now(), configuration.secondsSince1970())
      let encoded = state.withLock { state in
        Result { () throws(StoreArchiveError) in try StoreArchive.encode(state, keys) { seconds - (instant - $0) / .seconds(1) } }
      }
      try AtomicFile(file).replace(with: encoded.get())
    }
  }

  /// One at a time.
  private static let saving = Lock(())

  /// Brings in what `save(to:)` wrote. What the store knows already stays as it is, being newer.
  ///
  /// Operations that were available stay so, as old as they are; what was invalidated stays invalidated. Restored records are collected
  /// like others, though by themselves not before there are twice as many: retain the operations whose data is to stay.
  ///
  /// - Parameter file: the archive.
  /// - Throws: `StoreArchiveError` or `JSONParseError` for a file that is no archive or is damaged, and what reading a file throws. The
  ///   store is unchanged then.
  public func restore(from file: URL) throws {
    let place = AtomicFile(file)
    place.removeUnfinished()
    guard let data = try place.contents(maximumLength: StoreArchive.maximumLength) else { throw StoreArchiveError.notAnArchive }
    // Nothing is collected while the archive holds keys that no record has.
    try change {
      let archive = try StoreArchive(data, keys)
      let (instant, seconds) = (configuration.now(), configuration.secondsSince1970())
      state.withLock { state in
        // A clock that was set back must not make anything newer than it is known to be.
        state.restore(archive) { instant - .seconds(min(max(0, seconds - $0), 1e9)) }
        report(.restore(records: archive.records.records.count))
        lineUpNotifications(&state)
      }
    }
  }
}

extension StoreState {
  /// Brings in an archive below everything that is known already, optimistic updates included.
  ///
  /// - Parameter instant: what a number of seconds since 1970 is on the store's clock.
  fileprivate mutating func restore(_ archive: StoreArchive, instant: (Double) -> ContinuousClock.Instant) {
    let archived = archive.records
    let ids = archived.names.strings.map { records.intern($0) }
    let log = records.undo
    records.undo = nil
    for local in archived.records.indices {
      let id = ids[local]
      var record = archived.records[local]
      // Records that an archive only links to are not in it.
      guard record.type != Keys.none || !record.fields.isEmpty else { continue }
      // What an optimistic update has written or deleted is not touched by what is older than the store's own data.
      if let log, log.touches(id) { continue }
      guard records.entries[Int(id)].status != .deleted else { continue }
      if records.entries[Int(id)].status == .exists {
        let known = records.entries[Int(id)].record
        for field in record.fields where !known[field.key].isMissing { record.set(field.key, .missing) }
        if known.type != Keys.none { record.type = known.type }
      }
      record.mapLinks { ids[Int($0)] }
      records.merge(record, into: id)
    }
    for dataID in archive.deleted {
      let id = records.intern(dataID)
      if log?.touches(id) != true, records.entries[Int(id)].status == .unknown { delete(id) }
    }
    records.undo = log
    // All of it happened before the store's own first publication.
    func earlier(_ epoch: Epoch) -> Epoch { min(epoch, archive.epoch) &- archive.epoch &- 1 }
    if invalidations.all == nil { invalidations.all = archive.invalidatedAt.map(earlier) }
    for (dataID, epoch) in archive.invalidatedRecords {
      let id = records.intern(dataID)
      if invalidations.records[id] == nil { invalidations.records[id] = earlier(epoch) }
    }
    for (id, written) in archive.written where retention.written(id) == nil {
      retention.restored[id] = RetentionTable.Written(epoch: earlier(written.epoch), time: instant(written.time))
    }
    retention.limitRestored()
    bound.raise(for: records.names.liveCount)
  }
}
