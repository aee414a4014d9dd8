extension RelayEnvironment {
  /// The records that change from now on, for code that maintains another cache of the same objects: another GraphQL client, a search
  /// index, a widget's file.
  ///
  /// Each element contains every changed record once, in its state after the latest change, whatever the cause: an answer, an updater, an
  /// optimistic update or its end, or ``RelayStore/clear()``. A slow reader misses intermediate states of a record, but never the last one. A
  /// record of an optimistic update may be reported again without a difference. Records removed by garbage collection are not reported.
  /// Without a reader, no changes are recorded.
  ///
  /// The sequence ends when the iterating task is cancelled, or when the iteration stops.
  public func recordChanges() -> AsyncStream<[RecordChange]> {
    let waiting = WaitingChanges()
    // The store must not retain the stream: it ends with its last reader.
    let (signal, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observation = store.observeChanges { changes in
      waiting.add(changes)
      continuation.yield()
    }
    continuation.onTermination = { _ in observation.dispose() }
    return AsyncStream {
      for await _ in signal {
        let changes = waiting.take()
        if !changes.isEmpty { return changes }
      }
      return nil
    }
  }
}

/// The changes that a reader has not received yet, one for each record.
private final class WaitingChanges: Sendable {
  private struct State {
    var changes: [RecordChange] = []
    /// Ids are compared by their bytes.
    var places = [ByteKey: Int]()
  }

  private let state = Lock(State())

  func add(_ changes: [RecordChange]) {
    state.withLock { state in
      for change in changes {
        if let place = state.places[ByteKey(change.dataID)] {
          state.changes[place] = change
        } else {
          state.places[ByteKey(change.dataID)] = state.changes.count
          state.changes.append(change)
        }
      }
    }
  }

  func take() -> [RecordChange] {
    state.withLock { state in
      defer { state = State() }
      return state.changes
    }
  }
}
