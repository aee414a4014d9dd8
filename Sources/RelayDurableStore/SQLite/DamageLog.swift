/// What was found damaged: rows that the next commit deletes, or so much that the next commit begins with an empty file.
final class DamageLog: Sendable {
  /// From this number of records on, the file is given up.
  static let limit = 3

  private struct State {
    var rows: Set<Int64> = []
    var count = 0
    var isFatal = false
  }

  private let state = Lock(State())

  /// Whether the file must not be used any more.
  var isFatal: Bool { state.withLock { $0.isFatal } }

  /// Notes the row of a record whose body is not what was written.
  func note(_ row: Int64) {
    state.withLock { state in
      if state.rows.insert(row).inserted { state.count += 1 }
      if state.count >= DamageLog.limit { state.isFatal = true }
    }
  }

  /// Notes that SQLite cannot read the file.
  func noteFatal() { state.withLock { $0.isFatal = true } }

  /// The rows to delete.
  func takeRows() -> [Int64] {
    state.withLock { state in
      defer { state.rows = [] }
      return state.rows.sorted()
    }
  }

  /// Forgets everything: there is a new file.
  func reset() { state.withLock { $0 = State() } }
}
