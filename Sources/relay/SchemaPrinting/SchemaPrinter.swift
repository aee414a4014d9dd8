internal import RelayCompilerCore

/// Prints type definitions as SDL (specification, section 3), in the layout of graphql-js: descriptions as block strings, arguments on one
/// line unless one has a description, and one empty line between definitions.
///
/// Left out are what every schema has: the directives of the specification, the standard scalars, and a `schema` definition that only says
/// what the names of the root types say.
struct SchemaPrinter {
  private var text = ""

  static func print(_ definitions: [Definition]) -> String {
    var printer = SchemaPrinter()
    let names = Set(definitions.compactMap { if case .type(let type) = $0 { type.name.name.string } else { nil } })
    for case .schema(let schema) in definitions { printer.add(schema, types: names) }
    for case .directive(let directive) in definitions where !specified.contains(directive.name.name.string) { printer.add(directive) }
    for case .type(let type) in definitions { printer.add(type) }
    return printer.text
  }

  private static let specified: Set<String> = ["skip", "include", "deprecated", "specifiedBy", "oneOf"]

  private mutating func begin(_ description: StringSyntax?) {
    if !text.isEmpty { text += "\n" }
    add(description, indentation: "", isFirst: true)
  }

  private mutating func add(_ schema: SchemaDefinitionSyntax, types: Set<String>) {
    let standard: [(OperationKind, String)] = [(.query, "Query"), (.mutation, "Mutation"), (.subscription, "Subscription")]
    let isStandard = standard.allSatisfy { kind, name in
      let type = schema.operationTypes.first { $0.kind == kind }?.type.name.string
      // Without a definition, a type of this name would become the root.
      return type == name || type == nil && !types.contains(name)
    }
    if isStandard, schema.description == nil { return }
    begin(schema.description)
    text += "schema {\n"
    for operation in schema.operationTypes { text += "  \(operation.kind.rawValue): \(operation.type.name)\n" }
    text += "}\n"
  }

  private mutating func add(_ directive: DirectiveDefinitionSyntax) {
    begin(directive.description)
    text += "directive @\(directive.name.name)"
    add(directive.arguments, indentation: "")
    text += (directive.isRepeatable ? " repeatable" : "") + " on " + directive.locations.map(\.name.string).joined(separator: " | ") + "\n"
  }

  private mutating func add(_ type: TypeDefinitionSyntax) {
    begin(type.description)
    let name = type.name.name.string
    switch type.kind {
    case .scalar: text += "scalar \(name)" + directives(type.directives) + "\n"
    case .object, .interface:
      text += "\(type.kind == .object ? "type" : "interface") \(name)"
      if !type.interfaces.isEmpty { text += " implements " + type.interfaces.map(\.name.string).joined(separator: " & ") }
      text += directives(type.directives)
      block(type.fields) { printer, field, isFirst in
        printer.add(field.description, indentation: "  ", isFirst: isFirst)
        printer.text += "  \(field.name.name)"
        printer.add(field.arguments, indentation: "  ")
        printer.text += ": \(Self.text(of: field.type))" + printer.directives(field.directives)
      }
    case .union:
      text += "union \(name)" + directives(type.directives)
      if !type.memberTypes.isEmpty { text += " = " + type.memberTypes.map(\.name.string).joined(separator: " | ") }
      text += "\n"
    case .enum:
      text += "enum \(name)" + directives(type.directives)
      block(type.values) { printer, value, isFirst in
        printer.add(value.description, indentation: "  ", isFirst: isFirst)
        printer.text += "  \(value.name.name)" + printer.directives(value.directives)
      }
    case .inputObject:
      text += "input \(name)" + directives(type.directives)
      block(type.inputFields) { printer, field, isFirst in
        printer.add(field.description, indentation: "  ", isFirst: isFirst)
        printer.text += "  " + printer.inputValue(field)
      }
    }
  }

  private mutating func block<Part>(_ parts: [Part], _ add: (inout SchemaPrinter, Part, _ isFirst: Bool) -> Void) {
    guard !parts.isEmpty else {
      text += "\n"
      return
    }
    text += " {\n"
    for (index, part) in parts.enumerated() {
      add(&self, part, index == 0)
      text += "\n"
    }
    text += "}\n"
  }

  // MARK: - Parts

  private mutating func add(_ arguments: [InputValueDefinitionSyntax], indentation: String) {
    if arguments.isEmpty { return }
    guard arguments.contains(where: { $0.description != nil }) else {
      text += "(" + arguments.map(inputValue).joined(separator: ", ") + ")"
      return
    }
    text += "(\n"
    for (index, argument) in arguments.enumerated() {
      add(argument.description, indentation: indentation + "  ", isFirst: index == 0)
      text += indentation + "  " + inputValue(argument) + "\n"
    }
    text += indentation + ")"
  }

  private func inputValue(_ value: InputValueDefinitionSyntax) -> String {
    let defaultValue = value.defaultValue.map { " = " + Self.text(of: $0) } ?? ""
    return "\(value.name.name): \(Self.text(of: value.type))\(defaultValue)\(directives(value.directives))"
  }

  private func directives(_ directives: [DirectiveSyntax]) -> String {
    directives.map { directive in
      // The default of `@deprecated(reason:)`.
      let arguments = directive.arguments.filter { argument in
        guard directive.name.name.string == "deprecated", case .string(let reason) = argument.value else { return true }
        return reason.value != "No longer supported"
      }
      let list = arguments.map { "\($0.name.name): \(Self.text(of: $0.value))" }.joined(separator: ", ")
      return " @\(directive.name.name)" + (list.isEmpty ? "" : "(\(list))")
    }.joined()
  }

  /// - Parameter isFirst: whether nothing of the same block is above it, which an empty line would set it apart from.
  private mutating func add(_ description: StringSyntax?, indentation: String, isFirst: Bool) {
    guard let description else { return }
    if !indentation.isEmpty, !isFirst { text += "\n" }
    for line in StringText.description(description.value).split(separator: "\n", omittingEmptySubsequences: false) {
      text += (line.isEmpty ? "" : indentation) + line + "\n"
    }
  }

  private static func text(of type: TypeSyntax) -> String {
    switch type {
    case .named(let name): name.name.string
    case .list(let item, _): "[\(text(of: item))]"
    case .nonNull(let type, _): text(of: type) + "!"
    }
  }

  private static func text(of value: ValueSyntax) -> String {
    switch value {
    case .variable(let name): "$\(name.name)"
    case .int(let text, _), .float(let text, _): text
    case .string(let string): StringText.quoted(string.value)
    case .boolean(let flag, _): "\(flag)"
    case .null: "null"
    case .enum(let name): name.name.string
    case .list(let items, _): "[\(items.map { text(of: $0) }.joined(separator: ", "))]"
    case .object(let fields, _): "{ \(fields.map { "\($0.name.name): \(text(of: $0.value))" }.joined(separator: ", ")) }"
    }
  }
}
