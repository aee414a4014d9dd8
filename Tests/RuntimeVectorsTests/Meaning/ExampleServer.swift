import RelayRuntime

@testable import RelayCompilerCore

/// Executes the text of an operation with `ExampleData`, according to section 6 of the specification. Deferred parts arrive with the
/// rest.
struct ExampleServer {
  let data: ExampleData
  let operation: OperationDefinitionSyntax
  private var fragments: [Name: FragmentDefinitionSyntax] = [:]

  struct NotAnOperation: Error {}

  /// - Throws: `NotAnOperation` if the text does not parse or has no operation.
  init(_ data: ExampleData, text: String) throws {
    let (document, diagnostics) = Parser.parse(SourceFile(path: "text", text: text), file: FileID(rawValue: 0))
    var found: OperationDefinitionSyntax?
    for definition in document.definitions {
      switch definition {
      case .operation(let operation): found = operation
      case .fragment(let fragment): fragments[fragment.name.name] = fragment
      default: break
      }
    }
    guard let found, diagnostics.isEmpty else { throw NotAnOperation() }
    self.data = data
    operation = found
  }

  /// The response.
  func execute(_ variables: [String: JSON]) throws -> JSON {
    guard let root = data.schema.rootType(operation.kind) else { throw NotAnOperation() }
    return ["data": execute([operation.selectionSet], on: data.root(root), coerced(variables))]
  }

  /// The variables' values, including defaults.
  func coerced(_ variables: [String: JSON]) -> [String: JSON] {
    var coerced: [String: JSON] = [:]
    for variable in operation.variables {
      let name = variable.variable.name.string
      coerced[name] = variables[name] ?? variable.defaultValue.flatMap { JSON($0, [:]) }
    }
    return coerced
  }

  private func execute(_ sets: [SelectionSetSyntax], on object: ExampleObject, _ variables: [String: JSON]) -> JSON {
    var members: [String: JSON] = [:]
    for (key, fields) in groups(sets, on: object, variables) {
      let first = fields[0]
      guard first.name.name != "__typename" else {
        members[key] = .string(data.schema[object.type].name.string)
        continue
      }
      guard let field = data.schema.field(first.name.name, on: object.type) else { continue }
      let value = data.value(of: field, arguments: first.arguments.values(variables), on: object)
      members[key] = complete(value, fields, variables)
    }
    return .object(members)
  }

  /// The selected fields of an object, grouped by response key.
  func groups(_ sets: [SelectionSetSyntax], on object: ExampleObject, _ variables: [String: JSON]) -> [(key: String, fields: [FieldSyntax])]
  {
    var groups: [(key: String, fields: [FieldSyntax])] = []
    var visited: Set<Name> = []
    for set in sets { collect(set, object, variables, &groups, &visited) }
    return groups
  }

  private func complete(_ value: ExampleValue, _ fields: [FieldSyntax], _ variables: [String: JSON]) -> JSON {
    switch value {
    case .null: .null
    case .scalar(let json): json
    case .list(let items): .array(items.map { complete($0, fields, variables) })
    case .object(let object): execute(fields.compactMap(\.selectionSet), on: object, variables)
    }
  }

  /// CollectFields (specification, section 6.3.2).
  private func collect(
    _ set: SelectionSetSyntax, _ object: ExampleObject, _ variables: [String: JSON],
    _ groups: inout [(key: String, fields: [FieldSyntax])], _ visited: inout Set<Name>
  ) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        guard field.directives.include(variables) else { continue }
        let key = (field.alias ?? field.name).name.string
        if let index = groups.firstIndex(where: { $0.key == key }) {
          groups[index].fields.append(field)
        } else {
          groups.append((key, [field]))
        }
      case .fragmentSpread(let spread):
        guard spread.directives.include(variables), visited.insert(spread.name.name).inserted,
          let fragment = fragments[spread.name.name], applies(fragment.typeCondition, to: object)
        else { continue }
        collect(fragment.selectionSet, object, variables, &groups, &visited)
      case .inlineFragment(let fragment):
        guard fragment.directives.include(variables), fragment.typeCondition.map({ applies($0, to: object) }) ?? true else { continue }
        collect(fragment.selectionSet, object, variables, &groups, &visited)
      }
    }
  }

  private func applies(_ condition: NameSyntax, to object: ExampleObject) -> Bool {
    data.schema.type(named: condition.name).map { data.schema.isSubtype(object.type, of: $0) } ?? false
  }
}
