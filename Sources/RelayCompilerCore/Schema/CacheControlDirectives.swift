/// `@cacheControl(maxAge:, scope:, inheritMaxAge:)` on types and fields, as Apollo Server documents and prints it, and
/// `@cacheControlField(name:, …)` on types, Apollo Kotlin's form for fields that an extension cannot declare again.
///
/// What a client extension says replaces what the server's schema says of the same type or field. A server may use a directive of the same
/// name in other ways, so only what fits is read in its schema; in an extension, everything else is an error.
extension SchemaBuilder {
  mutating func resolveCacheControl() {
    let names = CacheControlNames(schemaDefinitions)
    for type in types where type.origin == .server || type.origin == .client {
      let isClient = type.origin == .client
      for directive in type.syntax.directives {
        switch names[directive.name.name] {
        case .cacheControl: resolve(directive, onTypeOf: type, isClient: isClient)
        case .cacheControlField: resolveField(directive, of: type, isClient: isClient)
        case nil: break
        }
      }
      for field in type.syntax.fields where !field.directives.isEmpty {
        for directive in field.directives {
          switch names[directive.name.name] {
          case .cacheControl: resolve(directive, on: field, of: type, isClient: isClient)
          case .cacheControlField where isClient: diagnostics.append(.cacheControlFieldOnField(directive, field.name))
          case .cacheControlField, nil: break
          }
        }
      }
      if isClient { check(type.syntax, names) }
    }
    if schema.hasCacheControl { implyCacheControlOfInterfaces() }
  }

  // MARK: - One directive

  private mutating func resolve(_ directive: DirectiveSyntax, onTypeOf type: SchemaSource.DefinedType, isClient: Bool) {
    guard schema.isComposite(type.id) else {
      if isClient { diagnostics.append(.cacheControlOfLeaf(directive, on: schema[type.id])) }
      return
    }
    guard let control = cacheControl(directive, arguments: CacheControlNames.arguments, isClient: isClient) else { return }
    schema.types[Int(type.id.rawValue)].cacheControl.override(by: control)
    schema.hasCacheControl = true
  }

  private mutating func resolve(
    _ directive: DirectiveSyntax, on field: FieldDefinitionSyntax, of type: SchemaSource.DefinedType, isClient: Bool
  ) {
    guard let control = cacheControl(directive, arguments: CacheControlNames.arguments, isClient: isClient),
      let id = schema.field(field.name.name, on: type.id)
    else { return }
    if isClient, schema[id].isClientOnly { return diagnostics.append(.cacheControlOfClientField(directive, field.name)) }
    schema.fields[Int(id.rawValue)].cacheControl.override(by: control)
    schema.hasCacheControl = true
  }

  private mutating func resolveField(_ directive: DirectiveSyntax, of type: SchemaSource.DefinedType, isClient: Bool) {
    let control = cacheControl(directive, arguments: CacheControlNames.fieldArguments, isClient: isClient)
    guard case .string(let name)? = directive.arguments.first(where: { $0.name.name == .nameArgument })?.value else {
      if isClient { diagnostics.append(.cacheControlFieldWithoutName(directive)) }
      return
    }
    let field = NameSyntax(Name(name.value), at: name.range)
    guard let id = schema.field(field.name, on: type.id) else {
      // The field may have been left out of an incomplete type because of an error.
      if isClient, !incomplete.contains(type.id) { diagnostics.append(.cacheControlOfUnknownField(field, on: type.id, in: schema)) }
      return
    }
    if isClient, schema[id].isClientOnly { return diagnostics.append(.cacheControlOfClientField(directive, field)) }
    guard let control else { return }
    schema.fields[Int(id.rawValue)].cacheControl.override(by: control)
    schema.hasCacheControl = true
  }

  /// What a directive says; nil if that is nothing, or wrong.
  private mutating func cacheControl(_ directive: DirectiveSyntax, arguments known: [Name], isClient: Bool) -> CacheControl? {
    var control = CacheControl()
    var problems: [Diagnostic] = []
    for argument in directive.arguments {
      switch (argument.name.name, argument.value) {
      case (.maxAge, .int(let text, _)):
        if let seconds = Int32(text), seconds >= 0 { control.maxAge = seconds } else { problems.append(.maxAgeOutOfRange(argument)) }
      case (.inheritMaxAge, .boolean(let inherits, _)): control.inheritsMaxAge = inherits
      case (.scope, .enum(let name)) where name.name == "PRIVATE": control.scope = .private
      case (.scope, .enum(let name)) where name.name == "PUBLIC": control.scope = .public
      case (.scope, .enum(let name)): problems.append(.unknownCacheControlScope(name))
      case (.maxAge, .null), (.inheritMaxAge, .null), (.scope, .null): break
      case (.maxAge, _), (.inheritMaxAge, _), (.scope, _): problems.append(.wrongCacheControlValue(argument))
      case (let name, _) where known.contains(name): break
      default:
        if isClient { problems.append(.unknownCacheControlArgument(argument.name, of: directive.name.name, among: known)) }
      }
    }
    if control.maxAge != nil, control.inheritsMaxAge {
      problems.append(.cacheControlWithBoth(directive))
      control.inheritsMaxAge = false
    }
    if isClient {
      diagnostics += problems
      if !problems.isEmpty { return nil }
    }
    if control == .none {
      if isClient { diagnostics.append(.emptyCacheControl(directive)) }
      return nil
    }
    return control
  }

