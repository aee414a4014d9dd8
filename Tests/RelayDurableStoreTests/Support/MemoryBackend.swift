import Foundation
import RelayDurableStore

/// What is on a disk: it stays when a backend is closed or its process is killed.
final class MemoryDisk: @unchecked Sendable {
  struct Contents {
    var format: DurableFormat?
    var epoch: Int64 = 0
    var operations: [Int64: DurableOperation] = [:]
    var members: [Int64: Set<String>] = [:]
    var records: [String: [UInt8]] = [:]
    var properties: [String: [UInt8]] = [:]
  }

  /// What happens to the next calls.
  struct Faults {
    var opens: [DurabilityError] = []
    var commits: [DurabilityError] = []
    var loads: [DurabilityError] = []
    var clears: [DurabilityError] = []
    /// Called on the loading thread after records have been read and before they are returned, once.
    var beforeLoaded: (@Sendable () -> Void)?
    /// Called on the writing thread before a batch is written, once.
    var beforeCommitted: (@Sendable () -> Void)?
  }

  /// How often the functions were called.
  struct Calls {
    var loads = 0
    var commits = 0
    var written = 0
    var merged = 0
  }

  private let lock = NSLock()
  // The lock guards all of them.
  private var contents = Contents()
  private var faults = Faults()
  private var calls = Calls()
  private var owner: ObjectIdentifier?

  func withContents<Result>(_ body: (inout Contents) throws -> Result) rethrows -> Result { try lock.withLock { try body(&contents) } }
  func withFaults<Result>(_ body: (inout Faults) -> Result) -> Result { lock.withLock { body(&faults) } }
  func withCalls<Result>(_ body: (inout Calls) -> Result) -> Result { lock.withLock { body(&calls) } }

  /// The backend that may write: as with a file lock, another one cannot until it is closed or dead.
  func open(_ backend: MemoryBackend) throws {
    try lock.withLock {
      guard owner == nil || owner == ObjectIdentifier(backend) else { throw DurabilityError.alreadyOpen }
      owner = ObjectIdentifier(backend)
    }
  }

  func release(_ backend: MemoryBackend) { lock.withLock { if owner == ObjectIdentifier(backend) { owner = nil } } }
  func kill() { lock.withLock { owner = nil } }
  /// Whether a backend has opened it.
  var isOpen: Bool { lock.withLock { owner != nil } }
  func owns(_ backend: MemoryBackend) -> Bool { lock.withLock { owner == ObjectIdentifier(backend) } }
}

/// A backend in memory, with faults on command.
final class MemoryBackend: DurableBackend {
  let disk: MemoryDisk

  init(_ disk: MemoryDisk) { self.disk = disk }

  deinit { disk.release(self) }

  func open(format: DurableFormat) throws -> DurableContents {
    if let failure = disk.withFaults({ $0.opens.isEmpty ? nil : $0.opens.removeFirst() }) { throw failure }
    try disk.open(self)
    return disk.withContents { contents in
      var opened = DurableContents()
      if contents.format != nil, contents.format != format {
        contents = MemoryDisk.Contents()
        opened.startedEmpty = "another format"
      }
      contents.format = format
      opened.epoch = contents.epoch
      opened.operations = contents.operations.values.sorted { $0.number < $1.number }
      opened.properties = contents.properties
      return opened
    }
  }

  private func load(_ find: (MemoryDisk.Contents) -> [String]) throws -> [DurableRecord] {
    guard disk.owns(self) else { return [] }
    disk.withCalls { $0.loads += 1 }
    if let failure = disk.withFaults({ $0.loads.isEmpty ? nil : $0.loads.removeFirst() }) { throw failure }
    let found = disk.withContents { contents in
      find(contents).compactMap { identity in
        contents.records[identity].map { body in
          DurableRecord(
            identity: identity, body: body, members: contents.members.filter { $0.value.contains(identity) }.map(\.key).sorted())
        }
      }
    }
    let hook = disk.withFaults { faults in
      defer { faults.beforeLoaded = nil }
      return faults.beforeLoaded
    }
    hook?()
    return found
  }

  func load(_ identities: [String]) throws -> [DurableRecord] { try load { _ in identities } }

  func load(membersOf operation: Int64) throws -> [DurableRecord] { try load { $0.members[operation].map { $0.sorted() } ?? [] } }

  func load(changedSince epoch: Int64) throws -> [DurableRecord] { [] }

  func commit(_ batch: DurableBatch, merging: (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]) throws {
    let hook = disk.withFaults { faults in
      defer { faults.beforeCommitted = nil }
      return faults.beforeCommitted
    }
    hook?()
    if let failure = disk.withFaults({ $0.commits.isEmpty ? nil : $0.commits.removeFirst() }) { throw failure }
    // A dead process writes nothing.
    guard disk.owns(self) else { throw DurabilityError.hasOtherWriter }
    var merged = 0
    try disk.withContents { contents in
      var next = contents
      next.epoch = batch.epoch
      for change in batch.records {
        if !change.replaces, let stored = next.records[change.identity] {
          next.records[change.identity] = try merging(stored, change.body)
          merged += 1
        } else {
          next.records[change.identity] = change.body
        }
      }
      for change in batch.operations {
        next.operations[change.operation.number] = change.operation
        switch change.members {
        case .unchanged: break
        case .replace(let members): next.members[change.operation.number] = Set(members.filter { next.records[$0] != nil })
        case .add(let members): next.members[change.operation.number, default: []].formUnion(members.filter { next.records[$0] != nil })
        }
      }
      for (name, value) in batch.properties { next.properties[name] = value.isEmpty ? nil : value }
      contents = next
    }
    disk.withCalls { calls in
      calls.commits += 1
      calls.written += batch.records.count
      calls.merged += merged
    }
  }

  func collect(_ limits: DurableLimits) throws -> DurableCollection? {
    disk.withContents { contents in
      let oldest = contents.operations.values.min {
        ($0.isRetained ? 1 : 0, $0.usedAt, $0.number) < ($1.isRetained ? 1 : 0, $1.usedAt, $1.number)
      }
      guard let oldest else { return nil }
      let size = contents.records.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
      guard size > limits.maximumSize || limits.usedAfter.map({ oldest.usedAt < $0 }) ?? false else { return nil }
      contents.operations[oldest.number] = nil
      contents.members[oldest.number] = nil
      let held = contents.members.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      let removed = contents.records.keys.filter { !held.contains($0) }
      for identity in removed { contents.records[identity] = nil }
      return DurableCollection(operations: [oldest.number], records: removed)
    }
  }

  func clear() throws {
    if let failure = disk.withFaults({ $0.clears.isEmpty ? nil : $0.clears.removeFirst() }) { throw failure }
    guard disk.owns(self) else { throw DurabilityError.hasOtherWriter }
    disk.withContents { contents in
      let format = contents.format
      contents = MemoryDisk.Contents()
      contents.format = format
    }
  }

  func close() { disk.release(self) }
}
