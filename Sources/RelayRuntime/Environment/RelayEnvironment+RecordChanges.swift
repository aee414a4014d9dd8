extension RelayEnvironment {
  /// The records that change from now on, for whoever keeps a cache of the same objects beside the store: another GraphQL client, a search
  /// index, a widget's file.
  ///
  /// An element has each record once, as it is after its latest change, whatever changed it: an answer, an updater, an optimistic update, the
  /// end of one, or ``Store/clear()``. A slow reader misses states of a record, but never the last one. A record of an optimistic update may
  /// be there again though it is as before. What a garbage collection removes is not among them. Without a reader nothing is done for it.
  ///
  /// The sequence ends with the task that iterates, or when the iteration ends.
  public func recordChanges() -> AsyncStream<[RecordChange]> {
    let waiting = WaitingChanges()
    // The store must not hold the stream: it ends with its last reader.
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

/// The changes that a reader has not taken yet: one for each record.
private final class WaitingChanges: Sendable {
  private struct State {
    var changes: [RecordChange] = []
    /// Ids are compared by their bytes.
    var places: [ByteKey: Int] = [:]
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
