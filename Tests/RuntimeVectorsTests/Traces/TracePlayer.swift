@testable import RelayRuntime

/// Replays one trace in a new environment.
struct TracePlayer {
  /// The result of a trace.
  struct Outcome {
    var steps = 0
    var differingSteps = 0
    var differences: [String] = []
  }

  /// A live read, with its latest value in the recording.
  private struct Watcher {
    let selector: Selector
    let latest: WatchedSnapshot
    var subscription: RelayDisposable
    var expected: JSON
    /// Whether it was notified of something of which the recording's was not.
    var isAhead = false
  }

  /// The latest notification of a watcher.
  private final class WatchedSnapshot: Sendable {
    private let state: Lock<(snapshot: Snapshot, isTold: Bool)>
    init(_ snapshot: Snapshot) { state = Lock((snapshot, false)) }
    func set(_ snapshot: Snapshot, isTold: Bool) { state.withLock { $0 = (snapshot, isTold) } }
    /// The latest read, and whether the watcher has been notified since the last check.
    func take() -> (snapshot: Snapshot, isTold: Bool) {
      state.withLock { state in
        defer { state.isTold = false }
        return state
      }
    }
  }

  private let trace: JSON
  private let program: VectorProgram
  private let network = TraceNetwork()
  private let store: RelayStore
  private let environment: RelayEnvironment
  private var executions: [String: TraceExecution] = [:]
  private var held: [String: RelayDisposable] = [:]
  private var watchers: [String: Watcher] = [:]
  private var records = TraceRecords()
  /// The optimistic data of each mutation in flight in the recording.
  private var shown: [String: Set<String>] = [:]
  /// Whether the recording has copied fields of a stale record.
  private var hasCopiedInvalidation = false

  init(_ trace: JSON, _ program: VectorProgram) {
    self.trace = trace
    self.program = program
    var configuration = RelayStore.Configuration(
      releaseBufferSize: trace["releaseBufferSize"]?.intValue ?? 0, automaticCollectionThreshold: nil)
    // Garbage is collected only where the trace says so.
    configuration.schedule = { _ in }
    store = RelayStore(configuration: configuration)
    environment = RelayEnvironment(network: network, store: store)
  }

  /// Replays every step.
  consuming func play() async throws -> Outcome {
    var outcome = Outcome()
    for (index, step) in (trace["steps"]?.arrayValue ?? []).enumerated() {
      outcome.steps += 1
      if hasFailed(in: step) { break }
      noteInvalidation(step)
      var differences = try await perform(step)
      differences += compareRecords(step) + compareNotifications(step)
      if !differences.isEmpty {
        outcome.differingSteps += 1
        let place = "trace \(trace["trace"] ?? .null), step \(index), \(step["do"]?.stringValue ?? "")"
        outcome.differences += differences.map { "\(place): \($0)" }
      }
      if records.hasLostRecords { break }
    }
    outcome.steps = trace["steps"]?.arrayValue?.count ?? 0
    for execution in executions.values { execution.cancel() }
    return outcome
  }

  private func operation(_ step: JSON) throws -> OperationDescriptor {
    let name = step["operation"]?.stringValue ?? ""
    guard let definition = program.operations[name] else {
      throw TraceRecording.Unreadable(description: "the operation \(name) was not compiled")
    }
    return OperationDescriptor(definition, variables: step["variables"]?.objectValue ?? [:])
  }

  /// Whether the reference has lost its optimistic updates in this step: the data of a mutation in flight is gone.
  private mutating func hasFailed(in step: JSON) -> Bool {
    let name = step["as"]?.stringValue ?? ""
    let changes = step["changes"]?.objectValue ?? [:]
    switch step["do"]?.stringValue {
    case "mutate": shown[name] = Set(changes.filter { $0.key.hasPrefix("\(DataID.root):") && !$0.value.isNull }.keys)
    case "answer", "fail": shown[name] = nil
    default: break
    }
    return shown.values.contains { $0.contains { changes[$0]?.isNull == true } }
  }

  private mutating func noteInvalidation(_ step: JSON) {
    for edit in step["edits"]?.arrayValue ?? [] where edit[0] == "copyFields" {
      if let source = edit[2]?.stringValue, records.expected[source]?["__invalidated_at"] != nil { hasCopiedInvalidation = true }
    }
  }

  // MARK: - Steps

  private mutating func perform(_ step: JSON) async throws -> [String] {
    let name = step["as"]?.stringValue ?? ""
    let response = step["response"] ?? .null
    switch step["do"]?.stringValue {
    case "query":
      var execution = try TraceExecution(operation(step), ExecutionOptions(), in: environment, network)
      let hasFailed = await execution.finish(response)
      return TraceRecords.differ(.bool(hasFailed), step["failed"] ?? false, at: "failed").map { [$0] } ?? []
    case "commitPayload": try environment.commitPayload(operation(step), step["data"] ?? .null)
    case "mutate":
      var options = ExecutionOptions()
      options.optimisticResponse = step["optimisticResponse"]
      let execution = try TraceExecution(operation(step), options, in: environment, network)
      records.addMutationRoot(execution.rootID)
      executions[name] = execution
    case "answer":
      guard var execution = executions.removeValue(forKey: name) else { break }
      _ = await execution.finish(response)
      records.moveAnswered(execution.rootID)
    case "fail":
      guard var execution = executions.removeValue(forKey: name) else { break }
      _ = await execution.finish(throwing: TraceExecution.NetworkFailure())
    case "subscribe": executions[name] = try TraceExecution(operation(step), ExecutionOptions(), in: environment, network)
    case "event":
      guard var execution = executions[name] else { break }
      await execution.receive(response)
      executions[name] = execution
    case "commitUpdate":
      let edits = TraceEdits(edits: step["edits"]?.arrayValue ?? [])
      try environment.commitLocalUpdate { edits.apply(to: $0) }
    case "applyUpdate":
      let edits = TraceEdits(edits: step["edits"]?.arrayValue ?? [])
      held[name] = environment.applyOptimistic { edits.apply(to: $0) }
    case "retain": held[name] = environment.retain(try operation(step))
    case "revert", "release": held.removeValue(forKey: name)?.dispose()
    case "collect": collect()
    case "check": return compareAvailability(try operation(step), step)
    case "read": return compareReads(try operation(step), step)
    case "watch": return watch(name, try operation(step), step)
    case "unwatch": watchers.removeValue(forKey: name)?.subscription.dispose()
    case "invalidateStore": try environment.commitLocalUpdate { $0.invalidateStore() }
    default: throw TraceRecording.Unreadable(description: "a step of no known kind: \(step["do"] ?? .null)")
    }
    return []
  }

