import Foundation

/// What was found damaged: rows that the next commit deletes, or so much that the next commit begins with an empty file.
///
/// `@unchecked Sendable`: everything is only used with the lock.
final class DamageLog: @unchecked Sendable {
  /// From this number of records on, the file is given up.
  static let limit = 3

  private let lock = NSLock()
  private var rows: Set<Int64> = []
  private var count = 0
  private var fatal = false

  /// Whether the file must not be used any more.
  var isFatal: Bool { lock.withLock { fatal } }

  /// Notes the row of a record whose body is not what was written.
  func note(_ row: Int64) {
    lock.withLock {
      if rows.insert(row).inserted { count += 1 }
      if count >= DamageLog.limit { fatal = true }
    }
  }

  /// Notes that SQLite cannot read the file.
  func noteFatal() { lock.withLock { fatal = true } }

  /// The rows to delete.
  func takeRows() -> [Int64] {
    lock.withLock {
      defer { rows = [] }
      return rows.sorted()
    }
  }

  /// Forgets everything: there is a new file.
  func reset() { lock.withLock { (rows, count, fatal) = ([], 0, false) } }
}
