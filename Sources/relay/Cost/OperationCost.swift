internal import RelayCompilerCore

/// What an operation asks of the server at most, in numbers: the selections of its text, with fragments in place of spreads.
///
/// All are upper bounds: conditions count as met, and the selections for different types are added.
struct OperationCost: Codable, Equatable {
  /// The fields that are selected, without `__typename`, each as often as it is.
  var fields = 0
  /// How many fields are within one another.
  var depth = 0
  /// Objects that the server may have to make: each counts 1 or what `@cost` says, times the size of the lists around it (`ListSize`).
  var cost = 0

  /// The items of a list of which nothing is known, unless a configuration or an option says otherwise.
  static let defaultListSize = 10

  /// Each operation of a text, with the share of each field of the root type.
  struct Operation {
    var name: String
    var range: SourceRange
    var total: OperationCost
    var shares: [(field: String, cost: OperationCost)]
  }

  /// - Parameters:
  ///   - text: operations with the fragments that they spread, as they are sent.
  ///   - listSize: the items of a list of which nothing is known.
  static func operations(in text: Document, _ schema: Schema, listSize: Int) -> [Operation] {
    var fragments: [Name: FragmentDefinitionSyntax] = [:]
    for case .fragment(let fragment) in text.definitions where fragments[fragment.name.name] == nil {
      fragments[fragment.name.name] = fragment
    }
    return text.definitions.compactMap { definition in
      guard case .operation(let operation) = definition, let root = schema.rootType(operation.kind) else { return nil }
      var counter = SelectionCounter(schema: schema, sizes: ListSize(schema, of: operation, default: listSize), fragments: fragments)
      let selection = counter.count(operation.selectionSet, on: root)
      return Operation(
        name: operation.name?.name.string ?? "", range: operation.range, total: selection.total,
        shares: selection.shares.map { ($0.key.string, $0.value.rounded) }.sorted { ($1.1.cost, $0.0) < ($0.1.cost, $1.0) })
    }
  }
}

/// What a selection set costs, by its fields. The size of a list may depend on the field around it, so that both are kept: what the field
/// costs as it is, and what it costs for each item.
struct SelectionCost {
  struct Share {
    var fields = 0.0
    var depth = 0
    var cost = 0.0
    /// The cost for each item, and that which does not depend on the list's size. The size of a field that is no list is always 1.
    var item = 0.0
    var fixed = 0.0
    var isList = false

    mutating func add(_ other: Share) {
      fields += other.fields
      depth = max(depth, other.depth)
      cost += other.cost
      item += other.item
      fixed += other.fixed
      isList = isList || other.isList
    }

    var rounded: OperationCost { OperationCost(fields: fields.clamped, depth: depth, cost: cost.clamped) }
  }

  var shares: [Name: Share] = [:]

  mutating func add(_ other: SelectionCost) { for (name, share) in other.shares { shares[name, default: Share()].add(share) } }

  var fields: Double { shares.values.reduce(0) { $0 + $1.fields } }
  var depth: Int { shares.values.reduce(0) { max($0, $1.depth) } }

  /// - Parameter sized: the fields whose lists have the size that an argument of the field around them gives.
  func cost(_ sized: ListSize.OfSelections?) -> Double {
    shares.reduce(0) { sum, entry in
      guard let sized, entry.value.isList, sized.fields.contains(entry.key) else { return sum + entry.value.cost }
      return sum + entry.value.fixed + entry.value.item.times(sized.size)
    }
  }

  var total: OperationCost { OperationCost(fields: fields.clamped, depth: depth, cost: cost(nil).clamped) }
}

/// Counts selection sets. Each fragment is counted once, so that the time is in proportion to the text, however often fragments are spread.
private struct SelectionCounter {
  let schema: Schema
  let sizes: ListSize
  let fragments: [Name: FragmentDefinitionSyntax]
  private var counted: [Name: SelectionCost] = [:]

  init(schema: Schema, sizes: ListSize, fragments: [Name: FragmentDefinitionSyntax]) {
    (self.schema, self.sizes, self.fragments) = (schema, sizes, fragments)
  }

  mutating func count(_ set: SelectionSetSyntax, on type: TypeID?) -> SelectionCost {
    // Fragments before those that spread them: the text may be a chain of any length.
    var pending = Spreads(of: set).fragments.map { ($0, isFinished: false) }
    var visited: Set<Name> = []
    while let (name, isFinished) = pending.popLast() {
      guard let fragment = fragments[name], counted[name] == nil else { continue }
      if isFinished {
        counted[name] = cost(of: fragment.selectionSet, on: schema.type(named: fragment.typeCondition.name))
      } else if visited.insert(name).inserted {
        pending.append((name, true))
        pending += Spreads(of: fragment.selectionSet).fragments.map { ($0, false) }
      }
    }
    return cost(of: set, on: type)
  }

  private func cost(of set: SelectionSetSyntax, on type: TypeID?) -> SelectionCost {
    var result = SelectionCost()
    for selection in set.selections {
      switch selection {
      case .field(let field) where field.name.name == "__typename": continue
      case .field(let field): result.shares[field.name.name, default: SelectionCost.Share()].add(share(of: field, on: type))
      case .inlineFragment(let fragment):
        result.add(cost(of: fragment.selectionSet, on: fragment.typeCondition.map { schema.type(named: $0.name) } ?? type))
      case .fragmentSpread(let spread):
        // In a cycle, which no valid text has, nothing is counted yet.
        if let fragment = counted[spread.name.name] { result.add(fragment) }
      }
    }
    return result
  }

  private func share(of field: FieldSyntax, on type: TypeID?) -> SelectionCost.Share {
    let definition = type.flatMap { schema.field(field.name.name, on: $0) }.map { schema[$0] }
    let inner = field.selectionSet.map { cost(of: $0, on: definition?.type.named) } ?? SelectionCost()
    var share = SelectionCost.Share(fields: 1 + inner.fields, depth: 1 + inner.depth)
    guard let definition else {
      share.cost = inner.cost(nil)
      share.item = share.cost
      return share
    }
    share.isList = definition.type.isList
    let own = definition.directives.weight ?? schema[definition.type.named].directives.weight
    share.item = (own ?? (schema.isComposite(definition.type.named) ? 1 : 0)) + inner.cost(sizes.ofSelections(field, definition))
    share.fixed = field.arguments.reduce(0) { $0 + (definition.arguments.named($1.name.name)?.directives.weight ?? 0) }
    share.cost = share.fixed + share.item.times(share.isList ? sizes.size(of: field, definition) : 1)
    return share
  }
}

extension [DirectiveUse] {
  /// The number of `@cost(weight:)`, which is a string in its specification, and a number at some servers.
  fileprivate var weight: Double? {
    guard let argument = first(where: { $0.name == "cost" })?.arguments.first(where: { $0.name == "weight" }) else { return nil }
    let weight: Double? =
      switch argument.value {
      case .int(let value): Double(value)
      case .float(let value): value
      case .string(let text): Double(text)
      case .boolean, .null, .enum, .list, .object: nil
      }
    return weight.flatMap { $0.isFinite ? Swift.max(0, $0) : nil }
  }
}

extension Double {
  /// The cost of some items. None of them cost nothing, even if one costs more than a number can say.
  fileprivate func times(_ items: Double) -> Double { self == 0 || items == 0 ? 0 : self * items }

  /// Rounded up, as an integer that every reader of JSON can represent.
  fileprivate var clamped: Int { Int(Swift.min(self, 9_007_199_254_740_991).rounded(.up)) }
}
