import Foundation
import RelayDurableStore

/// Another backend with faults on command.
final class FaultyBackend: DurableBackend {
  let backend: any DurableBackend
  let disk: MemoryDisk

  /// - Parameter disk: has the faults.
  init(_ backend: any DurableBackend, _ disk: MemoryDisk) { (self.backend, self.disk) = (backend, disk) }

  private func loaded(_ load: () throws -> [DurableRecord]) throws -> [DurableRecord] {
    if let failure = disk.withFaults({ $0.loads.isEmpty ? nil : $0.loads.removeFirst() }) { throw failure }
    let records = try load()
    let hook = disk.withFaults { faults in
      defer { faults.beforeLoaded = nil }
      return faults.beforeLoaded
    }
    hook?()
    return records
  }

  func open(format: DurableFormat) throws -> DurableContents { try backend.open(format: format) }
  func load(_ identities: [String]) throws -> [DurableRecord] { try loaded { try backend.load(identities) } }
  func load(membersOf operation: Int64) throws -> [DurableRecord] { try loaded { try backend.load(membersOf: operation) } }
  func load(changedSince epoch: Int64) throws -> [DurableRecord] { try loaded { try backend.load(changedSince: epoch) } }

  func commit(_ batch: DurableBatch, merging: (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]) throws {
    if let failure = disk.withFaults({ $0.commits.isEmpty ? nil : $0.commits.removeFirst() }) { throw failure }
    try backend.commit(batch, merging: merging)
  }

  func collect(_ limits: DurableLimits) throws -> DurableCollection? { try backend.collect(limits) }

  func clear() throws {
    if let failure = disk.withFaults({ $0.clears.isEmpty ? nil : $0.clears.removeFirst() }) { throw failure }
    try backend.clear()
  }

  func close() { backend.close() }
}
