/// Diagnostics for fragments of one name in several modules.
extension Diagnostic {
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
}