  /// Reports what is repeated, or at a wrong place.
  private mutating func check(_ type: TypeDefinitionSyntax, _ names: CacheControlNames) {
    for directives in [type.directives] + type.fields.map(\.directives) {
      let uses = directives.filter { names[$0.name.name] == .cacheControl }
      for use in uses.dropFirst() { diagnostics.append(.repeatedDirective(use.name, first: uses[0].name.range)) }
    }
    let arguments = type.fields.flatMap(\.arguments) + type.inputFields
    for directive in arguments.flatMap(\.directives) + type.values.flatMap(\.directives) where names[directive.name.name] != nil {
      diagnostics.append(.misplacedCacheControl(directive))
    }
  }

  // MARK: - Interfaces

  /// Notes for the fields of interfaces what those of their objects say, which hold whichever of them the server returns. Such a field is
  /// private if one of them is.
  private mutating func implyCacheControlOfInterfaces() {
    var found: [FieldID: (least: Int32?, count: Int, isPrivate: Bool)] = [:]
    for type in schema.types where type.kind == .object && !type.interfaces.isEmpty {
      for field in type.fieldList where schema[field].cacheControl != .none {
        let control = schema[field].cacheControl
        for interface in type.interfaces {
          guard let declared = schema.field(schema[field].name, on: interface) else { continue }
          var entry = found[declared] ?? (nil, 0, false)
          if let age = control.maxAge {
            entry.least = min(age, entry.least ?? age)
            entry.count += 1
          }
          if control.scope == .private { entry.isPrivate = true }
          found[declared] = entry
        }
      }
    }
    for (field, entry) in found {
      let index = Int(field.rawValue)
      schema.fields[index].cacheControl.leastOfObjects = entry.least
      schema.fields[index].cacheControl.isInAllObjects = entry.count == schema[schema[field].parent].possibleTypes.count
      if schema.fields[index].cacheControl.scope == nil, entry.isPrivate { schema.fields[index].cacheControl.scope = .private }
    }
  }
}

/// The names under which a schema uses the directives: their own, or those that `@link` gives them.
struct CacheControlNames {
  enum Directive { case cacheControl, cacheControlField }

  static let arguments: [Name] = [.maxAge, .scope, .inheritMaxAge]
  static let fieldArguments: [Name] = [.nameArgument] + arguments

  private var directives: [Name: Directive] = [
    .cacheControl: .cacheControl, .cacheControlField: .cacheControlField, "cache__cacheControl": .cacheControl,
    "cache__cacheControlField": .cacheControlField,
  ]

  /// Reads `extend schema @link(url: "https://specs.apollo.dev/cache/v0.1", as: "c", import: ["@cacheControl", {name:, as:}])`.
  init(_ schemas: [SchemaDefinitionSyntax]) {
    for link in schemas.flatMap(\.directives) where link.name.name == "link" {
      guard case .string(let url)? = link.value(of: .url), url.value.contains("/cache/") else { continue }
      if case .string(let prefix)? = link.value(of: .as) {
        directives[Name("\(prefix.value)__cacheControl")] = .cacheControl
        directives[Name("\(prefix.value)__cacheControlField")] = .cacheControlField
      }
      guard case .list(let imports, _)? = link.value(of: "import") else { continue }
      for case .object(let fields, _) in imports {
        guard case .string(let name)? = fields.first(where: { $0.name.name == .nameArgument })?.value,
          case .string(let other)? = fields.first(where: { $0.name.name == .as })?.value,
          let directive = directives[Name(String(name.value.drop { $0 == "@" }))]
        else { continue }
        directives[Name(String(other.value.drop { $0 == "@" }))] = directive
      }
    }
  }

  subscript(name: Name) -> Directive? { directives[name] }

  var all: some Collection<Name> { directives.keys }
}

extension DirectiveSyntax {
  fileprivate func value(of argument: Name) -> ValueSyntax? { arguments.first { $0.name.name == argument }?.value }
}
