import Foundation
import Testing

@testable import RelayRuntime

/// Replays recordings of the reference runtime and compares the whole store and every read.
///
/// `RELAY_RUNTIME_VECTORS` names a project directory with a schema, documents (see `VectorProject`) and `expected/runtime.jsonl`. Without
/// it, nothing is compared, and the test is reported as skipped.
@Suite("Runtime vectors")
struct RuntimeVectors {
  static let project = ProcessInfo.processInfo.environment["RELAY_RUNTIME_VECTORS"]

  @Test(
    "Every line gives the same records and reads",
    .enabled(if: project != nil, "RELAY_RUNTIME_VECTORS names no project: nothing was compared"))
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
    let operation = OperationDescriptor(definition, variables: VectorScore.variables(of: line))
    let store = RelayStore()
    do {
      try VectorScore.execute(operation, line["response"] ?? .null, in: store)
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
      if let difference = differ(snapshot.vector(program), read["data"] ?? .null, at: fragment) {
        differences.append("\(name): \(difference)")
      } else if snapshot.isMissingData != (read["missing"] == true) {
        differences.append("\(name): \(fragment) of \(id): missing data \(snapshot.isMissingData)")
      } else {
        reads += 1
      }
    }
  }

  /// The variables as passed, and the providers' values, which the recording only has among all variables.
  private static func variables(of line: JSON) -> [String: JSON] {
    let provided = (line["allVariables"]?.objectValue ?? [:]).filter { $0.key.hasPrefix("__relay_internal__pv__") }
    return (line["variables"]?.objectValue ?? [:]).merging(provided) { given, _ in given }
  }

  /// Writes a response to the store, including its deferred parts. In recordings, the data of a subscription is at the root of the store
  /// rather than at a separate root. A recording of an event that was delivered has that root (`client:local:0`), and differs for this
  /// reason only: a subscription has one for each event (`RuntimeTraces`), here and in the reference.
  static func execute(_ operation: OperationDescriptor, _ response: JSON, in store: RelayStore) throws {
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in throw RelayError.malformedResponse("nothing is fetched") }, store: store)
    guard operation.definition.kind == .subscription else {
      var incremental = IncrementalResponse(operation, in: environment, updater: nil)
      _ = try incremental.take(NetworkPayload(response)) { nil }
      _ = try incremental.finish()
      return
    }
    let document = try JSONDocument(response.data)
    let payload = try Normalizer.normalize(
      ResponsePart(
        document, at: max(0, document.withCursor { $0.find("data", in: 0) }), of: operation,
        errors: GraphQLError.list(response["errors"] ?? .null)),
      keys: store.keys, options: Normalizer.Options(leavesPlaceholders: false))
    environment.queue.commitPayload(operation, payload)
    environment.queue.run(source: operation)
  }

  private func differ(_ found: JSON, _ expected: JSON, at path: String) -> String? {
    switch (found, expected) {
    case (.object(let left), .object(let right)):
      for key in Set(left.keys).union(right.keys).sorted() {
        // Of a server error's path, the reference keeps the part below the field that the error made null.
        if key == "path", path.contains("rrors"),
          (left[key]?.arrayValue ?? []).suffix(right[key]?.arrayValue?.count ?? 0).elementsEqual(right[key]?.arrayValue ?? [])
        {
          continue
        }
        guard let found = left[key] else { return "\(path): no \(key), expected \(right[key]?.description.prefix(200) ?? "")" }
        guard let expected = right[key] else { return "\(path): \(key) too much, \(found.description.prefix(200))" }
        if let difference = differ(found, expected, at: "\(path).\(key)") { return difference }
      }
      return nil
    case (.array(var left), .array(var right)) where left.count == right.count:
      if path.hasSuffix(".errors") {
        // The reference does not guarantee the order of the errors below a `@catch`.
        left.sort { $0.description < $1.description }
        right.sort { $0.description < $1.description }
      }
      for (index, (left, right)) in zip(left, right).enumerated() {
        if let difference = differ(left, right, at: "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.int, .double), (.double, .int): return found.doubleValue == expected.doubleValue ? nil : "\(path): \(found) \(expected)"
    default: return found == expected ? nil : "\(path): \(found.description.prefix(200)), expected \(expected.description.prefix(200))"
    }
  }
}

/// The operation's own data, and every fragment reachable from it.
struct VectorReads {
  struct Key: Hashable {
    let fragment: String
    let id: String
    let variables: JSON
  }
  private(set) var snapshots: [Key: Snapshot] = [:]

  init(_ operation: OperationDescriptor, _ store: RelayStore, _ program: VectorProgram) {
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

extension Snapshot {
  /// The data in the form of the reference's reader; with `@catch` on the definition itself, its result.
  func vector(_ program: VectorProgram) -> JSON {
    let data = row?.vector(program, at: []) ?? .null
    guard selector.context.plan.catchTarget == .result else { return data }
    guard caughtErrors.isEmpty else { return FieldErrors(caughtErrors).vector(below: 0) }
    return ["ok": true, "value": data]
  }
}

extension Row {
  /// The data in the form of the reference's reader: with `__id` and `__fragments` where fragments are spread, with the data of `@inline`
  /// fragments, and with the results of `@catch` on fields.
  fileprivate func vector(_ program: VectorProgram, at path: [String]) -> JSON {
    var members: [String: JSON] = [:]
    var fragments: [String: JSON] = [:]
    for index in 0..<count {
      let (slot, name, type) = (slot(index), shape.names[index], shape.types[index])
      if case .pointer = slot {
        let pointer = fragmentPointer(index)
        var arguments = pointer.scope?.arguments ?? [:]
        if pointer.scope?.isUnmatched == true { arguments["$isWithinUnmatchedTypeRefinement"] = true }
        fragments[pointer.scope?.fragment ?? ""] = .object(arguments)
      } else if case .marker = type.base {
        // The marker of a type condition is specific to this runtime; the reference has no name for it.
        continue
      } else if case .errors(let errors) = slot {
        members[name] = errors.vector(below: path.count)
      } else if let json = Row.vector(slot, program, at: path + [name]) {
        if program.inlineFragments.contains(name) {
          fragments[name] = json
        } else {
          members[name] = type.isResult ? ["ok": true, "value": json] : json
        }
      }
    }
    if !fragments.isEmpty {
      members["__fragments"] = .object(fragments)
      members["__id"] = .string(dataID)
    }
    return .object(members)
  }

  private static func vector(_ slot: SlotValue, _ program: VectorProgram, at path: [String]) -> JSON? {
    switch slot {
    case .missing, .pointer: return nil
    case .row(let row): return row.vector(program, at: path)
    case .list(let items):
      return .array(items.enumerated().map { index, item in vector(item, program, at: path + [String(index)]) ?? .null })
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
    for index in 0..<count {
      let slot = slot(index)
      if case .pointer = slot { found.append(fragmentPointer(index)) } else { collect(slot) }
    }
    return found
  }
}

extension SlotType {
  fileprivate var isResult: Bool {
    switch self {
    case .result: return true
    case .nonNull(let type): return type.isResult
    default: return false
    }
  }
}

extension FieldErrors {
  /// The value of a field whose `@catch` has caught errors. Paths begin with the field; errors that were only logged are left out.
  /// - Parameter depth: how far below the root the field's object is.
  fileprivate func vector(below depth: Int) -> JSON {
    let shown: [JSON] = errors.compactMap { error in
      let path = error.path.split(separator: ".").dropFirst(depth)
      switch error.kind {
      case .payloadError:
        guard case .object(var members)? = error.error?.json else { return nil }
        members["message"] = nil
        return .object(members)
      case .requiredFieldThrown:
        return ["message": .string("Relay: Missing @required value at path '\(path.joined(separator: "."))' in '\(error.owner)'.")]
      case .missingData: return ["path": .array(path.map { .string(String($0)) })]
      case .requiredFieldLogged, .tooManyRepeatedObjects: return nil
      }
    }
    return ["ok": false, "errors": .array(shown)]
  }
}
