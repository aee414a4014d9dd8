/// Diagnostics for operations, fields and fragments (specification, section 5).
extension Diagnostic {
  // MARK: - Documents and operations

  static func notExecutable(_ definition: Definition) -> Diagnostic {
    let (what, range): (String, SourceRange) =
      switch definition {
      case .schema(let schema): ("schema definition", schema.range)
      case .type(let type): ("definition of '\(type.name.name)'", type.name.range)
      case .directive(let directive): ("definition of '@\(directive.name.name)'", directive.name.range)
      case .operation, .fragment: ("definition", .generated)
      }
    return Diagnostic("not-executable", "The \(what) is not allowed among operations and fragments. Move it to the schema", at: range)
  }

  static func unsupportedOperation(_ kind: OperationKind, at range: SourceRange) -> Diagnostic {
    let phrase =
      switch kind {
      case .query: "queries"
      case .mutation: "mutations"
      case .subscription: "subscriptions"
      }
    return Diagnostic("unsupported-operation", "The schema has no \(phrase)", at: range)
  }

  static func anonymousOperation(_ kind: OperationKind, at range: SourceRange) -> Diagnostic {
    Diagnostic("anonymous-operation", "The \(kind.rawValue) needs a name: '\(kind.rawValue) Name { ... }'", at: range)
  }

  static func anonymousOperationNotAlone(at range: SourceRange) -> Diagnostic {
    Diagnostic("anonymous-operation", "An operation without a name must be the only one of its document", at: range)
  }

