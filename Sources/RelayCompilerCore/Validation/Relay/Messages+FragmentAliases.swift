/// Diagnostics for `@alias`.
extension Diagnostic {
  static func aliasLikeField(_ alias: Name, at range: SourceRange, field: SourceRange) -> Diagnostic {
    Diagnostic(
      "alias-conflict", "A field here is already called '\(alias)'. Choose another alias for the fragment", at: range,
      notes: [.init("The field '\(alias)' is selected here", at: field)])
  }

  static func repeatedSpread(_ fragment: Name, alias: Name, at range: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "alias-conflict",
      "'\(fragment)' is already spread here as '\(alias)'. Choose another alias for this spread, or remove it if the other is enough",
      at: range,
      notes: [.init("The other alias '\(alias)' is here", at: other)])
  }

  static func repeatedAlias(_ alias: Name, at range: SourceRange, other: SourceRange) -> Diagnostic {
    Diagnostic(
      "alias-conflict", "Another fragment here has the alias '\(alias)' too. Choose another one", at: range,
      notes: [.init("The other alias '\(alias)' is here", at: other)])
  }

  static func aliasWithoutName(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "alias-argument", "An inline fragment without a type condition has no name for its alias. Add 'as' to '@alias'", at: range)
  }

  static func aliasNotLiteral(at range: SourceRange) -> Diagnostic {
    Diagnostic("alias-argument", "An alias becomes the name of a property, so 'as' must be a string literal", at: range)
  }

  static func emptyAlias(at range: SourceRange) -> Diagnostic {
    Diagnostic("alias-argument", "An alias cannot be empty. Write a name, or remove 'as'", at: range)
  }

  static func aliasOnPluralFragment(_ fragment: FragmentDefinition, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "alias-on-plural-fragment", "'\(fragment.name)' is plural, but an alias stands for a single object. Remove '@alias'", at: range,
      notes: [.init("'\(fragment.name)' is plural here", at: fragment.nameRange)])
  }

  static func aliasRequiredUnderCondition(_ condition: Condition, _ spread: FragmentSpread) -> Diagnostic {
    Diagnostic(
      "alias-required",
      "'\(spread.name)' may be absent because of '@\(condition.passingValue ? "include" : "skip")', but a fragment's key cannot be optional. "
        + "Add '@alias' to read it as an optional", at: spread.nameRange, fixIts: [aliasing(spread)])
  }

  static func aliasRequiredForType(_ spread: FragmentSpread, on type: Name, known: Name) -> Diagnostic {
    Diagnostic(
      "alias-required",
      "Not every '\(known)' is of type '\(type)', so '\(spread.name)' may not match here. Add '@alias' to read it as an optional",
      at: spread.nameRange, fixIts: [aliasing(spread)])
  }

  /// - Parameter refinement: the type of the inline fragment around the spread, in which the fragment would match.
  static func aliasRequiredInRefinement(_ spread: FragmentSpread, of refinement: Name, known: Name) -> Diagnostic {
    Diagnostic(
      "alias-required",
      "'... on \(refinement)' is read as part of '\(known)', so '\(spread.name)' may not match there. Add '@alias' to read it as an optional",
      at: spread.nameRange, fixIts: [aliasing(spread)])
  }

  private static func aliasing(_ spread: FragmentSpread) -> FixIt {
    FixIt(replace: spread.nameRange, with: "\(spread.name) @alias")
  }
}
