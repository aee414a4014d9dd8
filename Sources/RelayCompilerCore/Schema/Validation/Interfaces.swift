/// A type that implements an interface must have its fields (specification, "IsValidImplementation" of section 3.6, and section 3.7).
///
/// For Relay, a missing field or interface is a warning, and so is a client field of a different type: documents are compiled against the
/// types that they name, and the server is responsible for its schema.
extension SchemaValidator {
  mutating func checkInterfaces(of id: TypeID) {
    for interface in schema[id].interfaces {
      if interface == id {
        report(.interfaceImplementsItself(schema[id]))
        continue
      }
      if !complete.contains(id) { checkImpliedInterfaces(of: id, through: interface) }
      if !incomplete.contains(id) { checkImplementation(of: interface, by: id) }
    }
  }

  private func lenient(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    if profile == .relay { diagnostic.severity = .warning }
    return diagnostic
  }

  /// The types that declare all interfaces implied by their own interfaces. If interfaces build on one another, most types need no
  /// separate search: an interface that declares everything itself covers what it implies.
  static func typesDeclaringImpliedInterfaces(in schema: Schema) -> Set<TypeID> {
    // Types with few interfaces come first, because the others build on them.
    let types = schema.types.indices.filter { !schema.types[$0].interfaces.isEmpty }
      .sorted { schema.types[$0].interfaces.count < schema.types[$1].interfaces.count }
    var result: Set<TypeID> = []
    for index in types {
      let id = TypeID(rawValue: UInt32(index))
      if schema[id].interfaces.count <= 4 {
        if schema[id].interfaces.allSatisfy({ schema[$0].interfaces.allSatisfy { schema.declares(id, $0) } }) { result.insert(id) }
        continue
      }
      var covered: Set<TypeID> = []
      let isComplete = schema[id].interfaces.sorted { schema[$0].interfaces.count > schema[$1].interfaces.count }.allSatisfy { interface in
        if covered.contains(interface) { return true }
        let implied = schema[interface].interfaces
        if result.contains(interface) { covered.formUnion(implied) }
        return implied.allSatisfy { schema.declares(id, $0) }
      }
      if isComplete { result.insert(id) }
    }
    return result
  }

  /// An implementor must also declare the interfaces that its interface implements.
  private mutating func checkImpliedInterfaces(of id: TypeID, through interface: TypeID) {
    for implied in schema[interface].interfaces where !schema.declares(id, implied) {
      if implied == id {
        report(.interfaceCycle(schema[id], through: schema[interface]))
      } else if implied != interface {
        report(lenient(.missingImpliedInterface(schema[implied].name, of: schema[id], through: schema[interface])))
      }
    }
  }

  /// Whether nothing has to be compared beyond the types, as for most fields. Asked first, because copies of definitions take time.
  private func isSimplySound(_ field: FieldID, for expected: FieldID) -> Bool {
    schema[field].type == schema[expected].type && schema[field].arguments.isEmpty && schema[expected].arguments.isEmpty
      && schema[expected].semanticNonNullLevels.isEmpty && schema[field].deprecation == nil
  }

  private mutating func checkImplementation(of interface: TypeID, by id: TypeID) {
    var missing: [FieldDefinition] = []
    for expectedID in schema[interface].fieldList {
      let fieldID = schema.field(schema[expectedID].name, on: id)
      if let fieldID, isSimplySound(fieldID, for: expectedID) { continue }
      let expected = schema[expectedID]
      guard let fieldID else {
        // The client resolves the fields that it adds to an interface, for any object.
        if expected.isClientOnly, !schema[interface].isClientOnly { continue }
        missing.append(expected)
        continue
      }
      let field = schema[fieldID]
      if !schema.isSubtype(field.type, of: expected.type) {
        let problem = Diagnostic.wrongInterfaceFieldType(field, of: schema[id].name, expected, of: schema[interface].name, in: schema)
        report(field.isClientOnly ? lenient(problem) : problem)
      }
      if let level = expected.semanticNonNullLevels.first(where: { !field.isNonNull(atLevel: $0) }) {
        report(.missingSemanticNonNull(field, of: schema[id].name, level: level, expected, interface: schema[interface].name))
      }
      for expectedArgument in expected.arguments {
        guard let argument = field.arguments.named(expectedArgument.name) else {
          report(.missingInterfaceArgument(expectedArgument, field, of: schema[id].name, interface: schema[interface].name))
          continue
        }
        if argument.type != expectedArgument.type {
          report(
            .wrongInterfaceArgumentType(
              argument, field, of: schema[id].name, expectedArgument, interface: schema[interface].name, in: schema))
        }
      }
      for argument in field.arguments.required where !expected.arguments.contains(argument.name) {
        report(.additionalRequiredArgument(argument, field, of: schema[id].name, expected, interface: schema[interface].name))
      }
      if profile == .specification, field.deprecation != nil, expected.deprecation == nil {
        report(.deprecatedInterfaceField(field, of: schema[id].name, interface: schema[interface].name))
      }
    }
    // Several missing fields are reported as one error.
    if let first = missing.first {
      report(lenient(.missingInterfaceFields(missing.map(\.name), first: first, of: schema[interface].name, on: schema[id])))
    }
  }
}

extension FieldDefinition {
  /// Whether a level of the field's type is null only if there is an error. Level 0 is the field itself, level 1 the items of its list.
  func isNonNull(atLevel level: Int) -> Bool {
    if semanticNonNullLevels.contains(level) { return true }
    var type = type
    for _ in 0..<max(0, level) {
      guard let item = type.item else { return true }
      type = item
    }
    return type.isNonNull
  }
}
