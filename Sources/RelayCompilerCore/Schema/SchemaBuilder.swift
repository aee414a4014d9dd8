/// Builds a `Schema` from syntax: collects the definitions of all documents, gives every type its id, resolves names, merges extensions,
/// and checks the result (specification, section 3).
///
/// Duplicates and references to unknown names are reported and left out, so that the schema is always consistent. The properties are the
/// results, and the indices that each step of the build leaves for the next.
package struct SchemaBuilder {
  let profile: ValidationProfile
  var schema = Schema()
  var diagnostics: [Diagnostic] = []
  /// Every definition and extension in the schema, for rules that need positions.
  var types: [SchemaSource.DefinedType] = []
  var directives: [SchemaSource.DefinedDirective] = []
  /// The position of a directive in `directives`, by name.
  private var directiveIndices: [Name: Int] = [:]
  /// The names of all types, for suggestions.
  var typeNames: [Name] = []
  /// The interfaces and union members declared so far, for types that have many.
  var memberships: Set<Membership> = []
  var schemaDefinitions: [SchemaDefinitionSyntax] = []
  /// Types that are defined again, with the range of the first definition.
  private var repeatedTypes: [(name: NameSyntax, first: SourceRange)] = []
  /// Types with parts that were left out because of an error.
  var incomplete: Set<TypeID> = []
  /// A type with one of its interfaces, or a union with one of its members.
  struct Membership: Hashable {
    var type: Int
    var other: TypeID
  }

  /// Whether the schema names a root type that does not exist.
  var hasUnknownRootType = false

  /// - Parameters:
  ///   - server: the documents of the server's schema.
  ///   - clientExtensions: the documents of client extensions, which may extend the server's types.
  ///   - profile: the rules that apply; see `ValidationProfile`.
  package static func build(
    server: [Document], clientExtensions: [Document], options: CompilerOptions, profile: ValidationProfile = .relay
  ) -> (Schema, [Diagnostic]) {
    var builder = SchemaBuilder.assemble(server: server, clientExtensions: clientExtensions, profile: profile)
    if profile == .relay {
      builder.checkClientDirectives(options.schema)
      builder.relaxLabels(options.schema.deferStreamInterface)
    }
    if !options.featureFlags.disableSchemaValidation.isFullyEnabled {
      let start = (server + clientExtensions).first.map { SourceRange(file: $0.file, start: 0, end: 0) } ?? .generated
      builder.diagnostics += SchemaValidator.validate(builder, start: start, profile: profile)
    }
    return (builder.schema, builder.diagnostics.sortedAndUnique())
  }

  /// The schema with the errors in its names, before validation as a whole.
  static func assemble(server: [Document], clientExtensions: [Document], profile: ValidationProfile) -> SchemaBuilder {
    var builder = SchemaBuilder(profile: profile)
    builder.collect(server: server, clientExtensions: clientExtensions)
    builder.resolveTypes()
    builder.resolveDirectives()
    builder.resolveRootTypes()
    builder.linkPossibleTypes()
    if profile == .relay {
      builder.resolveKeys()
      builder.resolveSemanticNonNullFields()
      builder.resolveCacheControl()
      builder.refuseResolvers()
    }
    return builder
  }

  // MARK: - Collecting

  private mutating func collect(server: [Document], clientExtensions: [Document]) {
    let count = (server + clientExtensions).reduce(64) { $0 + $1.definitions.count }
    schema.types.reserveCapacity(count)
    schema.typeIDs.reserveCapacity(count)
    types.reserveCapacity(count)
    var declared: Set<Name> = Set(minimumCapacity: count)
    for document in server + clientExtensions {
      for case .type(let type) in document.definitions where !type.isExtension {
        // Servers may declare the built-in scalars, but nothing else may have their names.
        if type.kind != .scalar, BuiltInDefinitions.scalars.contains(type.name.name) { continue }
        declared.insert(type.name.name)
      }
    }
    if profile == .relay {
      collect(BuiltInDefinitions.parse(BuiltInDefinitions.relay), origin: .relay, except: declared)
      collect(BuiltInDefinitions.parse(BuiltInDefinitions.own), origin: .relay, except: declared)
    }
    collect(BuiltInDefinitions.parse(BuiltInDefinitions.specification), origin: .builtIn, except: declared)
    for document in server { collect(document, origin: .server) }
    for document in clientExtensions { collect(document, origin: .client) }
    collect(BuiltInDefinitions.parse(BuiltInDefinitions.introspection), origin: .builtIn, except: declared)
    typeNames = schema.types.map(\.name)
    reportRepeatedTypes()
    for document in server { collectExtensions(document, origin: .server, profile: profile) }
    for document in clientExtensions { collectExtensions(document, origin: .client, profile: profile) }
  }

  private mutating func collect(_ document: Document, origin: SchemaSource.Origin, except declared: Set<Name> = []) {
    for definition in document.definitions {
      switch definition {
      case .type(let type) where !type.isExtension:
        if !declared.contains(type.name.name) { declare(type, origin) }
      case .directive(let directive):
        // What an extension of a directive adds has no meaning for a client.
        if !directive.isExtension { declare(directive, origin) }
      case .schema(let definition):
        schemaDefinitions.append(definition)
      case .type, .operation, .fragment:
        break
      }
    }
  }

  private mutating func declare(_ syntax: TypeDefinitionSyntax, _ origin: SchemaSource.Origin) {
    let id = TypeID(rawValue: UInt32(schema.types.count))
    if let existing = schema.typeIDs.updateValue(id, forKey: syntax.name.name) {
      schema.typeIDs[syntax.name.name] = existing
      repeatedTypes.append((syntax.name, schema[existing].range))
      return
    }
    schema.types.append(TypeDefinition(syntax, origin))
    types.append(SchemaSource.DefinedType(id: id, syntax: syntax, origin: origin))
  }

  /// Two files with many of the same types are two schemas, which is one mistake.
  private mutating func reportRepeatedTypes() {
    struct Files: Hashable {
      var file: FileID
      var first: FileID
    }
    let groups = Dictionary(grouping: repeatedTypes.indices) {
      Files(file: repeatedTypes[$0].name.range.file, first: repeatedTypes[$0].first.file)
    }
    for (files, indices) in groups {
      let types = indices.sorted().map { repeatedTypes[$0] }
      if files.file != files.first, files.first != .generated, types.count >= Self.typesOfTwoSchemas, let type = types.first {
        diagnostics.append(.secondSchema(type.name, others: types.count - 1, first: type.first))
      } else {
        for type in types { diagnostics.append(.duplicateType(type.name, first: type.first)) }
      }
    }
  }

  private static let typesOfTwoSchemas = 3

  private mutating func declare(_ syntax: DirectiveDefinitionSyntax, _ origin: SchemaSource.Origin) {
    let name = syntax.name.name
    if let existing = directiveIndices[name] {
      switch directives[existing].origin {
      case .builtIn: directives[existing] = SchemaSource.DefinedDirective(syntax: syntax, origin: origin)
      case .relay: break
      case .server, .client: diagnostics.append(.duplicateDirective(syntax.name, first: directives[existing].syntax.name.range))
      }
      return
    }
    directiveIndices[name] = directives.count
    directives.append(SchemaSource.DefinedDirective(syntax: syntax, origin: origin))
  }

  private mutating func collectExtensions(_ document: Document, origin: SchemaSource.Origin, profile: ValidationProfile) {
    for case .type(let type) in document.definitions where type.isExtension {
      if profile == .relay, let id = schema.typeIDs[type.name.name], schema[id].range.file == type.range.file,
        schema[id].range.start > type.range.start
      {
        // Relay reads a file from top to bottom, so an extension must follow its type.
        diagnostics.append(.extensionBeforeDefinition(type.name, definition: schema[id].range))
        incomplete.insert(id)
        continue
      }
      guard let id = schema.typeIDs[type.name.name] else {
        diagnostics.append(.extensionOfUnknownType(type.name, among: typeNames))
        continue
      }
      guard schema[id].kind == type.kind else {
        diagnostics.append(.extensionOfWrongKind(type, of: schema[id]))
        continue
      }
      types.append(SchemaSource.DefinedType(id: id, syntax: type, origin: origin))
    }
  }

  /// Relay's compiler generates the labels of `@defer` and `@stream`, so documents may omit them.
  private mutating func relaxLabels(_ names: DeferStreamInterface) {
    for directive in [names.deferName, names.streamName] {
      guard let arguments = schema.directives[directive]?.arguments, arguments.contains(names.labelArgument) else { continue }
      schema.directives[directive]?.arguments = NamedList(
        arguments.map { argument in
          var argument = argument
          if argument.name == names.labelArgument { argument.type = argument.type.nullable }
          return argument
        })
    }
  }

  // MARK: - Root types and possible types

  private mutating func resolveRootTypes() {
    var first: [OperationKind: SourceRange] = [:]
    var definition: SchemaDefinitionSyntax?
    for syntax in schemaDefinitions {
      if !syntax.isExtension {
        if let definition {
          diagnostics.append(.duplicateSchemaDefinition(at: syntax.range, first: definition.range))
          continue
        }
        definition = syntax
      }
      for (kind, kindRange, type) in syntax.operationTypes {
        if let earlier = first[kind] {
          diagnostics.append(.duplicateOperationType(kind, at: kindRange, first: earlier))
          continue
        }
        first[kind] = kindRange
        guard let id = resolve(type) else {
          hasUnknownRootType = true
          continue
        }
        setRootType(kind, id)
      }
    }
    guard definition == nil else { return }
    // Without a schema definition, the root types are those with the default names (section 3.3.1).
    for (kind, name) in [(OperationKind.query, Name.query), (.mutation, .mutation), (.subscription, .subscription)]
    where first[kind] == nil {
      if let id = schema.typeIDs[name] { setRootType(kind, id) }
    }
  }

  private mutating func setRootType(_ kind: OperationKind, _ id: TypeID) {
    switch kind {
    case .query: schema.queryType = id
    case .mutation: schema.mutationType = id
    case .subscription: schema.subscriptionType = id
    }
  }

  /// Fills `possibleTypes` and `implementors` in the order of ids, so that both are sorted.
  private mutating func linkPossibleTypes() {
    for index in schema.types.indices {
      let id = TypeID(rawValue: UInt32(index))
      if schema.types[index].isClientOnly, schema.isAbstract(id) { schema.hasClientAbstractTypes = true }
      switch schema.types[index].kind {
      case .object, .interface:
        let isObject = schema.types[index].kind == .object
        for interface in schema.types[index].interfaces {
          schema.types[Int(interface.rawValue)].implementors.append(id)
          if isObject { schema.types[Int(interface.rawValue)].possibleTypes.append(id) }
        }
      case .union:
        schema.types[index].possibleTypes = schema.types[index].memberTypes.sorted { $0.rawValue < $1.rawValue }
      case .scalar, .enum, .inputObject:
        break
      }
    }
  }
}

/// The definitions that a schema is built from.
enum SchemaSource {
  /// Where a definition comes from: the specification, Relay, the server's schema, or a client extension.
  enum Origin: Sendable { case builtIn, relay, server, client }

  /// A definition or extension of a type, with the id of the type.
  struct DefinedType {
    var id: TypeID
    var syntax: TypeDefinitionSyntax
    var origin: Origin
  }

  /// A definition of a directive.
  struct DefinedDirective {
    var syntax: DirectiveDefinitionSyntax
    var origin: Origin
  }
}
