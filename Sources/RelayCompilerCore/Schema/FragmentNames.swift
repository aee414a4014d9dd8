/// The names of fragments are unique among all modules that are compiled together: those that a module can import, and its own. None of its own
/// has the name of such a module.
///
/// Two modules that do not know each other may both have a fragment of a name until a third one imports both. It is an error there, whether
/// or not the fragment is used: a spread or the Swift type of that name would be one or the other by chance.
enum FragmentNames {
  /// - Parameter module: the module that is compiled; nil if its name is not known.
  static func check(_ sources: [ParsedSource], module: String?) -> [Diagnostic] {
    var imported: [Name: (name: NameSyntax, module: String)] = [:]
    var diagnostics: [Diagnostic] = []
    for source in sources {
      guard case .imported(let other) = source.role else { continue }
      for case .fragment(let fragment) in source.document.definitions {
        guard let first = imported[fragment.name.name] else {
          imported[fragment.name.name] = (fragment.name, other)
          continue
        }
        // Two of one module are an error of that module.
        if first.module != other {
          diagnostics.append(.fragmentOfTwoModules(fragment.name, other, first: first.name, first.module))
        }
      }
    }
    if imported.isEmpty { return diagnostics }
    let modules = Set(imported.values.map { Name($0.module) })
    for source in sources {
      guard case .document = source.role else { continue }
      for case .fragment(let fragment) in source.document.definitions {
        if modules.contains(fragment.name.name) { diagnostics.append(.fragmentNamedLikeModule(fragment.name)) }
        guard let first = imported[fragment.name.name] else { continue }
        diagnostics.append(.fragmentOfTwoModules(fragment.name, module, first: first.name, first.module))
      }
    }
    return diagnostics
  }

  /// The imported documents without fragments whose names are taken, by the module's own or by earlier ones, so that what `check` reports
  /// has no other errors as its consequence.
  static func unambiguous(_ imported: [Document], beside own: [Document]) -> [Document] {
    var taken: Set<Name> = []
    for document in own {
      for case .fragment(let fragment) in document.definitions { taken.insert(fragment.name.name) }
    }
    return imported.map { document in
      var document = document
      document.definitions = document.definitions.filter { definition in
        if case .fragment(let fragment) = definition { taken.insert(fragment.name.name).inserted } else { true }
      }
      return document
    }
  }
}
