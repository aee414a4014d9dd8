extension ReaderNode {
  /// Whether generated Swift has a property for the node.
  var isShown: Bool { ReaderField(self).map { !$0.isHidden } ?? true }
}

/// A field of the reader AST, separated from the `@required` and `@catch` around it.
struct ReaderField {
  /// The field itself.
  enum Kind {
    case scalar(ReaderScalarField)
    case linked(ReaderLinkedField)
  }

  var kind: Kind
  /// The directives around the field, innermost first.
  var modifiers: [Modifier] = []

  /// A directive around the field that changes its type.
  enum Modifier {
    case required(RequiredAction)
    case `catch`(CatchTarget)
  }

  /// nil for other nodes.
  init?(_ node: ReaderNode) {
    switch node {
    case .scalarField(let field): kind = .scalar(field)
    case .linkedField(let field): kind = .linked(field)
    case .required(let action, let inner):
      guard let field = ReaderField(inner) else { return nil }
      self = field
      modifiers.append(.required(action))
    case .catch(let target, let inner):
      guard let field = ReaderField(inner) else { return nil }
      self = field
      modifiers.append(.catch(target))
    case .inlineFragment, .fragmentSpread, .aliasedFragment, .inlineDataFragmentSpread, .condition, .defer, .stream, .clientExtension:
      return nil
    }
  }

  var responseKey: Name {
    switch kind {
    case .scalar(let field): field.responseKey
    case .linked(let field): field.responseKey
    }
  }

  var type: TypeReference {
    switch kind {
    case .scalar(let field): field.type
    case .linked(let field): field.type
    }
  }

  var isHidden: Bool {
    switch kind {
    case .scalar(let field): field.isHidden
    case .linked(let field): field.isHidden
    }
  }

  var field: FieldID? {
    switch kind {
    case .scalar(let field): field.field
    case .linked(let field): field.field
    }
  }

  var selections: [ReaderNode] {
    switch kind {
    case .scalar: []
    case .linked(let field): field.selections
    }
  }

  /// Whether the field catches nested errors.
  var catches: Bool {
    modifiers.contains { modifier in
      if case .catch = modifier { return true }
      return false
    }
  }

  /// Whether a null in this field makes the enclosing object null (`@required(action: NONE)` and `LOG`).
  var bubbles: Bool {
    modifiers.contains { modifier in
      switch modifier {
      case .required(.none), .required(.log): true
      case .required(.throw), .catch: false
      }
    }
  }
}
