/// Reads the JSON result of an introspection query as the type system it describes (specification, section 4). Names keep their positions
/// in the JSON file.
package struct IntrospectionReader {
  private var diagnostics: [Diagnostic] = []
  private let file: FileID

  /// Parses a schema file: JSON if it begins like an object of JSON, SDL otherwise.
  ///
  /// - Parameter isOfServer: whether syntax that is newer than the parser is skipped with a warning.
  package static func parseSchema(_ source: SourceFile, file: FileID, isOfServer: Bool = false) -> (Document, [Diagnostic]) {
    if isJSON(source) { return parse(source, file: file) }
    if let problem = misplaced(in: source, file: file) { return (Document(file: file, definitions: []), [problem]) }
    return Parser.parse(source, file: file, isOfServer: isOfServer)
  }

  /// Whether it begins with a brace and, unless its name says that it is JSON, a key in quotes: no document in GraphQL does.
  static func isJSON(_ source: SourceFile) -> Bool {
    guard let brace = firstCharacter(of: source), source.bytes[brace] == UInt8(ascii: "{") else { return false }
    if source.path.hasSuffix(".json") { return true }
    return firstCharacter(of: source, from: brace + 1).map { source.bytes[$0] == UInt8(ascii: "\"") } ?? false
  }

  /// Whether a download that is no GraphQL was saved under the name of a document: a web page, or what a server answered.
  static func misplaced(in source: SourceFile, file: FileID) -> Diagnostic? {
    guard let start = firstCharacter(of: source) else { return nil }
    let range = SourceRange(file: file, start: UInt32(clamping: start), end: UInt32(clamping: start + 1))
    if source.bytes[start] == UInt8(ascii: "<") { return .webPage(at: range) }
    guard isJSON(source), let json = try? JSONSyntax.parse(source, file: file) else { return nil }
    let schema = json["data"]?["__schema"] ?? json["__schema"]
    let isSchema = if case .array? = schema?["types"]?.value { true } else { false }
    return isSchema ? .introspectionInDocument(at: range) : missingSchema(in: json, file: file)
  }

  /// The position of the first byte that is no white space and no byte order mark.
  private static func firstCharacter(of source: SourceFile, from start: Int? = nil) -> Int? {
    let end = min(source.range.upperBound, source.bytes.count)
    var position = max(0, start ?? source.range.lowerBound)
    while position < end {
      switch source.bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: position += 1
      default: return position
      }
    }
    return nil
  }

  /// `{"data": {"__schema": …}}`, `{"__schema": …}`, or the schema alone.
  package static func parse(_ source: SourceFile, file: FileID) -> (Document, [Diagnostic]) {
    let json: JSONSyntax
    do throws(JSONSyntaxError) {
      json = try JSONSyntax.parse(source, file: file)
    } catch {
      return (Document(file: file, definitions: []), [error.diagnostic])
    }
    var reader = IntrospectionReader(file: file)
    let schema = json["data"]?["__schema"] ?? json["__schema"] ?? json
    guard case .array? = schema["types"]?.value else {
      return (Document(file: file, definitions: []), [Self.missingSchema(in: json, file: file)])
    }
    let definitions = reader.definitions(of: schema)
    return (Document(file: file, definitions: definitions), reader.diagnostics)
  }

  /// A server that refuses introspection answers with errors.
  private static func missingSchema(in json: JSONSyntax, file: FileID) -> Diagnostic {
    let errors: [JSONSyntax] = if case .array(let errors)? = json["errors"]?.value { errors } else { [] }
    let messages = errors.lazy.compactMap { $0["message"] } + [json["message"], json["error"]].compactMap { $0 }
    guard let message = messages.first(where: { $0.string != nil }), let text = message.string else {
      return .notIntrospection(at: SourceRange(file: file, start: 0, end: 1))
    }
    return .answeredWithError(text, at: message.range)
  }

  private init(file: FileID) { self.file = file }

  // MARK: - Definitions

  private mutating func definitions(of schema: JSONSyntax) -> [Definition] {
    var result: [Definition] = []
    var operationTypes: [(kind: OperationKind, kindRange: SourceRange, type: NameSyntax)] = []
    for (key, kind) in [("queryType", OperationKind.query), ("mutationType", .mutation), ("subscriptionType", .subscription)] {
      if let type = schema[key], case .object = type.value, let name = name(of: type) { operationTypes.append((kind, type.range, name)) }
    }
    if !operationTypes.isEmpty {
      result.append(
        .schema(
          SchemaDefinitionSyntax(
            range: schema.range, description: description(of: schema), isExtension: false, directives: [], operationTypes: operationTypes)))
    }
    for type in items(schema["types"]) {
      if let definition = typeDefinition(type) { result.append(.type(definition)) }
    }
    for directive in items(schema["directives"]) {
      if let definition = directiveDefinition(directive) { result.append(.directive(definition)) }
    }
    return result
  }

  private mutating func typeDefinition(_ json: JSONSyntax) -> TypeDefinitionSyntax? {
    guard let name = name(of: json) else { return nil }
    // Only the introspection system has such names, and servers may have a newer one: `__Service` with its capabilities (draft of 2026).
    if name.name.hasPrefix("__") || BuiltInDefinitions.scalars.contains(name.name) { return nil }
    let kind: TypeKind
    switch json["kind"]?.string {
    case "SCALAR": kind = .scalar
    case "OBJECT": kind = .object
    case "INTERFACE": kind = .interface
    case "UNION": kind = .union
    case "ENUM": kind = .enum
    case "INPUT_OBJECT": kind = .inputObject
    default:
      diagnostics.append(.introspectionValue("kind", of: name.name, at: json["kind"]?.range ?? json.range))
      return nil
    }
    var definition = TypeDefinitionSyntax(
      range: json.range, description: description(of: json), isExtension: false, kind: kind, name: name)
    if let url = json["specifiedByURL"] ?? json["specifiedByUrl"], url.string != nil {
      definition.directives.append(directive("specifiedBy", argument: "url", url))
    }
    if case .boolean(true)? = json["isOneOf"]?.value { definition.directives.append(directive("oneOf", at: json.range)) }
    if kind == .object || kind == .interface {
      definition.interfaces = items(json["interfaces"]).compactMap { self.name(of: $0) }
      for field in items(json["fields"]) {
        guard let fieldName = self.name(of: field), let type = type(field["type"], of: fieldName) else { continue }
        definition.fields.append(
          FieldDefinitionSyntax(
            range: field.range, description: description(of: field), name: fieldName, arguments: inputValues(field["args"]), type: type,
            directives: deprecation(of: field)))
      }
    }
    if kind == .union { definition.memberTypes = items(json["possibleTypes"]).compactMap { self.name(of: $0) } }
    for value in items(json["enumValues"]) where kind == .enum {
      guard let valueName = self.name(of: value) else { continue }
      if ["true", "false", "null"].contains(valueName.name) {
        diagnostics.append(.reservedEnumValue(valueName.name.string, of: name, at: valueName.range))
      }
      definition.values.append(
        EnumValueDefinitionSyntax(
          range: value.range, description: description(of: value), name: valueName, directives: deprecation(of: value)))
    }
    if kind == .inputObject { definition.inputFields = inputValues(json["inputFields"]) }
    return definition
  }

  private mutating func directiveDefinition(_ json: JSONSyntax) -> DirectiveDefinitionSyntax? {
    guard let name = name(of: json) else { return nil }
    var isRepeatable = false
    if case .boolean(true)? = json["isRepeatable"]?.value { isRepeatable = true }
    let locations = items(json["locations"]).compactMap { location in location.string.map { NameSyntax(Name($0), at: location.range) } }
    return DirectiveDefinitionSyntax(
      range: json.range, description: description(of: json), name: name, arguments: inputValues(json["args"]), isRepeatable: isRepeatable,
      locations: locations)
  }

  private mutating func inputValues(_ json: JSONSyntax?) -> [InputValueDefinitionSyntax] {
    var result: [InputValueDefinitionSyntax] = []
    for value in items(json) {
      guard let name = name(of: value), let type = type(value["type"], of: name) else { continue }
      result.append(
        InputValueDefinitionSyntax(
          range: value.range, description: description(of: value), name: name, type: type, defaultValue: defaultValue(of: value),
          directives: deprecation(of: value)))
    }
    return result
  }

  // MARK: - Parts

  private func items(_ json: JSONSyntax?) -> [JSONSyntax] {
    if case .array(let items)? = json?.value { return items }
    return []
  }

  private mutating func name(of json: JSONSyntax) -> NameSyntax? {
    guard let value = json["name"], let text = value.string, text.isGraphQLName else {
      diagnostics.append(.introspectionName(at: json["name"]?.range ?? json.range))
      return nil
    }
    return NameSyntax(Name(text), at: value.range)
  }

  private mutating func type(_ json: JSONSyntax?, of owner: NameSyntax) -> TypeSyntax? {
    var wrappers: [(isList: Bool, range: SourceRange)] = []
    var current = json
    while let type = current {
      switch type["kind"]?.string {
      case "LIST"?, "NON_NULL"?:
        wrappers.append((type["kind"]?.string == "LIST", type.range))
        guard wrappers.count < TypeReference.maximumDepth else {
          diagnostics.append(.nestedTooDeeply(limit: TypeReference.maximumDepth, at: type.range))
          return nil
        }
        current = type["ofType"]
      default:
        guard let name = name(of: type) else { return nil }
        return wrappers.reversed().reduce(TypeSyntax.named(name)) { inner, wrapper in
          wrapper.isList ? .list(inner, wrapper.range) : .nonNull(inner, wrapper.range)
        }
      }
    }
    diagnostics.append(.introspectionValue("type", of: owner.name, at: owner.range))
    return nil
  }

  private func description(of json: JSONSyntax) -> StringSyntax? {
    guard let value = json["description"], let text = value.string else { return nil }
    return StringSyntax(range: value.range, quoting: StringSyntax.escaped(text))
  }

  /// A default value, which introspection contains as GraphQL text.
  private mutating func defaultValue(of json: JSONSyntax) -> ValueSyntax? {
    guard let value = json["defaultValue"], let text = value.string else { return nil }
    let (parsed, problems) = Parser.value(in: StringSyntax(range: value.range, plain: text))
    if !problems.isEmpty { diagnostics.append(.introspectionDefaultValue(text, at: value.range)) }
    return parsed
  }

  private func deprecation(of json: JSONSyntax) -> [DirectiveSyntax] {
    guard case .boolean(true)? = json["isDeprecated"]?.value else { return [] }
    if let reason = json["deprecationReason"], reason.string != nil { return [directive("deprecated", argument: "reason", reason)] }
    return [directive("deprecated", at: json.range)]
  }

  private func directive(_ name: Name, at range: SourceRange) -> DirectiveSyntax {
    DirectiveSyntax(range: range, name: NameSyntax(name, at: range), arguments: [])
  }

  private func directive(_ name: Name, argument: Name, _ json: JSONSyntax) -> DirectiveSyntax {
    let text = json.string ?? ""
    // JSON's escapes are resolved here; the text needs GraphQL's own between its quotes.
    let value = ValueSyntax.string(StringSyntax(range: json.range, quoting: StringSyntax.escaped(text)))
    return DirectiveSyntax(
      range: json.range, name: NameSyntax(name, at: json.range),
      arguments: [ArgumentSyntax(range: json.range, name: NameSyntax(argument, at: json.range), value: value)])
  }
}

extension BuiltInDefinitions {
  static let scalars: Set<Name> = [.int, .float, .stringType, .boolean, .idType]
}
