/// Splits the data of an answer into the parts in which a server that supports `@defer` sends it.
struct MockResponseParts {
  private let plan: NormalizationPlan
  private let variables: [String: JSON]
  /// The response keys and list indices from the root to the current object.
  private var place: [JSON] = []
  private var deferred: [JSON] = []

  init(_ operation: OperationDescriptor) {
    plan = operation.definition.normalization
    variables = operation.variables
  }

  /// The parts in order: first everything that is not deferred, then one part for each deferred fragment.
  mutating func split(_ data: JSON) -> [JSON] {
    let first = data.objectValue.map { JSON.object(members(0..<plan.steps.count, of: $0, typed: nil)) } ?? data
    let parts = [JSON.object(["data": first])] + deferred
    return parts.enumerated().map { position, part in
      .object((part.objectValue ?? [:]).merging(["hasNext": .bool(position + 1 < parts.count)]) { first, _ in first })
    }
  }

  /// The members of an object that the steps select outside of deferred fragments.
  private mutating func members(_ steps: Range<Int>, of object: [String: JSON], typed type: String?) -> [String: JSON] {
    var members = [String: JSON]()
    add(steps, of: object, typed: object["__typename"]?.stringValue ?? type, to: &members)
    return members
  }

  private mutating func add(_ steps: Range<Int>, of object: [String: JSON], typed type: String?, to members: inout [String: JSON]) {
    plan.forEachStep(in: steps) { _, step, children in
      switch step.kind {
      case .scalar: copy(plan.responseKeys[Int(step.index)], of: object, to: &members)
      case .linked:
        let key = plan.responseKeys[Int(step.index)]
        guard let value = object[key] else { return }
        place.append(.string(key))
        let part = linked(value, children, typed: step.type == Keys.none ? nil : Keys.name(step.type))
        place.removeLast()
        members[key] = members[key].map { JSON.merged($0, part) } ?? part
      case .inlineFragment:
        if step.abstractKey == Keys.none {
          guard Keys.name(step.type) == type else { return }
        } else {
          guard object[plan.responseKeys[Int(step.name)]] != nil else { return }
          copy(plan.responseKeys[Int(step.name)], of: object, to: &members)
        }
        add(children, of: object, typed: type, to: &members)
      case .typeDiscriminator: copy(plan.responseKeys[Int(step.name)], of: object, to: &members)
      case .condition:
        if plan.isTrue(step, variables) == step.flag { add(children, of: object, typed: type, to: &members) }
      case .defer:
        guard step.name < 0 || plan.isTrue(step, variables) else {
          add(children, of: object, typed: type, to: &members)
          return
        }
        let position = deferred.count
        deferred.append(.null)
        let data = self.members(children, of: object, typed: type)
        deferred[position] = ["label": .string(plan.labels[Int(step.index)]), "path": .array(place), "data": .object(data)]
      case .stream, .clientExtension: add(children, of: object, typed: type, to: &members)
      case .scalarHandle, .linkedHandle: break
      }
    }
  }

  private func copy(_ key: String, of object: [String: JSON], to members: inout [String: JSON]) {
    if let value = object[key] { members[key] = value }
  }

  private mutating func linked(_ value: JSON, _ children: Range<Int>, typed type: String?) -> JSON {
    switch value {
    case .object(let object): return .object(members(children, of: object, typed: type))
    case .array(let items):
      var parts: [JSON] = []
      for (position, item) in items.enumerated() {
        place.append(.int(position))
        parts.append(linked(item, children, typed: type))
        place.removeLast()
      }
      return .array(parts)
    default: return value
    }
  }
}

extension JSON {
  /// Two selections of one value, together.
  fileprivate static func merged(_ first: JSON, _ second: JSON) -> JSON {
    switch (first, second) {
    case (.object(let first), .object(let second)): .object(first.merging(second, uniquingKeysWith: merged))
    case (.array(let first), .array(let second)) where first.count == second.count: .array(zip(first, second).map(merged))
    default: second
    }
  }
}
