/// Diagnostics for `@refetchable`.
extension Diagnostic {
  // MARK: - The query

  static func refetchableQueryNameNotLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic("refetchable-query-name", "'queryName' becomes the name of a type, so it must be a string literal", at: range)
  }

  static func preferFetchableNotLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic("refetchable-query-name", "'preferFetchable' decides how the query is made, so it must be 'true' or 'false'", at: range)
  }

  static func sameRefetchableQuery(_ query: Name, _ first: FragmentDefinition, _ second: FragmentDefinition) -> Diagnostic {
    Diagnostic(
      "duplicate-refetchable-query",
      "'\(first.name)' and '\(second.name)' would both generate the query '\(query)'. Give each its own 'queryName'",
      at: first.nameRange, notes: [.init("'\(second.name)' is defined here", at: second.nameRange)])
  }

  static func refetchableQueryNameTaken(_ query: Name, at range: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-refetchable-query", "'\(query)' is the name of another definition. Choose another 'queryName'", at: range,
      notes: [.init("The other '\(query)' is defined here", at: other)])
  }

  static func refetchableDirectives(_ argument: Argument) -> Diagnostic {
    Diagnostic(
      "refetchable-directives",
      "'directives' is a list of string literals, each one a directive for the query such as \"@live\"", at: argument.valueRange)
  }

  // MARK: - How it finds the object

  static func refetchableWithoutQueryType(at range: SourceRange) -> Diagnostic {
    Diagnostic("refetchable-query-type", "The schema has no query type, so nothing can be refetched", at: range)
  }

  static func refetchableType(_ fragment: FragmentDefinition) -> Diagnostic {
    Diagnostic(
      "refetchable-type",
      "'\(fragment.name)' cannot be refetched, because no query can find its object again. It must be on the query type, on 'Viewer', on a "
        + "type all of whose objects implement 'Node', or on one with '@fetchable'", at: fragment.nameRange)
  }

  static func refetchableViewer(_ fragment: FragmentDefinition) -> Diagnostic {
    Diagnostic(
      "refetchable-schema",
      "'\(fragment.name)' cannot be refetched: the query type needs a field 'viewer: Viewer' without arguments, and 'Viewer' must be an "
        + "object type", at: fragment.nameRange)
  }

  static func refetchableNode(_ fragment: FragmentDefinition, idField: Name) -> Diagnostic {
    Diagnostic(
      "refetchable-schema",
      "'\(fragment.name)' cannot be refetched: the schema needs an interface 'Node' with a field '\(idField)', and the query type a field "
        + "'node' with the id as its only argument", at: fragment.nameRange)
  }

  static func refetchableFetchable(_ fragment: FragmentDefinition, type: Name) -> Diagnostic {
    Diagnostic(
      "refetchable-schema",
      "'\(fragment.name)' cannot be refetched: '\(type)' needs the field that its '@fetchable' names, and the query type a field "
        + "'fetch__\(type)(id: ID!): \(type)'", at: fragment.nameRange)
  }

  static func refetchablePlural(_ fragment: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "refetchable-plural",
      "'\(fragment)' is plural, but only a single object can be refetched. Put '@refetchable' on a fragment of a single object", at: range)
  }

  // MARK: - Variables

  static func refetchableIDVariable(_ fragment: Name, _ variable: VariableDefinition) -> Diagnostic {
    Diagnostic(
      "refetchable-id-variable",
      "The query of '\(fragment)' needs '$\(variable.name)' for itself. Rename the fragment's own variable", at: variable.range)
  }

  static func refetchableVariableConflict(_ argument: VariableDefinition, global: VariableDefinition) -> Diagnostic {
    Diagnostic(
      "refetchable-variable-conflict",
      "'$\(argument.name)' is both an argument of this fragment and a variable of its operations, and a query cannot declare both. "
        + "Rename one of them",
      at: argument.range,
      notes: global.range.isGenerated ? [] : [.init("'$\(global.name)' is used as a variable of the operation here", at: global.range)])
  }

  // MARK: - Paging

  static func refetchableConnection(_ fragment: FragmentDefinition, _ problem: RefetchableConnectionProblem) -> Diagnostic {
    Diagnostic("refetchable-connection", "'\(fragment.name)' cannot be paged: \(problem.phrase)", at: fragment.nameRange)
  }
}

/// Why a refetch query cannot page the connection of its fragment.
enum RefetchableConnectionProblem {
  case several
  case belowList
  case constantForward
  case constantBackward

  fileprivate var phrase: String {
    switch self {
    case .several: "a refetchable fragment can have only one '@connection'"
    case .belowList: "its connection is below a list, so there are several of them"
    case .constantForward: "'first' and 'after' of its connection must be variables, which paging sets"
    case .constantBackward: "'last' and 'before' of its connection must be variables, which paging sets"
    }
  }
}
