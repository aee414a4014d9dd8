internal import RelayCompilerCore

/// Fields of the server's schema that no document selects and no operation sends. A field of an interface counts as selected where that of a
/// type is, and the other way round.
extension LintRule {
  static func unusedSchemaFields(in project: ProjectModules) -> [LintFinding] {
    var selected: Set<String> = []
    for (module, document) in project.documents {
      guard let schema = project.modules[module].schema else { continue }
      var visitor = SelectedFieldVisitor(schema: schema)
      for definition in document.definitions { visitor.walk(definition, schema) }
      selected.formUnion(visitor.selected)
    }
    // What the compiler adds is sent, too: identifiers, and the page information of connections.
    for module in project.modules {
      guard let schema = module.schema else { continue }
      var visitor = SelectedFieldVisitor(schema: schema)
      for case .operation(let operation) in module.output.artifacts {
        guard let text = operation.text else { continue }
        let sent = Parser.parse(SourceFile(path: "", text: text), file: FileID(rawValue: 0)).0
        for definition in sent.definitions { visitor.walk(definition, schema) }
      }
      selected.formUnion(visitor.selected)
    }
    var seen: Set<String> = []
    return project.modules.indices.flatMap { module -> [LintFinding] in
      guard let schema = project.modules[module].schema else { return [] }
      return schema.types.filter { !$0.isBuiltIn && ($0.kind == .object || $0.kind == .interface) }.flatMap { type in
        type.fieldList.map { schema[$0] }.compactMap { field in
          let coordinate = "\(type.name).\(field.name)"
          if field.isClientOnly || field.range.isGenerated || selected.contains(coordinate) || !seen.insert(coordinate).inserted {
            return nil
          }
          return LintFinding(.unusedSchemaField, "No document selects '\(coordinate)'", at: field.range, in: module)
        }
      }
    }
  }
}

private struct SelectedFieldVisitor: TypedVisitor {
  let schema: Schema
  var selected: Set<String> = []

  mutating func visit(_ field: FieldSyntax, _ definition: FieldID, on type: TypeID) {
    let name = field.name.name
    var types = [type] + schema.possibleTypes(of: type)
    types += schema[type].interfaces
    for type in types where schema.field(name, on: type) != nil { selected.insert("\(schema[type].name).\(name)") }
  }
}
