/// Directives in client schema extensions.
///
/// A server's schema may have directives that it does not define; they are left to the server. But an extension is the app's own, and an
/// unknown directive in it would have no effect without a word. So it is an error. Directives of other clients that mean the same as one of ours
/// have that meaning (`KeyFields.swift`, `SemanticNonNullFields.swift`, `CacheControlDirectives.swift`), and the others are warned about, once
/// for each.
extension SchemaBuilder {
  mutating func checkClientDirectives(_ config: SchemaConfig) {
    let undeclared = Self.undeclared.union([config.unselectableDirectiveName]).union(CacheControlNames(schemaDefinitions).all)
    var check = ClientDirectiveCheck(known: Set(schema.directives.keys).union(undeclared))
    for type in types where type.origin == .client {
      let syntax = type.syntax
      check.add(syntax.directives)
      for field in syntax.fields {
        check.add(field.directives)
        for argument in field.arguments { check.add(argument.directives) }
      }
      for value in syntax.values { check.add(value.directives) }
      for field in syntax.inputFields { check.add(field.directives) }
    }
    for directive in directives where directive.origin == .client {
      check.add(directive.syntax.directives)
      for argument in directive.syntax.arguments { check.add(argument.directives) }
    }
    diagnostics += check.diagnostics
  }

  /// Directives that are read without a declaration.
  private static let undeclared: Set<Name> = [.key, .typePolicy, .semanticNonNullField, .fetchable]
}

private struct ClientDirectiveCheck {
  private let known: Set<Name>
  /// For suggestions.
  private let names: [Name]
  private(set) var diagnostics: [Diagnostic] = []
  private var warned: Set<Name> = []

  init(known: Set<Name>) {
    self.known = known
    names = known.sorted()
  }

  mutating func add(_ directives: [DirectiveSyntax]) {
    for directive in directives {
      let name = directive.name
      if name.name == .maxAge || name.name == .invalidates {
        diagnostics.append(.directiveOfDocuments(directive))
      } else if let instead = Self.withoutEffect[name.name] {
        if warned.insert(name.name).inserted { diagnostics.append(.directiveWithoutEffect(name, instead: instead)) }
      } else if !known.contains(name.name) {
        diagnostics.append(.unknownDirective(name, among: names))
      }
    }
  }

  /// Directives of Apollo's clients, with what to use instead.
  private static let withoutEffect: [Name: String] = [
    "fieldPolicy": "A missing field handler finds objects by the arguments of a field",
    "connectionFields": "'@connection' in a document marks a connection",
    "embeddedFields": "An object without a key is embedded in its parent",
    "nonnull": "'@semanticNonNull' marks a field that is only null if there is an error",
    "optional": "A field is optional if its type in the schema is nullable",
    "requiresOptIn": "Leave it out",
    "targetName": "Generated types have the names of the schema",
    "mapTo": "'customScalarTypes' in the configuration names the Swift types of scalars",
  ]
}
