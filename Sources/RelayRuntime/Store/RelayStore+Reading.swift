extension RelayStore {
  /// Whether data may be stale: something was invalidated, or data becomes stale with time.
  var mayBeStale: Bool {
    configuration.queryCacheExpirationTime != nil || configuration.maxAge != nil
      || state.withLock { !$0.invalidations.isEmpty || $0.records.times != nil }
  }

  /// Keeps what an execution has written until it has been read.
  ///
  /// Unlike `retain`, this reserves the release buffer for operations that views have shown: a query is added only if there is room, and
  /// a mutation or a subscription event never is.
  func retainWhileReading(_ operation: OperationDescriptor) -> RelayDisposable {
    let id = operation.key
    state.withLock { $0.retention.add(operation) }
    return RelayDisposable { [weak self] in
      guard let self else { return }
      self.state.withLock { state in
        guard var root = state.retention.roots[id], root.count > 0 else { return }
        root.count -= 1
        let mayStay =
          operation.definition.kind == .query && state.retention.releaseBuffer.count < configuration.releaseBufferSize
        if root.count == 0 {
          root.releasedAt = configuration.now()
          if mayStay { state.retention.releaseBuffer.append(id) }
        }
        state.retention.roots[id] = root
        if root.count == 0, !mayStay { state.retention.drop(id) }
      }
    }
  }
}
