internal import RelayCompilerCore

/// Replacing what is deprecated, and naming a definition after its file.
extension TextQuery {
  /// Replaces a deprecated field, argument or enum value by the one that the reason names.
  func replaceDeprecated(_ node: Int) -> JSON? {
    guard outline.nodes[node].isNamed(at: Int(outline.nodes[node].nameStart)), let symbol = scope.symbol(of: node) else { return nil }
    let reason: String?
    let candidates: [Name]
    switch symbol {
    case .field(let type, let name):
      guard outline.nodes[node].kind == .field, let type = schema.type(named: type), let field = schema.field(name, on: type) else {
        return nil
      }
      reason = schema[field].deprecation
      let given = outline.child(of: node, .arguments).map(outline.children(of:)) ?? []
      candidates = schema[type].fieldList.filter { other in
        other != field && schema[other].deprecation == nil
          && schema.isComposite(schema[other].type.named) == schema.isComposite(schema[field].type.named)
          && schema[other].arguments.required.allSatisfy { argument in given.contains { outline.nodes[$0].name == argument.name } }
          && given.allSatisfy { argument in outline.nodes[argument].name.map { schema[other].arguments.named($0) != nil } ?? false }
      }.map { schema[$0].name }
    case .enumValue(let type, let name):
      guard let type = schema.type(named: type) else { return nil }
      reason = schema[type].values.first { $0.name == name }?.deprecation
      candidates = schema[type].values.filter { $0.name != name && $0.deprecation == nil }.map(\.name)
    case .argument(let type, let field, let name):
      guard let field = schema.type(named: type).flatMap({ schema.field(field, on: $0) }) else { return nil }
      reason = schema[field].arguments.named(name)?.deprecation
      candidates = schema[field].arguments.filter { $0.name != name && $0.deprecation == nil }.map(\.name)
    default: return nil
    }
    guard let reason, let replacement = Self.named(in: reason, of: candidates) else { return nil }
    return action("Replace by '\(replacement)'", "quickfix", [(index, outline.nodes[node].nameRange, replacement.string)])
  }

  /// The only one of some names that occurs in a text as a word.
  private static func named(in text: String, of names: [Name]) -> Name? {
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { Name(String($0)) })
    let found = names.filter(words.contains)
    return found.count == 1 ? found[0] : nil
  }

  /// Renames a definition so that it begins with the name of its file, everywhere.
  func nameAfterFile(_ node: Int) -> JSON? {
    let definition = outline.nodes[node]
    guard definition.isDefinition, definition.hasName, let name = definition.name else { return nil }
    let file = FilePath.name(of: text.path).prefix { $0 != "." }
    let module = String(file.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    guard module.first?.isLetter == true, !name.string.hasPrefix(module) else { return nil }
    let wanted: String
    switch definition.kind {
    case .fragment:
      let type = scope.condition(of: node)?.string ?? "data"
      let suffix = name.string.split(separator: "_", maxSplits: 1).dropFirst().first.map(String.init)
      wanted = module + "_" + (suffix ?? type.prefix(1).lowercased() + type.dropFirst())
    case .operation:
      let kind = definition.operationKind.rawValue
      let suffix = kind.prefix(1).uppercased() + kind.dropFirst()
      wanted = module.hasSuffix(suffix) ? module : module + suffix
    default: return nil
    }
    guard let symbol = scope.symbol(of: node), let edit = try? renameEdit(symbol, to: wanted) else { return nil }
    return ["title": .string("Rename to '\(wanted)', after the file"), "kind": "refactor.rewrite", "edit": edit.edit]
  }
}
