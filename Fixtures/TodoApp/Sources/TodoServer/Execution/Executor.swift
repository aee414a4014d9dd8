import RelayRuntime

/// Executes one operation against the to-do lists (GraphQL specification, section 6).
struct Executor {
  /// The state that mutations change; the server reads it after the execution.
  private(set) var store: TodoStore
  private let document: RequestDocument
  private let variables: [String: JSON]
  private var errors: [JSON] = []
  private var path: [JSON] = []

  /// - Throws: ``RequestError`` if the variables do not fit the operation.
  init(_ document: RequestDocument, _ operation: RequestDocument.Operation, variables: JSON, store: TodoStore) throws {
    self.document = document
    self.store = store
    let given = variables.objectValue ?? [:]
    var values: [String: JSON] = [:]
    for variable in operation.variables {
      if let value = given[variable.name], !(value.isNull && variable.isNonNull) {
        values[variable.name] = value
      } else if case .some(.constant(let value)) = variable.defaultValue {
        values[variable.name] = value
      } else if variable.isNonNull {
        throw RequestError("Variable \"$\(variable.name)\" of a non-null type was not provided.")
      }
    }
    self.variables = values
  }

  /// The response to the operation whose root is `root`.
  mutating func response(_ operation: RequestDocument.Operation, on root: any ObjectValue) -> JSON {
    let data = complete(root, operation.selections).map { JSON.object($0) } ?? .null
    return self.errors.isEmpty ? ["data": data] : ["data": data, "errors": .array(self.errors)]
  }

  /// The selected fields of `object`; nil if a non-null field has no value.
  private mutating func complete(_ object: any ObjectValue, _ selections: [RequestDocument.Selection]) -> [String: JSON]? {
    var fields: [(key: String, fields: [RequestDocument.Field])] = []
    do {
      try collect(selections, on: type(of: object), depth: 0, into: &fields)
    } catch {
      report(error, at: nil)
      return nil
    }
    var result: [String: JSON] = [:]
    for (key, fields) in fields {
      guard let field = fields.first else { continue }
      path.append(.string(key))
      defer { path.removeLast() }
      let value = resolve(field, selections: fields.flatMap(\.selections), on: object)
      if value.isNull, !type(of: object).nullableFields.contains(field.name) { return nil }
      result[key] = value
    }
    return result
  }

  private mutating func resolve(
    _ field: RequestDocument.Field, selections: [RequestDocument.Selection], on object: any ObjectValue
  ) -> JSON {
    let typeName = type(of: object).typeName
    if field.name == "__typename" { return .string(typeName) }
    do {
      let arguments = try self.values(of: field.arguments)
      switch try object.resolve(FieldRequest(name: field.name, arguments: arguments), in: &store) {
      case .null:
        return .null
      case .scalar(let value):
        guard selections.isEmpty else { throw RequestError("Field \"\(field.name)\" must not have a selection.") }
        return value
      case .object(let value):
        guard !selections.isEmpty else { throw RequestError("Field \"\(field.name)\" must have a selection of subfields.") }
        return complete(value, selections).map { .object($0) } ?? .null
      case .list(let values):
        guard !selections.isEmpty else { throw RequestError("Field \"\(field.name)\" must have a selection of subfields.") }
        var items: [JSON] = []
        for (index, value) in values.enumerated() {
          path.append(.int(index))
          items.append(complete(value, selections).map { .object($0) } ?? .null)
          path.removeLast()
        }
        return .array(items)
      }
    } catch {
      report(error, at: field.location)
      return .null
    }
  }

  /// Groups the fields that apply to `type` by response key, in the order of the request (section 6.3.2).
  private func collect(
    _ selections: [RequestDocument.Selection], on type: any ObjectValue.Type, depth: Int,
    into fields: inout [(key: String, fields: [RequestDocument.Field])]
  ) throws {
    // Each level is a fragment inside the previous one; a cycle of fragments would not terminate.
    guard depth <= document.fragments.count + 64 else { throw RequestError("A fragment cannot spread itself.") }
    for selection in selections {
      switch selection {
      case .field(let field):
        guard try includes(field.directives) else { continue }
        if let index = fields.firstIndex(where: { $0.key == field.responseKey }) {
          fields[index].fields.append(field)
        } else {
          fields.append((field.responseKey, [field]))
        }
      case .inline(let typeCondition, let directives, let selections):
        guard try includes(directives), applies(typeCondition, to: type) else { continue }
        try self.collect(selections, on: type, depth: depth + 1, into: &fields)
      case .spread(let name, let directives):
        guard try includes(directives) else { continue }
        guard let fragment = document.fragments[name] else { throw RequestError("Unknown fragment \"\(name)\".") }
        guard applies(fragment.typeCondition, to: type) else { continue }
        try self.collect(fragment.selections, on: type, depth: depth + 1, into: &fields)
      }
    }
  }

  private func applies(_ typeCondition: String?, to type: any ObjectValue.Type) -> Bool {
    guard let typeCondition else { return true }
    return typeCondition == type.typeName || type.interfaces.contains(typeCondition)
  }

  private func includes(_ directives: [RequestDocument.Directive]) throws -> Bool {
    for directive in directives where directive.name == "include" || directive.name == "skip" {
      let condition = try values(of: directive.arguments)["if"]?.boolValue
      guard let condition else { throw RequestError("Directive \"@\(directive.name)\" needs its argument \"if\".") }
      if condition != (directive.name == "include") { return false }
    }
    return true
  }

  private func values(of arguments: [(name: String, value: RequestDocument.Value)]) throws -> [String: JSON] {
    var values: [String: JSON] = [:]
    for argument in arguments { values[argument.name] = self.value(of: argument.value) }
    return values
  }

  /// The value with its variables substituted; nil for a variable that was not provided.
  private func value(of value: RequestDocument.Value) -> JSON? {
    switch value {
    case .variable(let name): return variables[name]
    case .constant(let json): return json
    case .list(let items): return .array(items.map { self.value(of: $0) ?? .null })
    case .object(let members):
      var object: [String: JSON] = [:]
      for member in members { object[member.name] = self.value(of: member.value) }
      return .object(object)
    }
  }

  private mutating func report(_ error: any Error, at location: RequestDocument.Location?) {
    var error = error as? RequestError ?? RequestError("\(error)")
    error.location = error.location ?? location
    var json = error.json.objectValue ?? [:]
    if !self.path.isEmpty { json["path"] = .array(self.path) }
    errors.append(.object(json))
  }
}

extension RequestError {
  /// The error in the form of a response.
  var json: JSON {
    var members: [String: JSON] = ["message": .string(self.message)]
    if let location { members["locations"] = [["line": .int(location.line), "column": .int(location.column)]] }
    if let code { members["extensions"] = ["code": .string(code)] }
    return .object(members)
  }
}
