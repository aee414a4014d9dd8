import RelayRuntime

@testable import RelayCompilerCore

/// What a view should see, derived from the document as written: without passes, operation text or store.
indirect enum Meaning {
  case null
  case scalar(JSON)
  case list([Meaning])
  case object(MeantObject)
}

struct MeantObject {
  let object: ExampleObject
  /// By response key or alias, without selections that `@include` and `@skip` exclude.
  var members: [String: Meaning] = [:]
  /// The fragments spread here, by name, with the values of their own variables here.
  var spreads: [Name: [String: JSON]] = [:]
  /// The number of levels of objects, starting with this one, that may have more members than the document selects.
  ///
  /// Relay reads the selections of an inline fragment on an abstract type even if it does not match, as far as they are in the store; the
  /// generated `as…` property hides that from an app. In addition, connections, their edges and nodes get the fields that pagination
  /// needs.
  var lenientLevels = 0
}

/// Interprets documents as written for Relay, with `ExampleData`.
struct DocumentMeaning {
  let data: ExampleData
  /// The operation's variables, including defaults.
  let globals: [String: JSON]
  let fragments: [Name: FragmentDefinitionSyntax]

  /// - Returns: nil if a field with `@required` is null.
  func operation(_ operation: OperationDefinitionSyntax) -> MeantObject? {
    guard let root = data.schema.rootType(operation.kind) else { return nil }
    return read([operation.selectionSet], on: data.root(root), globals)
  }

  func fragment(_ fragment: FragmentDefinitionSyntax, on object: ExampleObject, _ own: [String: JSON]) -> MeantObject? {
    read([fragment.selectionSet], on: object, globals.merging(own) { $1 })
  }

  /// The selections on one object; fields with the same key are one field.
  private struct Collected {
    var fields: [(key: String, fields: [FieldSyntax])] = []
    var aliased: [(key: String, sets: [SelectionSetSyntax]?)] = []
    var spreads: [Name: [String: JSON]] = [:]
    var aliasedSpreads: [(key: String, spread: (Name, [String: JSON])?)] = []
    var hasUnmatched = false
  }

  private func read(_ sets: [SelectionSetSyntax], on object: ExampleObject, _ variables: [String: JSON]) -> MeantObject? {
    var collected = Collected()
    for set in sets { collect(set, object, variables, &collected) }
    var meant = MeantObject(object: object, spreads: collected.spreads, lenientLevels: collected.hasUnmatched ? .max : 0)
    for (key, fields) in collected.fields {
      let value = self.value(of: fields, on: object, variables)
      if case .null = value, fields.contains(where: { $0.directives.named("required") != nil }) { return nil }
      meant.members[key] = value
    }
    for (key, sets) in collected.aliased {
      meant.members[key] = sets.flatMap { read($0, on: object, variables) }.map { .object($0) } ?? .null
    }
    for (key, spread) in collected.aliasedSpreads {
      guard let (name, own) = spread else {
        meant.members[key] = .null
        continue
      }
      meant.members[key] = .object(MeantObject(object: object, spreads: [name: own]))
    }
    return meant
  }

  private func value(of fields: [FieldSyntax], on object: ExampleObject, _ variables: [String: JSON]) -> Meaning {
    let first = fields[0]
    if first.name.name == "__typename" { return .scalar(.string(data.schema[object.type].name.string)) }
    guard let field = data.schema.field(first.name.name, on: object.type) else { return .null }
    let sets = fields.compactMap(\.selectionSet)
    let isConnection = fields.contains { $0.directives.named("connection") != nil }
    func complete(_ value: ExampleValue) -> Meaning {
      switch value {
      case .null: return .null
      case .scalar(let json): return .scalar(json)
      case .list(let items): return .list(items.map { complete($0) })
      case .object(let object):
        guard var meant = read(sets, on: object, variables) else { return .null }
        if isConnection { meant.lenientLevels = max(3, meant.lenientLevels) }
        return .object(meant)
      }
    }
    return complete(data.value(of: field, arguments: first.arguments.values(variables), on: object))
  }

  private func collect(_ set: SelectionSetSyntax, _ object: ExampleObject, _ variables: [String: JSON], _ collected: inout Collected) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        guard field.directives.include(variables) else { continue }
        let key = (field.alias ?? field.name).name.string
        if let index = collected.fields.firstIndex(where: { $0.key == key }) {
          collected.fields[index].fields.append(field)
        } else {
          collected.fields.append((key, [field]))
        }
      case .inlineFragment(let fragment):
        guard fragment.directives.include(variables) else { continue }
        let matches = fragment.typeCondition.map { applies($0, to: object) } ?? true
        if let alias = fragment.directives.named("alias") {
          let key = alias.arguments.values([:])["as"]?.stringValue ?? fragment.typeCondition?.name.string ?? ""
          collected.aliased.append((key, matches ? [fragment.selectionSet] : nil))
        } else if matches {
          collect(fragment.selectionSet, object, variables, &collected)
        } else if isAbstract(fragment.typeCondition) {
          collected.hasUnmatched = true
        }
      case .fragmentSpread(let spread):
        guard spread.directives.include(variables), let fragment = fragments[spread.name.name] else { continue }
        let matches = applies(fragment.typeCondition, to: object)
        let own = ownVariables(of: fragment, spread, variables)
        if let alias = spread.directives.named("alias") {
          let key = alias.arguments.values([:])["as"]?.stringValue ?? spread.name.name.string
          collected.aliasedSpreads.append((key, matches ? (spread.name.name, own) : nil))
        } else if spread.directives.named("relay")?.arguments.values([:])["mask"] == false {
          if matches {
            collect(fragment.selectionSet, object, variables, &collected)
          } else if isAbstract(fragment.typeCondition) {
            collected.hasUnmatched = true
          }
        } else if matches {
          collected.spreads[spread.name.name] = own
        }
      }
    }
  }

  /// The values for the declarations in `@argumentDefinitions`: passed with `@arguments`, otherwise the default. Passing a literal null
  /// means passing nothing.
  private func ownVariables(
    of fragment: FragmentDefinitionSyntax, _ spread: FragmentSpreadSyntax, _ variables: [String: JSON]
  ) -> [String: JSON] {
    let passed = spread.directives.named("arguments")?.arguments ?? []
    var own: [String: JSON] = [:]
    for definition in fragment.directives.named("argumentDefinitions")?.arguments ?? [] {
      let name = definition.name.name.string
      if let argument = passed.first(where: { $0.name.name == definition.name.name }), !argument.value.isNullLiteral {
        own[name] = JSON(argument.value, variables) ?? .null
      } else if case .object(let properties, _) = definition.value,
        let value = properties.first(where: { $0.name.name == "defaultValue" })?.value
      {
        own[name] = JSON(value, [:])
      }
    }
    return own
  }

  private func isAbstract(_ condition: NameSyntax?) -> Bool {
    condition.flatMap { data.schema.type(named: $0.name) }.map { data.schema.isAbstract($0) } ?? false
  }

  private func applies(_ condition: NameSyntax, to object: ExampleObject) -> Bool {
    data.schema.type(named: condition.name).map { data.schema.isSubtype(object.type, of: $0) } ?? false
  }
}

extension ValueSyntax {
  fileprivate var isNullLiteral: Bool {
    if case .null = self { return true }
    return false
  }
}
