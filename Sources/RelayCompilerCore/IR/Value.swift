/// The value of an argument, as passes see it: a constant is one unit, and only a value that contains a variable has parts.
///
/// The output depends on this distinction: a list or object literal without variables keeps its nulls and is hashed as one constant. A
/// value that contained a variable stays in parts when the variable is replaced by a constant.
indirect enum Value: Hashable, Sendable {
  case constant(ConstantValue)
  case variable(Variable)
  case list([Value])
  case object([Argument])

  var isNull: Bool { self == .constant(.null) }

  /// The string of a string literal, with its escapes as written.
  var stringLiteral: String? {
    if case .constant(.string(let string)) = self { return string }
    return nil
  }

  var booleanLiteral: Bool? {
    if case .constant(.boolean(let boolean)) = self { return boolean }
    return nil
  }

  var variableName: Name? {
    if case .variable(let variable) = self { return variable.name }
    return nil
  }

  /// Whether a variable occurs at any depth.
  var containsVariable: Bool {
    switch self {
    case .constant: false
    case .variable: true
    case .list(let items): items.contains(where: \.containsVariable)
    case .object(let fields): fields.contains { $0.value.containsVariable }
    }
  }
}

/// A use of a variable. Two uses of the same variable are equal, whatever their ranges.
package struct Variable: Hashable, Sendable {
  var name: Name
  /// The type expected where the variable is used.
  var type: TypeReference
  var range: SourceRange

  package static func == (a: Variable, b: Variable) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A named value of a field, directive, fragment spread or input object. Ranges are not compared.
package struct Argument: Hashable, Sendable {
  var name: Name
  var value: Value
  var range: SourceRange
  var valueRange: SourceRange

  init(_ name: Name, _ value: Value, range: SourceRange = .generated, valueRange: SourceRange? = nil) {
    self.name = name
    self.value = value
    self.range = range
    self.valueRange = valueRange ?? range
  }

  package static func == (a: Argument, b: Argument) -> Bool { a.name == b.name && a.value == b.value }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }
}

/// A directive on a selection or definition. `@skip`, `@include`, `@arguments` and `@argumentDefinitions` are not among them: lowering
/// has turned them into conditions, arguments and variable definitions. Ranges are not compared.
package struct Directive: Hashable, Sendable {
  var name: Name
  var arguments: [Argument]
  var range: SourceRange

  init(_ name: Name, _ arguments: [Argument] = [], range: SourceRange = .generated) {
    self.name = name
    self.arguments = arguments
    self.range = range
  }

  package static func == (a: Directive, b: Directive) -> Bool { a.name == b.name && a.arguments == b.arguments }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(arguments)
  }
}

extension [Argument] {
  package func named(_ name: Name) -> Argument? { first { $0.name == name } }
}

extension [Directive] {
  package func named(_ name: Name) -> Directive? { first { $0.name == name } }
  package func contains(_ name: Name) -> Bool { contains { $0.name == name } }
  package func without(_ name: Name) -> [Directive] { filter { $0.name != name } }
}

/// A variable that an operation declares, an argument that a fragment declares, or a global variable that a fragment uses.
struct VariableDefinition: Named {
  var name: Name
  var type: TypeReference
  var defaultValue: ConstantValue?
  var directives: [Directive]
  /// The module that provides the value of a provided variable.
  var provider: String?
  /// For a provided variable of an operation, the fragment that declares the argument.
  var declaringFragment: Name?
  var range: SourceRange
  var description: String?

  var listedName: Name { name }
  var isRequired: Bool { type.isNonNull && defaultValue == nil && provider == nil }

  init(
    _ name: Name, type: TypeReference, defaultValue: ConstantValue? = nil, directives: [Directive] = [], provider: String? = nil,
    range: SourceRange = .generated, description: String? = nil
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.directives = directives
    self.provider = provider
    self.range = range
    self.description = description
  }
}
