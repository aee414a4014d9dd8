import Foundation
import RelaySQLite

/// What a backend does that follows the one of another process. All but `feed` and `isCleared` are called with the lock `reading`.
extension SQLiteBackend {
  /// What another process has written.
  struct News {
    var contents = DurableContents()
    /// The number of the files; `nil` if there are none that can be read.
    var generation: Int64?
    /// The records that have changed.
    var changed: [DurableRecord] = []
  }

  /// Opens the files again, and reads what has been written in them since an epoch, all of it at one moment.
  ///
  /// - Parameter generation: the files with that epoch. In others, everything is new.
  func news(since epoch: Int64, in generation: Int64?, _ format: DurableFormat) throws -> News {
    try reading.withLock {
      reader?.close()
      reader = nil
      return try DurabilityError.converting { try openReader(format) { generation == nil || $0 == generation ? epoch : nil } }
    }
  }

  /// What can be read at one moment.
  struct Snapshot {
    /// The number of the files; `nil` if there are none.
    var generation: Int64?
    /// The epoch of their last batch; `nil` if they are damaged.
    var epoch: Int64?
    var records: [DurableRecord] = []
  }

  /// Loads an operation's members and further records at one moment.
  func snapshot(_ identities: [String], membersOf operation: Int64?) throws -> Snapshot {
    try reading.withLock {
      try DurabilityError.converting {
        try followWriter()
        guard let reader else { return Snapshot() }
        guard !damage.isFatal else { return Snapshot(generation: reader.generation) }
        do {
          let found = try reader.load(identities, membersOf: operation)
          return Snapshot(generation: reader.generation, epoch: found.epoch, records: found.records)
        } catch StoredContents.Rejection.damaged {
          damage.noteFatal()
        } catch let error as SQLiteError where error.isDamage {
          damage.noteFatal()
        }
        return Snapshot(generation: reader.generation)
      }
    }
  }

  /// - Parameter changedSince: the epoch since which changed records are looked for in the files with a number; `nil` for none.
  func openReader(_ format: DurableFormat, changedSince: (_ generation: Int64) -> Int64? = { _ in nil }) throws -> News {
    _ = try SQLite.library()
    // The writer may take the files away while they are being opened.
    for _ in 0..<8 {
      guard let generation = folder.generation else { break }
      do {
        return try openReader(format, generation, changedSince: changedSince(generation))
      } catch let error as SQLiteError where error.code == .cannotOpen && folder.generation != generation { continue }
    }
    return News()
  }

  private func openReader(_ format: DurableFormat, _ generation: Int64, changedSince epoch: Int64?) throws -> News {
    do {
      damage.reset()
      let reader = try ReadConnection(folder, generation, coding, options.protection, damage)
      guard try reader.isKnown() else { return startedEmpty("the file is of another version") }
      let (stored, changed) = try reader.contents(format: format, owner: options.owner, changedSince: epoch)
      self.reader = reader
      return News(contents: stored.contents, generation: generation, changed: changed)
    } catch StoredContents.Rejection.belongsToAnother {
      throw DurabilityError.belongsToAnother
    } catch StoredContents.Rejection.outdated(let reason) {
      return startedEmpty(reason)
    } catch StoredContents.Rejection.damaged {
      return startedEmpty("the contents are damaged")
    } catch let error as SQLiteError where error.isDamage {
      return startedEmpty("the contents are damaged")
    }
  }

  private func startedEmpty(_ reason: String) -> News {
    var news = News()
    news.contents.startedEmpty = reason
    return news
  }

  func feed(_ onChange: @escaping @Sendable (ChangeFile.Signal) -> Void) throws -> ChangeFeed {
    try ChangeFeed(folder, changeFile, onChange: onChange)
  }

  /// Whether a signal is about other data than this backend has open.
  func isCleared(_ signal: ChangeFile.Signal) -> Bool { reading.withLock { reader?.generation != signal.generation } }

  /// The number of the files that are open for reading.
  var openGeneration: Int64? { reading.withLock { reader?.generation } }

  /// Closes files that the writer has taken away: they are still readable, but cleared. ``open(format:)`` opens the new ones.
  func followWriter() throws {
    guard options.role == .reader, let reader, folder.generation != reader.generation else { return }
    reader.close()
    self.reader = nil
  }
}
