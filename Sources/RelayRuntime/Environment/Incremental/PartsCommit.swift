/// What the parts in one payload change, to be published together.
///
/// However many parts a payload has, each streamed list is written once, each handler runs again once, and subscribers are notified once.
struct PartsCommit {
  private var payloads: [NormalizedPayload] = []
  private var lists: [StreamedList] = []
  private var knownLists: Set<ObjectIdentifier> = []
  /// What handlers have to repeat, by record, and the records in order.
  private var handles = [ByteKey: [HandleFieldPayload]]()
  private var handledRecords: [ByteKey] = []
  private var errors: [GraphQLError] = []
  /// Whether a part has been taken in, with or without errors.
  private var hasParts = false

  /// Adds the records of a part.
  mutating func add(_ payload: consuming NormalizedPayload) { payloads.append(payload) }

  /// Adds a list of which items have been set.
  mutating func add(_ list: StreamedList) {
    if knownLists.insert(ObjectIdentifier(list)).inserted { lists.append(list) }
  }

  /// Adds handlers that run again because a part has added to a record.
  mutating func add(_ handles: [HandleFieldPayload], of dataID: String) {
    if self.handles.updateValue(handles, forKey: ByteKey(dataID)) == nil { handledRecords.append(ByteKey(dataID)) }
  }

  /// Adds errors that are reported with the parts.
  mutating func report(_ errors: some Sequence<GraphQLError>) { self.errors += errors }

  /// Records that a part has been taken in.
  mutating func recordPart() { hasParts = true }

  /// Writes everything to the store, and notifies subscribers.
  ///
  /// - Parameters:
  ///   - generation: the store's generation to which the parts belong.
  ///   - retention: retains the data.
  /// - Returns: `nil` if there is nothing to hand on.
  /// - Throws: ``RelayError/writeBlocked(_:by:)``.
  mutating func publish(
    _ operation: OperationDescriptor, to queue: PublishQueue, generation: Int, retention: RelayDisposable?
  ) throws -> ExecutedPayload? {
    defer { self = PartsCommit() }
    if !payloads.isEmpty || !lists.isEmpty {
      let pin = queue.store.loadRecords(for: payloads.flatMap(\.handles) + handles.values.joined())
      defer { withExtendedLifetime(pin) {} }
      try queue.store.beginChange(StoreWriter("a response to", operation))
      defer { queue.store.endChange() }
      schedule(operation, queue, generation)
      queue.run(source: operation)
    }
    guard hasParts || !errors.isEmpty else { return nil }
    return ExecutedPayload(operation: operation, errors: errors, retention: retention)
  }

  private mutating func schedule(_ operation: OperationDescriptor, _ queue: PublishQueue, _ generation: Int) {
    for payload in payloads { queue.commitPayload(operation, payload, generation: generation) }
    // The store takes over the memory of the records.
    payloads = []
    if !lists.isEmpty {
      queue.commitUpdate { [lists, generation] source in
        guard source.transaction.store.generation == generation else { return }
        for list in lists { list.write(to: source.transaction) }
      }
    }
    let again = handledRecords.flatMap { handles[$0] ?? [] }
    guard !again.isEmpty else { return }
    queue.commitPayload(
      operation,
      NormalizedPayload(records: PayloadRecords(), handles: again, placeholders: [], errors: [], rootID: operation.rootID),
      generation: generation)
  }
}
