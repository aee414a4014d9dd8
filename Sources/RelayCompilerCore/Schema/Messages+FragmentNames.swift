/// Diagnostics for fragments of one name in several modules, and for those with the name of a module.
extension Diagnostic {
  package static let unknownFragmentID: DiagnosticID = "unknown-fragment"

  /// A spread of a fragment of a module on which this one does not depend.
  ///
  /// - Parameter isAbove: whether that module depends on this one.
  package static func fragmentElsewhere(_ name: Name, module: String, isAbove: Bool, at range: SourceRange) -> Diagnostic {
    let cure =
      isAbove
      ? "which depends on this one. Move the fragment to this module, or to one that both depend on"
      : "on which this one does not depend. Add '\(module)' to the dependencies of the target"
    return Diagnostic(unknownFragmentID, "The fragment '\(name)' belongs to the module '\(module)', \(cure)", at: range)
  }

  /// - Parameter module: nil if it is the module that is compiled, and has no name.
  package static func fragmentOfTwoModules(
    _ name: NameSyntax, _ module: String?, first: NameSyntax, _ firstModule: String
  ) -> Diagnostic {
    let other = module.map { "'\($0)'" } ?? "this module"
    return Diagnostic(
      "duplicate-definition",
      "Two modules have a fragment '\(name.name)': '\(firstModule)' and \(other). The names of fragments are unique among all modules; "
        + "rename one of the two", at: name.range,
      notes: [.init("The '\(first.name)' of '\(firstModule)' is defined here", at: first.range)])
  }

  /// A fragment with the name of a module that this one imports. Its type would hide the module: `Feed.Story_story` would be a member of the type.
  static func fragmentNamedLikeModule(_ name: NameSyntax) -> Diagnostic {
    Diagnostic(
      "invalid-name",
      "The fragment '\(name.name)' has the name of a module that this one imports, and its type would hide the module in Swift. Rename the "
        + "fragment", at: name.range)
  }
}
