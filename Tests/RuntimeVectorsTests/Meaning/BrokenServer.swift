import RelayRuntime
import TestSupport

@testable import RelayCompilerCore

/// Answers like `ExampleServer`, but violates the schema at random places, and knows the result according to the specification: the
/// nearest nullable field above is null.
struct BrokenServer {
  /// A value as it is sent, and the value that it counts as.
  private struct Answer {
    /// `nil`: the field is not sent.
    var sent: JSON?
    /// `nil`: the enclosing object is null too.
    var meant: JSON?
  }

  private let server: ExampleServer
  /// How many of a thousand values are invalid.
  private let damage: Int
  private var random: SplitMix
  /// The number of invalid values so far.
  private(set) var breaks = 0

  init(_ server: ExampleServer, damage: Int, seed: UInt64) {
    self.server = server
    self.damage = damage
    random = SplitMix(seed: seed)
  }

  /// - Returns: the data as sent, and the data that it counts as; `nil` if nothing is left.
  mutating func execute(_ variables: [String: JSON]) throws -> (sent: JSON, meant: JSON?) {
    guard let root = server.data.schema.rootType(server.operation.kind) else { throw ExampleServer.NotAnOperation() }
    let answer = object([server.operation.selectionSet], on: server.data.root(root), server.coerced(variables))
    return (answer.sent ?? .null, answer.meant)
  }

  private mutating func chance(_ perMille: Int) -> Bool { Int.random(in: 0..<1000, using: &random) < perMille }

  private mutating func object(_ sets: [SelectionSetSyntax], on object: ExampleObject, _ variables: [String: JSON]) -> Answer {
    var sent: [String: JSON] = [:]
    var meant: [String: JSON]? = [:]
    for (key, fields) in server.groups(sets, on: object, variables) {
      let first = fields[0]
      guard first.name.name != "__typename" else {
        sent[key] = .string(server.data.schema[object.type].name.string)
        meant?[key] = sent[key]
        continue
      }
      guard let field = server.data.schema.field(first.name.name, on: object.type) else { continue }
      let value = server.data.value(of: field, arguments: first.arguments.values(variables), on: object)
      let answer = complete(value, server.data.schema[field].type, fields, variables, mayBeMissing: true)
      sent[key] = answer.sent
      if let value = answer.meant { meant?[key] = value } else { meant = nil }
    }
    return Answer(sent: .object(sent), meant: meant.map { .object($0) })
  }

  private mutating func complete(
    _ value: ExampleValue, _ type: TypeReference, _ fields: [FieldSyntax], _ variables: [String: JSON], mayBeMissing: Bool
  ) -> Answer {
    let null: JSON? = type.isNonNull ? nil : .some(.null)
    // An id identifies the object: a different one would be a different object rather than an invalid one.
    if fields[0].name.name != "id", chance(damage), let wrong = wrong(type, mayBeMissing: mayBeMissing) {
      breaks += 1
      return Answer(sent: wrong, meant: null)
    }
    switch value {
    case .null: return Answer(sent: .some(.null), meant: .some(.null))
    case .scalar(let json): return Answer(sent: json, meant: json)
    case .object(let object):
      let answer = self.object(fields.compactMap(\.selectionSet), on: object, variables)
      return Answer(sent: answer.sent, meant: answer.meant ?? null)
    case .list(let items):
      var (sent, meant): ([JSON], [JSON]?) = ([], [])
      for item in items {
        guard let type = type.item else { continue }
        let answer = complete(item, type, fields, variables, mayBeMissing: false)
        sent.append(answer.sent ?? .null)
        if let value = answer.meant { meant?.append(value) } else { meant = nil }
      }
      return Answer(sent: .array(sent), meant: meant.map { .array($0) } ?? null)
    }
  }

  /// An invalid value for the type. The outer `nil`: valid this time; the inner one: the field is not sent.
  private mutating func wrong(_ type: TypeReference, mayBeMissing: Bool) -> JSON?? {
    let candidates: [JSON?] = [nil, .null, 7, 1.5, "wrong", true, ["wrong"], [[]], [:], ["id": "wrong"]]
    switch candidates.randomElement(using: &random) {
    case .some(nil): return mayBeMissing ? .some(nil) : nil
    case .some(.some(let json)): return isWrong(json, type) ? .some(json) : nil
    case nil: return nil
    }
  }

  private func isWrong(_ json: JSON, _ type: TypeReference) -> Bool {
    if json.isNull { return type.isNonNull }
    // A list may contain only invalid items; here, whole lists are invalid.
    if type.item != nil {
      if case .array = json { return false }
      return true
    }
    let definition = server.data.schema[type.named]
    switch (definition.kind, json) {
    case (.object, .object), (.interface, .object), (.union, .object): return false
    case (.enum, .string): return false
    case (.scalar, _):
      switch (definition.name.string, json) {
      case ("String", .string), ("ID", .string), ("ID", .int), ("Int", .int), ("Float", .int), ("Float", .double), ("Boolean", .bool):
        return false
      case ("String", _), ("ID", _), ("Int", _), ("Float", _), ("Boolean", _): return true
      default: return false
      }
    default: return true
    }
  }
}
