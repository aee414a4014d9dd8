/// Diagnostics for `@connection` and `@stream_connection`.
extension Diagnostic {
  static func connectionType(_ field: Name, _ type: String, directive: Directive) -> Diagnostic {
    Diagnostic(
      "connection-type",
      "'@\(directive.name)' must be on a field with a single object, but '\(field)' has the type '\(type)'",
      at: directive.range)
  }

  static func connectionWithoutCount(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("connection-arguments", "A connection needs a page size. Pass 'first' or 'last' to '\(field)'", at: range)
  }

  static func connectionWithoutEdges(_ field: Name, _ names: ConnectionInterface, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "connection-edges",
      "A connection must select '\(names.edges)' itself. Add '\(names.edges) { \(names.node) { ... } }' to '\(field)'",
      at: range)
  }

  static func aliasInStreamConnection(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "stream-connection-alias", "The field '\(field)' cannot have an alias under '@stream_connection'. Remove the alias", at: range)
  }

  static func connectionSchema(_ field: Name, type: Name, lacks parts: [ConnectionPart], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "connection-schema",
      "'\(field)' is not a connection: its type '\(type)' lacks \(parts.map(\.phrase).joined(separator: "; "))", at: range)
  }

  static func connectionKeyNotLiteral(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("connection-key", "The key of the connection '\(field)' must be a string literal", at: range)
  }

  static func connectionKey(_ key: String, expectedSuffix suffix: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "connection-key",
      "A connection's key must end in the name of its field, as in 'SomeName\(suffix)', but this one is '\(shortened(key))'", at: range)
  }

  static func connectionFiltersNotLiteral(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("connection-filters", "The filters of the connection '\(field)' must be a list of string literals", at: range)
  }

  static func unknownConnectionFilter(_ filter: String, among arguments: [Name], at range: SourceRange) -> Diagnostic {
    let close = Suggestions.closest(to: filter, among: arguments.lazy.map(\.string))
    return Diagnostic(
      "connection-filters",
      "'\(shortened(filter))' is not an argument of this connection" + (close.isEmpty ? "." : Suggestions.sentence(close))
        + " Filters name the arguments that distinguish one list from another; without 'filters', all of them do", at: range)
  }

  static func edgesFragmentNameTaken(_ name: Name, at range: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-definition",
      "With 'prefetchable_pagination' the edges become a fragment '\(name)', but that name is taken. Rename the other "
        + "definition", at: range,
      notes: [.init("The other '\(name)' is defined here", at: other)])
  }

  static func secondEdgesFragment(_ name: Name, at range: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-definition",
      "With 'prefetchable_pagination', the edges of both connections here would become the fragment '\(name)'. Move one of them to a "
        + "fragment of its own", at: range, notes: [.init("The other connection is here", at: other)])
  }

  static func connectionHandlerNotLiteral(_ field: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic("connection-handler", "The handler of the connection '\(field)' must be a string literal", at: range)
  }
}

/// The parts of a connection's type (GraphQL Cursor Connections Specification).
enum ConnectionPart {
  case edges(Name)
  case node(Name)
  case cursor(Name)
  case pageInfo(Name)
  case pageInfoField(Name, pageInfo: Name)

  fileprivate var phrase: String {
    switch self {
    case .edges(let name): "'\(name)' with a list of objects"
    case .node(let name): "'\(name)' of its edges, with an object, interface or union"
    case .cursor(let name): "'\(name)' of its edges, with a scalar"
    case .pageInfo(let name): "'\(name)' with an object"
    case .pageInfoField(let name, let pageInfo): "'\(name)' in '\(pageInfo)', with a scalar"
    }
  }
}
