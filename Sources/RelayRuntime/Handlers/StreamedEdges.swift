/// What a connection's handler has done with edges that the server streams (`@stream` on the edges of a field with `@connection`), so that
/// it continues with those that arrive, instead of going through all edges for each.
final class StreamedEdges: HandleProgress {
  private struct Progress: Sendable {
    var page: ConnectionPage
    let connection: RecordID
    /// The connection's edges as last written. Comparing them takes no time while the store has the same memory.
    let written: [RecordID]
    /// How many records had been removed by then.
    let removals: UInt64?
    /// How many changes of the server's list have been taken in.
    let changeCount: Int
  }

  private let list: StreamedList
  private let progress = Lock<Progress?>(nil)

  /// - Parameter list: the server's edges.
  init(_ list: StreamedList) { self.list = list }

  /// What has changed since the handler's last update.
  struct Continuation {
    var page: ConnectionPage
    /// The indices of the server's edges that have arrived, or of which parts have.
    let indices: [Int]
    let changeCount: Int
  }

  /// Continues the last update.
  ///
  /// - Returns: `nil` if something else has changed the connection.
  func take(_ connection: RecordID, _ transaction: StoreTransaction) -> Continuation? {
    let edges = transaction.connectionKeys.edges.key
    return progress.withLock { progress in
      // Taken out, so that the page is changed in place.
      guard let last = progress.take(), last.connection == connection, let removals = last.removals, removals == transaction.removals,
        case .refs(let stored) = transaction.value(connection, edges), stored == last.written
      else { return nil }
      let changes = list.changes(since: last.changeCount)
      return Continuation(page: last.page, indices: changes.indices, changeCount: changes.count)
    }
  }

  /// Ends an update.
  ///
  /// - Parameters:
  ///   - page: the edges, which the connection has.
  ///   - changeCount: how many changes of the server's list the page contains; `nil` for all that the store has.
  func keep(_ page: ConnectionPage, _ connection: RecordID, _ transaction: StoreTransaction, changeCount: Int? = nil) {
    guard case .refs(let written) = transaction.value(connection, transaction.connectionKeys.edges.key) else { return }
    let last = Progress(
      page: page, connection: connection, written: written, removals: transaction.removals, changeCount: changeCount ?? list.changeCount)
    progress.withLock { $0 = last }
  }
}
