internal import RelayCompilerCore
internal import RelayIndexStore

/// Fragments in another folder than all Swift files that refer to them. It is known only of fragments to which built code refers.
extension LintRule {
  static func mustColocate(in project: ProjectModules, _ reads: SwiftReads) -> [LintFinding] {
    project.documents.flatMap { module, document -> [LintFinding] in
      let files = project.modules[module].files
      guard files.indices.contains(document.file.index) else { return [] }
      let path = files[document.file.index].path
      return document.definitions.compactMap { definition in
        guard case .fragment(let fragment) = definition, let folders = reads.folders[fragment.name.name.string], !folders.isEmpty,
          !folders.contains(FilePath.directory(of: SwiftReads.resolved(path)))
        else { return nil }
        let place = folders.sorted()[0]
        return LintFinding(
          .mustColocate, "The fragment '\(fragment.name.name)' is read in '\(place)' only. Move it next to the Swift code that reads it",
          at: fragment.name.range, in: module)
      }
    }
  }
}