  static func duplicateOperation(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-definition", "There is already an operation named '\(name.name)'", at: name.range,
      notes: [.init("The other '\(name.name)' is defined here", at: first)])
  }

  /// - Parameter free: a name for the operation that is not taken.
  static func operationNamedAsFragment(_ name: NameSyntax, kind: OperationKind, fragment: SourceRange, free: Name?) -> Diagnostic {
    let base = "There is already a fragment named '\(name.name)', and operations and fragments may not share a name. "
    return Diagnostic(
      "duplicate-definition", base + (free.map { "Name the \(kind.rawValue) '\($0)', as it is in Swift" } ?? "Rename one of the two"),
      at: name.range,
      notes: [.init("The fragment '\(name.name)' is defined here", at: fragment)],
      fixIts: free.map { [.init(replace: name.range, with: $0.string)] } ?? [])
  }

  static func duplicateFragment(_ name: NameSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-definition", "There is already a fragment named '\(name.name)'", at: name.range,
      notes: [.init("The other '\(name.name)' is defined here", at: first)])
  }

  static func subscriptionWithSeveralFields(_ name: Name?, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "subscription-root-field", "\(subscription(name)) must select only one field at its root", at: range,
      notes: [.init("The first field is selected here", at: first)])
  }

  static func subscriptionWithIntrospection(_ name: Name?, _ field: NameSyntax) -> Diagnostic {
    Diagnostic(
      "subscription-root-field", "\(subscription(name)) cannot select '\(field.name)' at its root", at: field.range)
  }

  static func conditionalSubscription(_ directive: NameSyntax) -> Diagnostic {
    Diagnostic(
      "subscription-root-field", "'@\(directive.name)' is not allowed at the root of a subscription, which always selects its field",
      at: directive.range)
  }

  private static func subscription(_ name: Name?) -> String { name.map { "The subscription '\($0)'" } ?? "The subscription" }

  // MARK: - Fields

  /// - Parameter isFragment: whether a fragment has the name.
  static func unknownField(_ name: NameSyntax, on parent: TypeID, in schema: Schema, isFragment: Bool = false) -> Diagnostic {
    let type = schema[parent]
    let base = "'\(type.name)' has no field '\(name.name)'"
    if isFragment {
      return Diagnostic(
        "unknown-field", "\(base). Did you mean to spread the fragment: '...\(name.name)'?", at: name.range,
        fixIts: [.init(replace: name.range, with: "...\(name.name)")])
    }
    if name.name == "__schema" || name.name == "__type" {
      return Diagnostic(
        "unknown-field",
        "'\(name.name)' is introspection, which documents cannot select. Remove it, and send such a query as an HTTP request of your own",
        at: name.range)
    }
    if let (kind, root) = schema.otherRoot(than: parent, declaring: name.name) {
      return Diagnostic(
        "unknown-field", "\(base). It is a field of '\(schema[root].name)', which a '\(kind.rawValue)' selects", at: name.range)
    }
    if schema.isOfNode(name.name, ofConnection: parent) {
      return Diagnostic("unknown-field", "\(base). Did you mean 'edges { node { \(name.name) } }'?", at: name.range)
    }
    return suggesting(among: type.fieldList.count + type.possibleTypes.count) { isSearched in
      // Nearly always, a field of one of the parent's possible types was intended.
      let types = isSearched ? Suggestions.types(declaring: name.name, below: parent, in: schema) : []
      if !types.isEmpty {
        let quoted = types.map { "'... on \($0)'" }.joined(separator: " or ")
        return Diagnostic("unknown-field", "\(base). Did you mean to select it in \(quoted)?", at: name.range)
      }
      if type.kind == .union {
        return Diagnostic("unknown-field", "\(base). A union has no fields: select in '... on' one of its types", at: name.range)
      }
      let close = isSearched ? Suggestions.closest(to: name.name, among: type.fieldList.lazy.map { schema[$0].name }) : []
      let fields = type.fieldList.lazy.map { schema[$0].name }.filter { !$0.hasPrefix("__") }
      return Diagnostic(
        "unknown-field", base + Suggestions.sentence(close, kind: "field", among: fields), at: name.range,
        fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func typeConditionWithoutDots(_ on: NameSyntax, type: NameSyntax) -> Diagnostic {
    Diagnostic(
      "unknown-field", "An inline fragment begins with three dots: '... on \(type.name)'", at: on.range,
      fixIts: [.init(replace: on.range, with: "... on")])
  }

  static func missingSelections(_ field: NameSyntax, type: String) -> Diagnostic {
    Diagnostic(
      "missing-selections",
      "'\(field.name)' has the type '\(type)' and needs a selection of fields: '\(field.name) { ... }'", at: field.range)
  }

  static func selectionsOnLeaf(_ field: NameSyntax, type: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("selections-on-leaf", "'\(field.name)' has the type '\(type)', which has no fields to select", at: range)
  }

  static func conflictingTypes(_ a: MergeField, _ b: MergeField, in schema: Schema) -> Diagnostic {
    Diagnostic(
      "field-conflict",
      "'\(a.key)' cannot be both '\(schema[a.parent].name).\(a.name)' (\(schema.description(of: a.type))) and "
        + "'\(schema[b.parent].name).\(b.name)' (\(schema.description(of: b.type))). Give one of them an alias",
      at: a.range, notes: [.init("The other '\(b.key)' is selected here", at: b.range)])
  }

  static func conflictingFields(_ a: MergeField, _ b: MergeField) -> Diagnostic {
    Diagnostic(
      "field-conflict", "'\(a.key)' cannot be both the field '\(a.name)' and the field '\(b.name)'. Use different aliases",
      at: a.range, notes: [.init("The other '\(b.key)' is selected here", at: b.range)])
  }

  static func conflictingArguments(_ a: MergeField, _ b: MergeField) -> Diagnostic {
    func shown(_ field: MergeField) -> String {
      field.arguments.isEmpty
        ? "without arguments"
        : "with (\(field.arguments.map { "\($0.name.name): \($0.value.canonicalText)" }.joined(separator: ", ")))".shortenedTo(120)
    }
    return Diagnostic(
      "field-conflict",
      "'\(a.key)' is selected \(shown(a)) here and \(shown(b)) elsewhere. Give one of them an alias", at: a.range,
      notes: [.init("'\(b.key)' is selected \(shown(b)) here", at: b.range)])
  }

  static func conflictingStreams(_ a: MergeField, _ b: MergeField) -> Diagnostic {
    Diagnostic(
      "field-conflict", "'\(a.key)' is selected more than once, and one selection has '@stream'. Give one of them an alias", at: a.range,
      notes: [.init("The other '\(b.key)' is selected here", at: b.range)])
  }

  // MARK: - Fragments

  static func unknownTypeCondition(_ name: NameSyntax, in schema: Schema) -> Diagnostic {
    unknownType(name, in: schema, where: { schema.isComposite($0) })
  }

  static func unknownInputType(_ name: NameSyntax, in schema: Schema) -> Diagnostic {
    unknownType(name, in: schema, where: { schema.isInput($0) })
  }

  private static func unknownType(_ name: NameSyntax, in schema: Schema, where isWanted: @escaping @Sendable (TypeID) -> Bool) -> Diagnostic
  {
    suggesting(among: schema.types.count) { isSearched in
      let candidates = schema.types.indices.lazy.map { TypeID(rawValue: UInt32($0)) }
        .filter { isWanted($0) && !schema[$0].name.hasPrefix("__") }.map { schema[$0].name }
      let close = isSearched ? Suggestions.closest(to: name.name, among: candidates) : []
      return Diagnostic(
        "unknown-type", "The schema has no type '\(name.name)'" + Suggestions.sentence(close), at: name.range,
        fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  static func fragmentOnNonComposite(_ condition: NameSyntax, kind: TypeKind) -> Diagnostic {
    Diagnostic(
      "fragment-on-non-composite",
      "A fragment must be on an object type, an interface or a union, but '\(condition.name)' is \(kind.phrase)", at: condition.range)
  }

  static func unusedFragment(_ name: NameSyntax) -> Diagnostic {
    Diagnostic("unused-fragment", "No operation uses the fragment '\(name.name)'. Spread it, or remove it", at: name.range)
  }

  /// - Parameter own: the fragment that contains the spread, which is no suggestion.
  static func unknownFragment(
    _ name: NameSyntax, among fragments: some Collection<Name> & Sendable, in own: Name? = nil
  ) -> Diagnostic {
    return suggesting(among: fragments.count) { isSearched in
      let close = isSearched ? Suggestions.closest(to: name.name, among: fragments.lazy.filter { $0 != own }) : []
      return Diagnostic(
        unknownFragmentID, "There is no fragment '\(name.name)'" + Suggestions.sentence(close), at: name.range,
        fixIts: FixIt.replacing(name.range, with: close))
    }
  }

  /// - Parameter more: the number of fragments of the cycle that are not in `spreads`.
  static func fragmentCycle(_ closing: NameSyntax, through spreads: [NameSyntax], more: Int) -> Diagnostic {
    let path = spreads.map { "'\($0.name)'" }.joined(separator: ", ") + (more == 0 ? "" : " and \(more) more")
    return Diagnostic(
      "fragment-cycle",
      spreads.isEmpty
        ? "The fragment '\(closing.name)' cannot spread itself"
        : "The fragment '\(closing.name)' cannot spread itself through \(path)",
      at: closing.range, notes: spreads.map { .init("'\($0.name)' is spread here", at: $0.range) })
  }

  static func selectionsTooComplex(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "selections-too-complex",
      "The selections overlap in too many ways to be compared. Give the fields that repeat an alias, or spread fewer fragments on them",
      at: range)
  }

  /// - Parameter fragment: the fragment's name where it is defined.
  static func impossibleSpread(_ name: NameSyntax, type: Name, parent: Name, fragment: SourceRange) -> Diagnostic {
    Diagnostic(
      "impossible-fragment", "'\(name.name)' can never apply here: it is on '\(type)', and no '\(parent)' can be one", at: name.range,
      notes: [.init("'\(name.name)' is defined here", at: fragment)])
  }

  static func impossibleInlineFragment(_ condition: NameSyntax, parent: Name) -> Diagnostic {
    Diagnostic("impossible-fragment", "'... on \(condition.name)' can never apply here: no '\(parent)' can be one", at: condition.range)
  }
}

extension String {
  func shortenedTo(_ count: Int) -> String {
    utf8.count <= count ? self : String(unicodeScalars.prefix(count - 3).map(Character.init)) + "..."
  }
}

extension Suggestions {
  /// The possible types of `parent` that declare the field. Types that are shared by most of the others come first.
  static func types(declaring field: Name, below parent: TypeID, in schema: Schema) -> [Name] {
    guard schema.isAbstract(parent) else { return [] }
    var counts: [TypeID: Int] = [:]
    var objects: [TypeID] = []
    for object in schema.possibleTypes(of: parent) where schema.field(field, on: object) != nil {
      objects.append(object)
      for interface in schema[object].interfaces where interface != parent && schema.field(field, on: interface) != nil {
        counts[interface, default: 0] += 1
      }
    }
    let interfaces = counts.filter { $0.value > 1 }
      .sorted { ($1.value, schema[$0.key].name) < ($0.value, schema[$1.key].name) }.map(\.key)
    return (interfaces + objects).prefix(3).map { schema[$0].name }
  }
}

extension Schema {
  /// Whether the type is a connection whose nodes have the field.
  fileprivate func isOfNode(_ field: Name, ofConnection type: TypeID) -> Bool {
    guard let edges = self.field(.edges, on: type), let node = self.field(.node, on: self[edges].type.named) else { return false }
    return self.field(field, on: self[node].type.named) != nil
  }

  /// If `parent` is a root type: another one that has the field.
  fileprivate func otherRoot(than parent: TypeID, declaring field: Name) -> (kind: OperationKind, type: TypeID)? {
    let roots = [(OperationKind.query, queryType), (.mutation, mutationType), (.subscription, subscriptionType)]
    guard roots.contains(where: { $0.1 == parent }) else { return nil }
    for case (let kind, let root?) in roots where root != parent && self.field(field, on: root) != nil { return (kind, root) }
    return nil
  }
}