  /// A watcher in the recording does not protect records from a collection, but one of this store does, so it is removed in the meantime.
  private mutating func collect() {
    for watcher in watchers.values { watcher.subscription.dispose() }
    store.collectGarbage()
    for name in watchers.keys {
      guard var watcher = watchers[name] else { continue }
      let snapshot = store.lookup(watcher.selector)
      watcher.latest.set(snapshot, isTold: false)
      watcher.subscription = subscribe(snapshot, watcher.latest)
      watchers[name] = watcher
    }
  }

  private mutating func watch(_ name: String, _ operation: OperationDescriptor, _ step: JSON) -> [String] {
    let fragment = step["fragment"]?.stringValue ?? ""
    let id = records.ownID(step["id"]?.stringValue ?? "")
    let found = VectorReads(operation, store, program).snapshots.filter { key, _ in key.fragment == fragment && key.id == id }
    let variables = step["selectorVariables"] ?? .null
    let data = step["data"] ?? .null
    guard let snapshot = (found.first { $0.key.variables == variables } ?? found.first)?.value else {
      return records.hasForgotten(operation, in: store) ? [] : ["\(fragment) of \(id) was not reached"]
    }
    let latest = WatchedSnapshot(snapshot)
    watchers[name] = Watcher(selector: snapshot.selector, latest: latest, subscription: subscribe(snapshot, latest), expected: data)
    if records.hasForgotten(operation, in: store) || records.isEmptyRoot(snapshot, data, program) { return [] }
    return records.differ(snapshot.vector(program), data, at: fragment).map { [$0] } ?? []
  }

  private func subscribe(_ snapshot: Snapshot, _ latest: WatchedSnapshot) -> RelayDisposable {
    store.subscribe(snapshot) { latest.set($0, isTold: true) }
  }

  // MARK: - Comparing

  private func compareAvailability(_ operation: OperationDescriptor, _ step: JSON) -> [String] {
    if records.hasForgotten(operation, in: store) { return [] }
    let found: JSON
    switch environment.check(operation) {
    case .available: found = "available"
    case .stale: found = "stale"
    case .missing: found = "missing"
    }
    if hasCopiedInvalidation, found == "available", step["availability"] == "stale" { return [] }
    return TraceRecords.differ(found, step["availability"] ?? .null, at: "availability").map { [$0] } ?? []
  }

  private func compareReads(_ operation: OperationDescriptor, _ step: JSON) -> [String] {
    if records.hasForgotten(operation, in: store) { return [] }
    let found = VectorReads(operation, store, program)
    return (step["reads"]?.arrayValue ?? []).compactMap { read in
      let fragment = read["fragment"]?.stringValue ?? ""
      let id = records.ownID(read["id"]?.stringValue ?? "")
      let key = VectorReads.Key(fragment: fragment, id: id, variables: read["variables"] ?? .object(operation.variables))
      guard let snapshot = found.snapshots[key] else { return "\(fragment) of \(id) was not reached with \(key.variables)" }
      let data = read["data"] ?? .null
      if records.isEmptyRoot(snapshot, data, program) { return nil }
      if let difference = records.differ(snapshot.vector(program), data, at: "\(fragment) of \(id)") { return difference }
      return snapshot.isMissingData == (read["missing"] == true) ? nil : "\(fragment) of \(id): missing data \(snapshot.isMissingData)"
    }
  }

  private mutating func compareRecords(_ step: JSON) -> [String] {
    records.compare(store.json, step["changes"]?.objectValue ?? [:], isCollection: step["do"] == "collect")
  }

  /// Compares the watchers that were notified on either side in this step.
  private mutating func compareNotifications(_ step: JSON) -> [String] {
    let told = step["told"]?.objectValue ?? [:]
    var differences: [String] = []
    for name in watchers.keys.sorted() {
      guard var watcher = watchers[name] else { continue }
      let (snapshot, isTold) = watcher.latest.take()
      if let told = told[name] {
        watcher.expected = told["data"] ?? .null
        watcher.isAhead = false
      } else if !isTold {
        continue
      } else if TraceRecords.changesTypes(step) {
        watcher.isAhead = true
      }
      watchers[name] = watcher
      if watcher.isAhead { continue }
      if records.hasForgotten(snapshot.selector.context.owner, in: store) { continue }
      if records.isEmptyRoot(snapshot, watcher.expected, program) { continue }
      let fragment = snapshot.selector.context.plan.name
      if let difference = records.differ(snapshot.vector(program), watcher.expected, at: "told \(name), \(fragment)") {
        differences.append(difference + (told[name] == nil ? " (the recording tells nothing)" : isTold ? "" : " (was told nothing)"))
      } else if let told = told[name], snapshot.isMissingData != (told["missing"] == true) {
        differences.append("told \(name), \(fragment): missing data \(snapshot.isMissingData)")
      }
    }
    return differences
  }
}
