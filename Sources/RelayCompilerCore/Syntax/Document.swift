/// The syntax tree of a GraphQL document. Nodes are named as in the specification's grammar (September 2025, sections 2 and 3), and each
/// keeps the range from which it was parsed.
///
/// Only well-formed definitions are part of a document: the parser has reported and left out all others.
package struct Document: Sendable {
  package var file: FileID
  package var definitions: [Definition]
  /// Whether the file contains the comment `# relay:no_custom_scalar_literals`, so that custom scalars take their values only from
  /// variables.
  package var forbidsCustomScalarLiterals: Bool
  /// Whether the document belongs to another module. Its fragments can be spread, but it is neither checked nor compiled here.
  package var isImported = false

  package init(file: FileID, definitions: [Definition], forbidsCustomScalarLiterals: Bool = false) {
    self.file = file
    self.definitions = definitions
    self.forbidsCustomScalarLiterals = forbidsCustomScalarLiterals
  }
}

/// A definition or extension of a document.
package enum Definition: Sendable {
  case operation(OperationDefinitionSyntax)
  case fragment(FragmentDefinitionSyntax)
  case schema(SchemaDefinitionSyntax)
  case type(TypeDefinitionSyntax)
  case directive(DirectiveDefinitionSyntax)
}

/// A name and its range.
package struct NameSyntax: Sendable {
  package var name: Name
  package var range: SourceRange

  package init(_ name: Name, at range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// The kind of an operation (specification, section 2.3, "OperationType").
package enum OperationKind: String, Sendable {
  case query, mutation, subscription

  /// The operation's name in Swift: with its kind as a suffix, unless the name ends in it.
  package func typeName(of name: Name) -> Name {
    let suffix =
      switch self {
      case .query: "Query"
      case .mutation: "Mutation"
      case .subscription: "Subscription"
      }
    return name.string.hasSuffix(suffix) ? name : Name(name.string + suffix)
  }
}

/// `query Name($x: Int) @directive { … }`, or the shorthand `{ … }`.
package struct OperationDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var kind: OperationKind
  /// The keyword or, for the shorthand, the opening brace.
  package var kindRange: SourceRange
  package var name: NameSyntax?
  package var variables: [VariableDefinitionSyntax]
  package var directives: [DirectiveSyntax]
  package var selectionSet: SelectionSetSyntax
}

/// `fragment Name on Type @directive { … }`.
package struct FragmentDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var name: NameSyntax
  package var typeCondition: NameSyntax
  package var directives: [DirectiveSyntax]
  package var selectionSet: SelectionSetSyntax
}

/// `$name: Type = default @directive`.
package struct VariableDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  /// The name without `$`; its range includes the `$`.
  package var variable: NameSyntax
  package var type: TypeSyntax
  package var defaultValue: ValueSyntax?
  package var directives: [DirectiveSyntax]
}

/// `{ … }` with at least one selection.
package struct SelectionSetSyntax: Sendable {
  /// From the opening to the closing brace.
  package var range: SourceRange
  package var selections: [SelectionSyntax]
}

/// One selection of a selection set.
package enum SelectionSyntax: Sendable {
  case field(FieldSyntax)
  case fragmentSpread(FragmentSpreadSyntax)
  case inlineFragment(InlineFragmentSyntax)
}

/// `alias: name(argument: value) @directive { … }`.
package struct FieldSyntax: Sendable {
  package var range: SourceRange
  package var alias: NameSyntax?
  package var name: NameSyntax
  package var arguments: [ArgumentSyntax]
  package var directives: [DirectiveSyntax]
  /// nil if there are no braces.
  package var selectionSet: SelectionSetSyntax?
}

/// `...Name @directive`.
package struct FragmentSpreadSyntax: Sendable {
  package var range: SourceRange
  package var name: NameSyntax
  package var directives: [DirectiveSyntax]
}

/// `... on Type @directive { … }`, or without a type condition.
package struct InlineFragmentSyntax: Sendable {
  package var range: SourceRange
  package var typeCondition: NameSyntax?
  package var directives: [DirectiveSyntax]
  package var selectionSet: SelectionSetSyntax
}

/// `name: value`: an argument, or a field of an object value.
package struct ArgumentSyntax: Sendable {
  package var range: SourceRange
  package var name: NameSyntax
  package var value: ValueSyntax
}

/// `@name(argument: value)`.
package struct DirectiveSyntax: Sendable {
  package var range: SourceRange
  /// The name without `@`; its range includes the `@`.
  package var name: NameSyntax
  package var arguments: [ArgumentSyntax]
}

/// A string. `raw` is the text between the quotes with its escapes; for a block string, it is the text without its common indentation
/// (specification, section 2.9.4, "BlockStringValue"). `value` is the text that the string denotes. Both are computed on demand, because
/// few of a schema's descriptions are ever needed.
package struct StringSyntax: Sendable {
  package var range: SourceRange
  package let form: Form
  /// The bytes that contain the text between the quotes.
  let source: [UInt8]
  let start: UInt32
  let end: UInt32

  package enum Form: UInt8 {
    /// Between double quotes, with escapes.
    case quoted
    case block
    /// Text without quotes and escapes.
    case plain
  }

  init(range: SourceRange, form: Form, source: [UInt8], _ content: Range<Int>) {
    self.range = range
    self.form = form
    self.source = source
    start = UInt32(clamping: content.lowerBound)
    end = UInt32(clamping: content.upperBound)
  }

  /// A string whose text between double quotes would be `raw`.
  init(range: SourceRange, quoting raw: String) {
    self.init(range: range, form: .quoted, source: Array(raw.utf8), 0..<raw.utf8.count)
  }

  /// A string whose value is exactly this text.
  init(range: SourceRange, plain text: String) {
    self.init(range: range, form: .plain, source: Array(text.utf8), 0..<text.utf8.count)
  }

  package var isBlock: Bool { form == .block }
}

/// A value (specification, section 2.9). A constant contains no `variable`: the parser has reported it.
package enum ValueSyntax: Sendable {
  case variable(NameSyntax)
  /// The text of the literal is kept, because its meaning depends on the expected type.
  case int(String, SourceRange)
  case float(String, SourceRange)
  case string(StringSyntax)
  case boolean(Bool, SourceRange)
  case null(SourceRange)
  case `enum`(NameSyntax)
  case list([ValueSyntax], SourceRange)
  case object([ArgumentSyntax], SourceRange)

  package var range: SourceRange {
    switch self {
    case .variable(let name), .enum(let name): name.range
    case .string(let string): string.range
    case .int(_, let range), .float(_, let range), .boolean(_, let range), .null(let range), .list(_, let range),
      .object(_, let range):
      range
    }
  }
}

/// A type reference such as `[Todo!]!` (specification, section 2.12).
package enum TypeSyntax: Sendable {
  case named(NameSyntax)
  indirect case list(TypeSyntax, SourceRange)
  indirect case nonNull(TypeSyntax, SourceRange)

  package var range: SourceRange {
    switch self {
    case .named(let name): name.range
    case .list(_, let range), .nonNull(_, let range): range
    }
  }

  /// The innermost named type.
  package var innermost: NameSyntax {
    switch self {
    case .named(let name): name
    case .list(let type, _), .nonNull(let type, _): type.innermost
    }
  }
}
