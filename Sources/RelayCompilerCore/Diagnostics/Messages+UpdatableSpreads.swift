/// What is wrong with a field whose inline fragments must tell its types apart.
enum UpdateUnionProblem {
  case concreteField(Name)
  case otherSelection
  case noObjectType
  case repeatedType(Name)
  case noTypename
  case directives
}

/// Spreads of updatable and assignable fragments in documents that are read.
extension Diagnostic {
  static func conditionalUpdate(_ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread", "The spread of an \(kind) fragment cannot depend on '@skip' or '@include'", at: range)
  }

  static func updateWithDirective(_ directive: Name, _ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic("updatable-or-assignable-spread", "'@\(directive)' cannot stand on the spread of an \(kind) fragment", at: range)
  }

  static func updateRefinedTwice(_ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "Between the spread of an \(kind) fragment and its field there can be one inline fragment. Add '@alias' to the others, or merge them",
      at: range)
  }

  static func updateRefinedAtRoot(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "At the root, nothing tells whether this inline fragment matches. Add '@alias' to it, and the updatable fragment is read through that",
      at: range)
  }

  static func assignableAtRoot(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread", "An assignable fragment stands for what a field links to. Spread it in the selections of a field",
      at: range)
  }

  static func updateOfOtherType(_ fragment: Name, _ type: Name, place: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "updatable-or-assignable-spread",
      "'\(fragment)' updates a '\(type)', and not every '\(place)' is one. Put the spread into '... on \(type) @alias'", at: range)
  }

  static func updateInIndiscriminateField(_ problem: UpdateUnionProblem, _ kind: UpdatingKind, at range: SourceRange) -> Diagnostic {
    let what =
      switch problem {
      case .concreteField(let type): "'\(type)' is neither an interface nor a union"
      case .otherSelection: "here is another selection beside them, or one under a condition"
      case .noObjectType: "one of them is not on an object type"
      case .repeatedType(let type): "several are on '\(type)'"
      case .noTypename: "one of them does not select '__typename'"
      case .directives: "one of them has a directive"
      }
    return Diagnostic(
      "updatable-or-assignable-spread",
      "With an \(kind) fragment in an inline fragment, this field has inline fragments alone, each on an object type of its own and with "
        + "'__typename': \(what)", at: range)
  }
}
