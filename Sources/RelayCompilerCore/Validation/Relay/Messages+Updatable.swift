/// The reason why a field's inline fragments do not distinguish its types, although they must.
enum UpdateUnionProblem: Equatable {
  case concreteField(Name)
  case otherSelection
  case noObjectType
  case repeatedType(Name)
  case noTypename
  case directives

  fileprivate var phrase: String {
    switch self {
    case .concreteField(let type): "'\(type)' is neither an interface nor a union"
    case .otherSelection: "there is another selection beside them, or one under a condition"
    case .noObjectType: "one of them is not on an object type"
    case .repeatedType(let type): "several are on '\(type)'"
    case .noTypename: "one of them does not select '__typename'"
    case .directives: "one of them has a directive"
    }
  }
}

/// The kind of an updater's document, in the plural.
enum UpdatableDocuments: String { case operations, fragments }

/// Diagnostics for `@updatable` and `@assignable`.
extension Diagnostic {
  // MARK: - Inside of updatable documents

  static func directiveInUpdatable(_ directive: Directive, _ documents: UpdatableDocuments) -> Diagnostic {
    Diagnostic("updatable-directive", "'@\(directive.name)' is not allowed in updatable \(documents). Remove it", at: directive.range)
  }

  static func conditionInUpdatable(_ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-condition",
      "'@include' and '@skip' are not allowed in updatable \(documents), because an update cannot depend on a condition. "
        + "Remove it", at: range)
  }

  static func inlineFragmentInInlineFragment(_ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-inline-fragment",
      "In updatable \(documents) an inline fragment cannot be directly inside another one. Write one for each object type", at: range)
  }

  static func selectionsBesideInlineFragments(_ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-inline-fragment",
      "In updatable \(documents) a field with inline fragments cannot have other selections beside them. Move these into each of the inline "
        + "fragments", at: range)
  }

  static func inlineFragmentsOnConcreteField(_ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-inline-fragment",
      "In updatable \(documents) inline fragments distinguish the types of an interface or union, but this type is neither. Select its fields "
        + "without '... on'", at: range)
  }

  static func inlineFragmentOnNoObjectType(_ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-inline-fragment",
      "In updatable \(documents) every inline fragment must be on an object type. Write one for each object type", at: range)
  }

  static func repeatedInlineFragment(on type: Name, _ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-inline-fragment",
      "In updatable \(documents) a field can have only one inline fragment for each type, but there are several for '\(type)'. Merge them",
      at: range)
  }

  static func inlineFragmentWithoutTypename(_ documents: UpdatableDocuments, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-inline-fragment",
      "In updatable \(documents) every inline fragment must select '__typename', which distinguishes the types. Add it", at: range)
  }

  static func argumentsOfUpdatable(_ fragment: FragmentDefinition) -> Diagnostic {
    Diagnostic("updatable-directive", "'@argumentDefinitions' is not allowed in updatable fragments. Remove it", at: fragment.nameRange)
  }

  static func spreadOfNotAssignable(_ spread: FragmentSpread, _ documents: UpdatableDocuments, isAllowed: Bool) -> Diagnostic {
    let text = "Updatable \(documents) can spread only assignable fragments" + (isAllowed ? "; '\(spread.name)' is ignored" : "")
    return Diagnostic(
      "updatable-spread", text + ". Add '@assignable' to '\(spread.name)' to assign it", at: spread.nameRange,
      severity: isAllowed ? .warning : .error)
  }

  static func assignableOfOtherType(_ spread: FragmentSpread, type: Name, expected: Name) -> Diagnostic {
    Diagnostic(
      "updatable-spread",
      "The value assigned here must be a '\(expected)', but not every '\(type)' of '\(spread.name)' is one", at: spread.nameRange)
  }

  // MARK: - Assignable fragments

  static func directiveOnAssignable(_ directive: Directive) -> Diagnostic {
    Diagnostic(
      "assignable-fragment", "'@\(directive.name)' is not allowed on an assignable fragment, which has an identity and no data",
      at: directive.range)
  }

  static func assignableSelections(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "assignable-fragment", "An assignable fragment stands for an object, not for data. It must select '__typename' and nothing else",
      at: range)
  }

  // MARK: - Spreads in documents that are read

  static func conditionalUpdate(_ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread", "The spread of an \(kind) fragment cannot depend on '@skip' or '@include'", at: range)
  }

  static func updateWithDirective(_ directive: Name, _ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic("updatable-or-assignable-spread", "'@\(directive)' is not allowed on the spread of an \(kind) fragment", at: range)
  }

  static func updateRefinedTwice(_ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "There can be only one inline fragment between the spread of an \(kind) fragment and its field. Add '@alias' to the others, or merge them",
      at: range)
  }

  static func updateRefinedAtRoot(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "At the root, nothing tells whether this inline fragment matches. Add '@alias' to it, and read the updatable fragment "
        + "through the alias", at: range)
  }

  static func assignableAtRoot(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread", "An assignable fragment stands for the object of a field. Spread it in the selections of a field",
      at: range)
  }

  static func updateOfOtherType(_ fragment: Name, _ type: Name, place: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "'\(fragment)' updates a '\(type)', but not every '\(place)' is one. Put the spread into '... on \(type) @alias'", at: range)
  }

  static func updateInIndiscriminateField(_ problems: [UpdateUnionProblem], _ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "With an \(kind) fragment in one of its inline fragments, this field must have inline fragments only, each on a different object "
        + "type and with '__typename', but \(problems.map(\.phrase).joined(separator: "; "))", at: range)
  }
}
