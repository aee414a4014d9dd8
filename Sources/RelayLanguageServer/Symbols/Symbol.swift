internal import RelayCompilerCore

/// What a name in a text refers to. Equal names that mean the same are the same symbol, in documents and in schemas.
enum Symbol: Hashable, Sendable {
  case operation(Name)
  case fragment(Name)
  case type(Name)
  /// A field of an object or interface, by the type on which it is selected or declared.
  case field(type: Name, Name)
  /// A field that no type declares, such as `__typename`.
  case metaField(Name)
  case argument(type: Name, field: Name, Name)
  case inputField(type: Name, Name)
  case enumValue(type: Name, Name)
  case directive(Name)
  case directiveArgument(Name, Name)
  /// What a fragment declares with `@argumentDefinitions`.
  case fragmentArgument(fragment: Name, Name)
  /// A variable of an operation, by the place of the operation.
  case variable(Place, Name)
  /// A variable that a fragment uses and does not declare, so that the operations which reach it must.
  case globalVariable(Name)
  case alias(Place, Name)

  var name: Name {
    switch self {
    case .operation(let name), .fragment(let name), .type(let name), .field(_, let name), .metaField(let name), .argument(_, _, let name),
      .inputField(_, let name), .enumValue(_, let name), .directive(let name), .directiveArgument(_, let name),
      .fragmentArgument(_, let name), .variable(_, let name), .globalVariable(let name), .alias(_, let name):
      name
    }
  }
}

/// A node of a text in a project.
struct Place: Hashable, Sendable {
  var text: Int
  var node: Int
}
