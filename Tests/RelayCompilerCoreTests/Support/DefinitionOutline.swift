@testable import RelayCompilerCore

extension Definition {
  /// A type system definition in one line of GraphQL, with lists of names normalized and separated by spaces.
  var outline: String {
    switch self {
    case .schema(let schema):
      line(
        schema.description, schema.isExtension, "schema", schema.directives,
        schema.operationTypes.map { "\($0.kind.rawValue): \($0.type.name)" }.inBraces)
    case .type(let type):
      line(
        type.description, type.isExtension, "\(type.kind.keyword) \(type.name.name)\(type.interfaces.list(after: " implements "))",
        type.directives,
        (type.fields.map(\.outline) + type.values.map(\.outline) + type.inputFields.map(\.outline)).inBraces
          + type.memberTypes.list(after: " = "))
    case .directive(let directive):
      (directive.description.map { "\"\($0.value)\" " } ?? "")
        + "directive @\(directive.name.name)\(directive.arguments.outline)\(directive.isRepeatable ? " repeatable" : "")"
        + directive.locations.list(after: " on ")
    case .operation, .fragment: "an executable definition"
    }
  }

  private func line(
    _ description: StringSyntax?, _ isExtension: Bool, _ head: String, _ directives: [DirectiveSyntax], _ body: String
  ) -> String {
    (description.map { "\"\($0.value)\" " } ?? "") + (isExtension ? "extend " : "") + head + directives.outline + body
  }
}

extension FieldDefinitionSyntax {
  fileprivate var outline: String { described(description, "\(name.name)\(arguments.outline): \(type.outline)\(directives.outline)") }
}

extension InputValueDefinitionSyntax {
  fileprivate var outline: String {
    described(description, "\(name.name): \(type.outline)\(defaultValue == nil ? "" : " = …")\(directives.outline)")
  }
}

extension EnumValueDefinitionSyntax {
  fileprivate var outline: String { described(description, "\(name.name)\(directives.outline)") }
}

extension TypeSyntax {
  fileprivate var outline: String {
    switch self {
    case .named(let name): name.name.string
    case .list(let item, _): "[\(item.outline)]"
    case .nonNull(let type, _): type.outline + "!"
    }
  }
}

private func described(_ description: StringSyntax?, _ text: String) -> String {
  (description.map { "\"\($0.value)\" " } ?? "") + text
}

extension [InputValueDefinitionSyntax] {
  fileprivate var outline: String { isEmpty ? "" : "(\(map(\.outline).joined(separator: " ")))" }
}

extension [DirectiveSyntax] {
  fileprivate var outline: String { map { " @\($0.name.name)" }.joined() }
}

extension [NameSyntax] {
  fileprivate func list(after opening: String) -> String {
    isEmpty ? "" : opening + map(\.name.string).joined(separator: " ")
  }
}

extension [String] {
  fileprivate var inBraces: String { isEmpty ? "" : " { \(joined(separator: " ")) }" }
}
