import Foundation
import Testing

@testable import RelayRuntime

/// Plays what the reference runtime recorded and compares the whole store and every read.
///
/// `RELAY_RUNTIME_VECTORS` names a project directory with `schema.graphql`, `documents/` and `expected/runtime.jsonl` in it. Without it
/// nothing is compared, and the test is reported as skipped.
@Suite("Runtime vectors")
struct RuntimeVectors {
  static let project = ProcessInfo.processInfo.environment["RELAY_RUNTIME_VECTORS"]

  @Test(.enabled(if: project != nil, "RELAY_RUNTIME_VECTORS names no project: nothing was compared"))
  func everyLineGivesTheSameRecordsAndReads() throws {
    let project = URL(fileURLWithPath: try #require(RuntimeVectors.project))
    let program = try VectorProgram(project: project)
    var score = VectorScore()
    for line in try lines(project.appendingPathComponent("expected/runtime.jsonl")) {
      try score.play(line, program)
    }
    print("records \(score.records)/\(score.recordsTotal)")
    print("reads \(score.reads)/\(score.readsTotal)")
    for difference in score.differences.prefix(20) { print(difference) }
    #expect(score.recordsTotal > 0)
    #expect(score.records == score.recordsTotal)
    #expect(score.reads == score.readsTotal)
  }

  private func lines(_ file: URL) throws -> [JSON] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try JSON(parsing: String($0)) }
  }
}

struct VectorScore {
  var records = 0
  var recordsTotal = 0
  var reads = 0
  var readsTotal = 0
  var differences: [String] = []

  mutating func play(_ line: JSON, _ program: VectorProgram) throws {
    let name = line["operation"]?.stringValue ?? ""
    let expectedReads = line["reads"]?.arrayValue ?? []
    recordsTotal += 1
    readsTotal += expectedReads.count
    guard let definition = program.operations[name] else {
      differences.append("\(name): the operation was not compiled")
      return
    }
    let operation = OperationDescriptor(definition, variables: line["variables"]?.objectValue ?? [:])
    let store = Store()
    let queue = PublishQueue(store: store)
    let document = try JSONDocument((line["response"] ?? .null).data)
    let data = document.withCursor { $0.find("data", in: 0) }
    do {
      let payload = try Normalizer.normalize(
        document, at: data, operation: operation, keys: store.keys, rootID: operation.rootID)
      queue.commitPayload(operation, payload)
      queue.run(source: operation)
    } catch {
      differences.append("\(name): \(error)")
      return
    }
    if let difference = differ(.object(store.json), line["records"] ?? .null, at: "records") {
      differences.append("\(name): \(difference)")
    } else {
      records += 1
    }
    let found = VectorReads(operation, store, program)
    for read in expectedReads {
      let fragment = read["fragment"]?.stringValue ?? ""
      let id = read["id"]?.stringValue ?? ""
      let key = VectorReads.Key(fragment: fragment, id: id, variables: read["variables"] ?? .object(operation.variables))
      guard let snapshot = found.snapshots[key] else {
        differences.append("\(name): \(fragment) of \(id) was not reached with \(key.variables)")
        continue
      }
      if let difference = differ(snapshot.row?.vector ?? .null, read["data"] ?? .null, at: fragment) {
        differences.append("\(name): \(difference)")
      } else if snapshot.isMissingData != (read["missing"] == true) {
        differences.append("\(name): \(fragment) of \(id): missing data \(snapshot.isMissingData)")
      } else {
        reads += 1
      }
    }
  }

  private func differ(_ found: JSON, _ expected: JSON, at path: String) -> String? {
    switch (found, expected) {
    case (.object(let left), .object(let right)):
      for key in Set(left.keys).union(right.keys).sorted() {
        guard let found = left[key] else { return "\(path): no \(key), expected \(right[key]?.description.prefix(200) ?? "")" }
        guard let expected = right[key] else { return "\(path): \(key) too much, \(found.description.prefix(200))" }
        if let difference = differ(found, expected, at: "\(path).\(key)") { return difference }
      }
      return nil
    case (.array(let left), .array(let right)) where left.count == right.count:
      for (index, (left, right)) in zip(left, right).enumerated() {
        if let difference = differ(left, right, at: "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.int, .double), (.double, .int): return found.doubleValue == expected.doubleValue ? nil : "\(path): \(found) \(expected)"
    default: return found == expected ? nil : "\(path): \(found.description.prefix(200)), expected \(expected.description.prefix(200))"
    }
  }
}

/// The operation's own data and every fragment that can be reached from it.
struct VectorReads {
  struct Key: Hashable {
    let fragment: String
    let id: String
    let variables: JSON
  }
  private(set) var snapshots: [Key: Snapshot] = [:]

  init(_ operation: OperationDescriptor, _ store: Store, _ program: VectorProgram) {
    var open = [store.selector(operation)]
    while let selector = open.popLast() {
      var variables = selector.context.variables
      if selector.isUnmatched { variables["$isWithinUnmatchedTypeRefinement"] = true }
      let key = Key(fragment: selector.context.plan.name, id: selector.dataID, variables: .object(variables))
      if snapshots[key] != nil { continue }
      let snapshot = store.lookup(selector)
      snapshots[key] = snapshot
      for pointer in snapshot.row?.pointers ?? [] {
        guard let definition = program.fragments[pointer.scope?.fragment ?? ""], let selector = pointer.selector(definition) else {
          continue
        }
        open.append(selector)
      }
    }
  }
}

extension Row {
  /// The data as the reference's reader prints it: with `__id` and `__fragments` where fragments are spread.
  fileprivate var vector: JSON {
    var members: [String: JSON] = [:]
    var fragments: [String: JSON] = [:]
    for (index, slot) in storage.slots.enumerated() {
      if case .pointer = slot {
        let pointer = fragmentPointer(index)
        var arguments = pointer.scope?.arguments ?? [:]
        if pointer.scope?.isUnmatched == true { arguments["$isWithinUnmatchedTypeRefinement"] = true }
        fragments[pointer.scope?.fragment ?? ""] = .object(arguments)
      } else if case .marker = storage.shape.types[index].base {
        // Whether a type condition holds is our own note, which the reference has no name for.
        continue
      } else if let json = Row.vector(slot) {
        members[storage.shape.names[index]] = json
      }
    }
    if !fragments.isEmpty {
      members["__fragments"] = .object(fragments)
      members["__id"] = .string(dataID)
    }
    return .object(members)
  }

  private static func vector(_ slot: SlotValue) -> JSON? {
    switch slot {
    case .missing, .pointer: return nil
    case .row(let row): return row.vector
    case .list(let items): return .array(items.map { vector($0) ?? .null })
    default: return slot.json
    }
  }

  fileprivate var pointers: [FragmentPointer] {
    var found: [FragmentPointer] = []
    func collect(_ slot: SlotValue) {
      switch slot {
      case .row(let row): found += row.pointers
      case .list(let items): items.forEach(collect)
      default: return
      }
    }
    for (index, slot) in storage.slots.enumerated() {
      if case .pointer = slot { found.append(fragmentPointer(index)) } else { collect(slot) }
    }
    return found
  }
}
