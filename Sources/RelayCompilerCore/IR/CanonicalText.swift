/// Writes a definition in a canonical form, independent of its layout and comments. An artifact's `hash` is the MD5 of this text and
/// shows whether the artifact was generated from the definition.
///
/// Directives of ours are left out: the text is what Relay's compiler would read. Literals are written as in the source. Indentation is two spaces, each selection has its own line, and there is no newline at the end.
struct CanonicalText {
  private var text: [UInt8] = []

  private init() { text.reserveCapacity(512) }

  fileprivate static func hash(of operation: OperationDefinitionSyntax) -> String {
    var writer = CanonicalText()
    writer.write(operation)
    return MD5.hexadecimalDigest(of: writer.text)
  }

  fileprivate static func hash(of fragment: FragmentDefinitionSyntax) -> String {
    var writer = CanonicalText()
    writer.write(fragment)
    return MD5.hexadecimalDigest(of: writer.text)
  }

  // MARK: Definitions

  private mutating func write(_ operation: OperationDefinitionSyntax) {
    text.append(contentsOf: operation.kind.rawValue.utf8)
    if let name = operation.name {
      text.append(UInt8(ascii: " "))
      text.append(name.name)
    }
    list(operation.variables, from: "(", to: ")") { writer, variable in
      writer.text.append(UInt8(ascii: "$"))
      writer.text.append(variable.variable.name)
      writer.text.append(ascii: ": ")
      writer.write(variable.type)
      if let value = variable.defaultValue {
        writer.text.append(ascii: " = ")
        writer.write(value)
      }
      writer.write(variable.directives)
    }
    write(operation.directives)
    write(operation.selectionSet, depth: 0)
  }

  private mutating func write(_ fragment: FragmentDefinitionSyntax) {
    text.append(ascii: "fragment ")
    text.append(fragment.name.name)
    text.append(ascii: " on ")
    text.append(fragment.typeCondition.name)
    write(fragment.directives)
    write(fragment.selectionSet, depth: 0)
  }

  // MARK: Selections

  private mutating func write(_ set: SelectionSetSyntax, depth: Int) {
    text.append(ascii: " {\n")
    for selection in set.selections {
      indent(depth + 1)
      switch selection {
      case .field(let field):
        if let alias = field.alias {
          text.append(alias.name)
          text.append(ascii: ": ")
        }
        text.append(field.name.name)
        write(field.arguments)
        write(field.directives)
        if let inner = field.selectionSet { write(inner, depth: depth + 1) }
      case .fragmentSpread(let spread):
        text.append(ascii: "...")
        text.append(spread.name.name)
        write(spread.directives)
      case .inlineFragment(let fragment):
        text.append(ascii: "...")
        if let type = fragment.typeCondition {
          text.append(ascii: " on ")
          text.append(type.name)
        }
        write(fragment.directives)
        write(fragment.selectionSet, depth: depth + 1)
      }
      text.append(UInt8(ascii: "\n"))
    }
    indent(depth)
    text.append(UInt8(ascii: "}"))
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { text.append(ascii: "  ") }
  }

  private mutating func write(_ directives: [DirectiveSyntax]) {
    for directive in directives where !DefinitionBuilder.isOfFreshness(directive) {
      text.append(ascii: " @")
      text.append(directive.name.name)
      write(directive.name.name == .refetchable ? directive.arguments.compactMap(Self.withoutFreshness) : directive.arguments)
    }
  }

  /// An argument of `@refetchable` without the directives of ours that it gives the query; nil if nothing is left of it.
  private static func withoutFreshness(_ argument: ArgumentSyntax) -> ArgumentSyntax? {
    guard argument.name.name == .directives, case .list(let items, let range) = argument.value else { return argument }
    let others = items.filter { item in
      guard case .string(let string) = item,
        case (let syntax?, []) = Parser.directives(in: StringSyntax(range: .generated, plain: string.value))
      else { return true }
      return !syntax.allSatisfy(DefinitionBuilder.isOfFreshness)
    }
    if others.count == items.count { return argument }
    return others.isEmpty ? nil : ArgumentSyntax(range: argument.range, name: argument.name, value: .list(others, range))
  }

  private mutating func write(_ arguments: [ArgumentSyntax]) {
    list(arguments, from: "(", to: ")") { $0.write($1) }
  }

  private mutating func write(_ argument: ArgumentSyntax) {
    text.append(argument.name.name)
    text.append(ascii: ": ")
    write(argument.value)
  }

  /// Writes nothing if there are no elements.
  private mutating func list<Element>(
    _ elements: [Element], from opening: StaticString, to closing: StaticString, _ write: (inout CanonicalText, Element) -> Void
  ) {
    if elements.isEmpty { return }
    text.append(ascii: opening)
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(ascii: ", ") }
      write(&self, element)
    }
    text.append(ascii: closing)
  }

  // MARK: Values and types

  private mutating func write(_ value: ValueSyntax) {
    switch value {
    case .variable(let name):
      text.append(UInt8(ascii: "$"))
      text.append(name.name)
    case .int(let literal, _), .float(let literal, _): text.append(contentsOf: literal.utf8)
    case .string(let string):
      text.append(ascii: string.isBlock ? "\"\"\"" : "\"")
      text.append(contentsOf: string.raw.utf8)
      text.append(ascii: string.isBlock ? "\"\"\"" : "\"")
    case .boolean(let boolean, _): text.append(ascii: boolean ? "true" : "false")
    case .null: text.append(ascii: "null")
    case .enum(let name): text.append(name.name)
    case .list(let items, _):
      if items.isEmpty { text.append(ascii: "[]") }
      list(items, from: "[", to: "]") { $0.write($1) }
    case .object(let fields, _):
      if fields.isEmpty { text.append(ascii: "{}") }
      list(fields, from: "{", to: "}") { $0.write($1) }
    }
  }

  private mutating func write(_ type: TypeSyntax) {
    switch type {
    case .named(let name): text.append(name.name)
    case .list(let item, _):
      text.append(UInt8(ascii: "["))
      write(item)
      text.append(UInt8(ascii: "]"))
    case .nonNull(let type, _):
      write(type)
      text.append(UInt8(ascii: "!"))
    }
  }
}

/// The source text of a definition. The hash is computed on demand, because generated Swift code does not contain it.
package final class DefinitionSource: Sendable {
  private enum Syntax {
    case operation(OperationDefinitionSyntax)
    case fragment(FragmentDefinitionSyntax)
  }

  private let syntax: Syntax

  init(_ operation: OperationDefinitionSyntax) { syntax = .operation(operation) }

  init(_ fragment: FragmentDefinitionSyntax) { syntax = .fragment(fragment) }

  /// The MD5 of the definition's canonical text.
  var hash: String {
    switch syntax {
    case .operation(let operation): CanonicalText.hash(of: operation)
    case .fragment(let fragment): CanonicalText.hash(of: fragment)
    }
  }
}
