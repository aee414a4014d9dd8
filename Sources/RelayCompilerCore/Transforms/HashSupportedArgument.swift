/// Replaces the `supported: ["A", "B"]` argument of a field that loads data by type with a hash of its items, which keeps storage keys
/// short. The server still receives the list.
func hashSupportedArgument(_ program: Program, diagnostics: inout [Diagnostic]) -> Program {
  var transformer = SupportedArgumentTransformer(schema: program.schema)
  let result = program.transformed(by: &transformer)
  diagnostics += transformer.diagnostics
  return result
}

private struct SupportedArgumentTransformer: SelectionTransformer {
  let schema: Schema
  var diagnostics: [Diagnostic] = []

  mutating func transform(head: FieldHead) -> FieldHead? {
    guard let index = head.arguments.firstIndex(where: { $0.name == .supported }), let definition = head.definition,
      let input = schema[definition].arguments.first(where: { $0.name == .supported }), input.type.isList,
      schema[input.type.named].name == .stringType, schema.isAbstract(head.type.named)
    else { return nil }
    guard case .constant(.list(let items)) = head.arguments[index].value else {
      diagnostics.append(.supportedArgumentNotLiteral(at: head.arguments[index].valueRange))
      return nil
    }
    var bytes: [UInt8] = []
    for item in items {
      guard case .string(let string) = item else { return nil }
      bytes.append(0)
      bytes.append(contentsOf: string.utf8)
    }
    var head = head
    head.arguments[index].value = .constant(.string(ArgumentHash.base62(ArgumentHash.murmur3(bytes))))
    return head
  }
}
