/// Root Operation Types (specification, section 3.3.1): there is a query root type, and the root types are different object types.
extension SchemaValidator {
  mutating func checkRootTypes(definition: SchemaDefinitionSyntax?, start: SourceRange, hasUnknownRootType: Bool) {
    if schema.queryType == nil, !hasUnknownRootType { report(.missingQueryType(at: definition?.range ?? start)) }
    var seen: [TypeID: OperationKind] = [:]
    for kind in [OperationKind.query, .mutation, .subscription] {
      guard let type = schema.rootType(kind) else { continue }
      if schema[type].kind != .object { report(.rootTypeNotAnObject(kind, schema[type])) }
      if let other = seen[type] {
        report(.sharedRootType(schema[type], kind, other, at: definition?.operationTypes.first { $0.kind == kind }?.type.range))
      }
      seen[type] = kind
    }
  }
}
