package import RelayDurableStore
import TestSupport

/// What a process writes: for each step an action and a batch, which depend only on the seed and on the step's number.
package struct Script: Sendable {
  package enum Action: Sendable, Equatable {
    case none, clear, reopen
    /// Until nothing is left to collect.
    case collect(usedAfter: Double)
  }

  package static let format = DurableFormat(version: 1, identity: "id", dataVersion: 0)

  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  private func numbers(_ step: Int64) -> SplitMix {
    var mixed = SplitMix(seed: seed &+ UInt64(bitPattern: step))
    return SplitMix(seed: mixed.next())
  }

  /// What happens before the batch of a step.
  package func action(_ step: Int64) -> Action {
    var numbers = numbers(-step)
    switch Int.random(in: 0..<60, using: &numbers) {
    case 0: return .clear
    case 1...3: return .reopen
    case 4...9: return .collect(usedAfter: Double(step - 20))
    default: return .none
    }
  }

  package func batch(_ step: Int64) -> DurableBatch {
    var numbers = numbers(step)
    var batch = DurableBatch(epoch: step)
    for _ in 0..<Int.random(in: 0...40, using: &numbers) {
      let body = (0..<Int.random(in: 0...300, using: &numbers)).map { UInt8(truncatingIfNeeded: $0 &+ Int(step)) }
      batch.records.append(.init(identity: identity(&numbers), body: body, replaces: Bool.random(using: &numbers)))
    }
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      let number = Int64.random(in: 1...20, using: &numbers)
      let operation = DurableOperation(
        number: number, request: "Query\(number) {}", usedAt: Double(step) + Double(number) / 1_000,
        isRetained: Bool.random(using: &numbers), info: [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: 12))
      let identities = (0..<Int.random(in: 0...30, using: &numbers)).map { _ in identity(&numbers) }
      let kind = Int.random(in: 0..<3, using: &numbers)
      batch.operations.append(
        .init(operation: operation, members: kind == 0 ? .unchanged : kind == 1 ? .replace(identities) : .add(identities)))
    }
    if Int.random(in: 0..<4, using: &numbers) == 0 {
      let key = "property\(Int.random(in: 0..<5, using: &numbers))"
      batch.properties[key] = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: Int.random(in: 0...20, using: &numbers))
    }
    return batch
  }

  private func identity(_ numbers: inout SplitMix) -> String { "Record:\(Int.random(in: 0..<200, using: &numbers))" }

  /// Does a step.
  package func perform(_ step: Int64, _ backend: some DurableBackend) throws {
    switch action(step) {
    case .none: break
    case .clear: try backend.clear()
    case .reopen:
      backend.close()
      _ = try backend.open(format: Script.format)
    case .collect(let time):
      while try backend.collect(DurableLimits(maximumSize: .max, usedAfter: time)) != nil {}
    }
    try backend.commit(batch(step), merging: World.merge)
  }

  /// The worlds through which a step leads, from the one before it to the one after it.
  package func worlds(_ step: Int64, from world: World) -> [World] {
    var (worlds, next) = ([world], world)
    switch action(step) {
    case .none, .reopen: break
    case .clear: worlds.append(World())
    case .collect(let time): while next.collect(usedAfter: time) { worlds.append(next) }
    }
    var last = worlds[worlds.count - 1]
    last.apply(batch(step))
    return worlds + [last]
  }
}
