import Foundation
import RelaySQLite

/// What a backend does that follows the one of another process. All but `feed` and `isCleared` are called with the lock `reading`.
extension SQLiteBackend {
  func openReader(_ format: DurableFormat) throws -> DurableContents {
    _ = try SQLite.library()
    // The writer may take the files away while they are being opened.
    for _ in 0..<8 {
      guard let generation = folder.generation else { break }
      do {
        return try openReader(format, generation)
      } catch let error as SQLiteError where error.code == .cannotOpen && folder.generation != generation { continue }
    }
    return DurableContents()
  }

  private func openReader(_ format: DurableFormat, _ generation: Int64) throws -> DurableContents {
    do {
      let reader = try ReadConnection(folder, generation, coding, options.protection, damage)
      guard try reader.isKnown() else { return startedEmpty("the file is of another version") }
      let stored = try reader.contents(format: format, owner: options.owner)
      self.reader = reader
      damage.reset()
      return stored.contents
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

  private func startedEmpty(_ reason: String) -> DurableContents {
    var contents = DurableContents()
    contents.startedEmpty = reason
    return contents
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
