import Foundation

/// The operations whose data must be kept in a store.
struct RetentionTable: Sendable {
  struct Root: Sendable {
    let operation: OperationDescriptor
    /// The number of holders; an operation with 0 is in the release buffer.
    var count: Int
    /// When the operation's data was last written.
    var written: Written?
    /// When the last holder released the operation.
    var releasedAt: ContinuousClock.Instant?
  }

  /// When an operation's data was written.
  struct Written: Sendable {
    let epoch: Epoch
    /// `nil` if that is unknown.
    let time: ContinuousClock.Instant?
  }

  var roots = [ByteKey: Root]()
  /// When the operations of a restored archive were written, for those without a root here.
  var restored = [ByteKey: Written]()
  /// The released roots that are still kept.
  var releaseBuffer = ReleaseBuffer()
  /// During a collection: the operations that were added since it began. Nil after a pause: then it begins anew.
  var added: [OperationDescriptor]?
  /// Whether it stays known when an operation was written that is no longer kept in memory, because its data is elsewhere.
  var remembersWritten = false

  /// Removes a root.
  mutating func drop(_ id: ByteKey) {
    let root = roots.removeValue(forKey: id)
    if remembersWritten, let written = root?.written { restored[id] = written }
  }

  /// Keeps the data of an operation.
  mutating func add(_ operation: OperationDescriptor) {
    let id = operation.key
    releaseBuffer.remove(id)
    if roots[id] == nil { added?.append(operation) }
    roots[id, default: Root(operation: operation, count: 0)].count += 1
  }

  /// The operations that were added during a collection, each once.
  mutating func takeAdded() -> [OperationDescriptor] {
    defer { if added != nil { added = [] } }
    return added ?? []
  }

  /// When the data of the operation with the request id was last written, if known.
  func written(_ id: ByteKey) -> Written? { roots[id]?.written ?? restored[id] }

  /// The maximum number of restored operations; the oldest are dropped first. Otherwise an app that saves and restores every day would
  /// keep every operation that it ever executed.
  static let maximumRestored = 1000

  /// How many there may be until they are limited, which compares all of them.
  static let limitedAfter = 2 * maximumRestored

  /// The oldest epoch of which an operation can stay, if operations with these epochs are restored.
  static func oldestToRestore(of epochs: [Int64]) -> Int64 {
    epochs.count > maximumRestored ? epochs.sorted(by: >)[maximumRestored - 1] : .min
  }

  mutating func limitRestored() {
    let maximum = RetentionTable.maximumRestored
    guard restored.count > maximum else { return }
    // Only operations as old as the oldest that stays are compared by their texts.
    let oldest = RetentionTable.oldestToRestore(of: restored.values.map(\.epoch))
    let newer = restored.values.lazy.filter { $0.epoch > oldest }.count
    let equallyOld = restored.keys.filter { restored[$0]?.epoch == oldest }.map(\.text).ascendingByBytes()
    let dropped = Set(equallyOld.dropLast(maximum - newer).map { ByteKey($0) })
    restored = restored.filter { $0.value.epoch >= oldest && !dropped.contains($0.key) }
  }

  /// Drops released roots that exceed the buffer's size or age.
  ///
  /// - Returns: whether any was dropped.
  mutating func evict(_ configuration: RelayStore.Configuration, now: ContinuousClock.Instant) -> Bool {
    var isEvicting = false
    while let oldest = releaseBuffer.oldest {
      let isTooOld = configuration.releaseBufferAge.map { age in
        roots[oldest]?.releasedAt.map { now - $0 >= age } ?? false
      }
      guard releaseBuffer.count > configuration.releaseBufferSize || isTooOld == true else { break }
      releaseBuffer.remove(oldest)
      drop(oldest)
      isEvicting = true
    }
    return isEvicting
  }
}

extension RelayStore {
  /// Keeps an operation's records until the result is disposed of, and after that while the release buffer has room.
  func retain(_ operation: OperationDescriptor) -> RelayDisposable {
    let id = operation.key
    recordNames(operation.definition.normalization)
    state.withLock { state in
      state.retention.add(operation)
      state.records.mirrored?.use(operation)
    }
    return RelayDisposable { [weak self] in self?.release(id) }
  }

  private func release(_ id: ByteKey) {
    let now = configuration.now()
    let isGarbage = state.withLock { state -> Bool in
      guard var root = state.retention.roots[id], root.count > 0 else { return false }
      root.count -= 1
      state.records.mirrored?.use(root.operation)
      guard root.count == 0 else {
        state.retention.roots[id] = root
        return false
      }
      if let lifetime = configuration.queryCacheExpirationTime, let written = root.written,
        written.time.map({ now - $0 >= lifetime }) ?? true
      {
        state.retention.drop(id)
        _ = state.retention.evict(configuration, now: now)
        return true
      }
      root.releasedAt = now
      state.retention.roots[id] = root
      state.retention.releaseBuffer.append(id)
      return state.retention.evict(configuration, now: now)
    }
    if isGarbage { scheduleCollection(isNews: true) }
  }

  /// Records that an operation's data was written now. The data of a query without holders stays while the release buffer has room.
  ///
  /// - Parameter time: when the data was received; `nil` for now.
  func recordWrite(_ operation: OperationDescriptor, at time: ContinuousClock.Instant? = nil, _ state: inout StoreState) {
    let id = operation.key
    let written = RetentionTable.Written(epoch: state.epoch, time: time ?? configuration.now())
    state.retention.restored[id] = nil
    if state.retention.roots[id] != nil {
      state.retention.roots[id]?.written = written
    } else if operation.definition.kind == .query, state.retention.releaseBuffer.count < configuration.releaseBufferSize {
      state.retention.roots[id] = RetentionTable.Root(
        operation: operation, count: 0, written: written, releasedAt: configuration.now())
      state.retention.added?.append(operation)
      state.retention.releaseBuffer.append(id)
    } else if state.retention.remembersWritten, operation.definition.kind == .query {
      state.retention.restored[id] = written
      if state.retention.restored.count > RetentionTable.limitedAfter { state.retention.limitRestored() }
    }
    state.records.mirrored?.use(operation)
  }
}
