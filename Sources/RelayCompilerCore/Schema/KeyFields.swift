/// `extend type Book @key(fields: "isbn")`: the fields that identify the objects of a type instead of its id.
///
/// The directive is that of federation. `@typePolicy(keyFields: "isbn")`, that of Apollo's clients, means the same; on an interface it is the key
/// of each object type that implements the interface and has no other, and `"id"` is what identifies objects anyway. Only client schema extensions count: a server's own
/// keys are for its gateway, and selecting them would change what apps send. A type has one key, the first that consists of plain fields.
extension SchemaBuilder {
  mutating func resolveKeys() {
    for type in types where type.origin == .client {
      for directive in type.syntax.directives {
        switch directive.name.name {
        case .key: resolve(directive, on: type.id)
        case .typePolicy where schema[type.id].kind == .object: resolve(directive, on: type.id)
        default: break
        }
      }
    }
    for type in types where type.origin == .client && schema[type.id].kind == .interface {
      for directive in type.syntax.directives where directive.name.name == .typePolicy {
        for object in schema[type.id].possibleTypes where schema[object].key == nil { resolve(directive, on: object) }
      }
    }
    guard schema.hasKeys else { return }
    for index in schema.types.indices where !schema.types[index].possibleTypes.isEmpty {
      schema.types[index].keyedTypes = schema.types[index].possibleTypes.filter { schema[$0].key != nil }
    }
  }

  private mutating func resolve(_ directive: DirectiveSyntax, on type: TypeID) {
    let index = Int(type.rawValue)
    guard schema[type].kind == .object else {
      diagnostics.append(.keyOfAbstractType(directive.name, on: schema[type]))
      return
    }
    let argument: Name = directive.name.name == .typePolicy ? .keyFields : .fields
    guard case .string(let text)? = directive.arguments.first(where: { $0.name.name == argument })?.value else {
      diagnostics.append(.keyWithoutFields(directive.name.name, argument, at: directive.range))
      return
    }
    if text.value.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      diagnostics.append(.nestedKey(on: schema[type].name, at: text.range))
      return
    }
    let names = text.keyFields
    if names.isEmpty {
      diagnostics.append(.keyWithoutFields(directive.name.name, argument, at: directive.range))
      return
    }
    if directive.name.name == .typePolicy, names.map(\.name) == [.id] { return }
    if let first = schema[type].key {
      diagnostics.append(.secondKey(on: schema[type].name, at: directive.range, first: first.range))
      return
    }
    let fields = names.compactMap { field($0, of: type) }
    if fields.count == names.count {
      schema.types[index].key = TypeDefinition.Key(fields: fields, range: directive.range)
      schema.hasKeys = true
    }
  }

  private mutating func field(_ name: NameSyntax, of type: TypeID) -> FieldID? {
    guard let id = schema.field(name.name, on: type) else {
      // The field may have been left out of an incomplete type because of an error.
      if !incomplete.contains(type) { diagnostics.append(.unknownKeyField(name, on: type, in: schema)) }
      return nil
    }
    let field = schema[id]
    let problem: KeyFieldProblem? =
      if schema.isComposite(field.type.named) || field.type.isList {
        .notALeaf(schema.description(of: field.type))
      } else if !field.arguments.isEmpty {
        .arguments
      } else if field.isClientOnly, !schema[type].isClientOnly {
        .clientOnly
      } else {
        nil
      }
    guard let problem else { return id }
    diagnostics.append(.unsuitableKeyField(name, on: schema[type].name, problem))
    return nil
  }
}

/// The reason why a field cannot be part of a key.
enum KeyFieldProblem {
  /// The associated value is the field's type.
  case notALeaf(String)
  case arguments
  /// Only the client knows the field, so the server does not send it.
  case clientOnly
}

extension TypeDefinition {
  /// The fields that identify the objects of a type.
  struct Key: Sendable {
    var fields: [FieldID]
    /// The range of its declaration.
    var range: SourceRange
  }
}

extension StringSyntax {
  /// The names in the text, separated by white space and commas, with their ranges.
  fileprivate var keyFields: [NameSyntax] {
    let bytes = Array(value.utf8)
    // In text without escapes, the range of a name follows from its offset.
    let isVerbatim = !isBlock && raw == value
    var names: [NameSyntax] = []
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex { " \t\r\n,".utf8.contains($0) } ?? bytes.count
      if end > position {
        let start = range.start + 1 + UInt32(position)
        let place = isVerbatim ? SourceRange(file: range.file, start: start, end: start + UInt32(end - position)) : range
        names.append(NameSyntax(Name(String(decoding: bytes[position..<end], as: UTF8.self)), at: place))
      }
      position = end + 1
    }
    return names
  }
}
