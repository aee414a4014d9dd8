internal import Foundation
internal import RelayCompilerCore
internal import RelayIndexStore

/// Fragments that no operation of any module reaches. One with `@refetchable` has an operation of its own, and one that is read by an object's id
/// needs none, so they are not reported.
extension LintRule {
  static func unusedFragments(in project: ProjectModules) -> [LintFinding] {
    let graph = SpreadGraph(project)
    var used: Set<Name> = []
    for (_, document) in project.documents {
      for definition in document.definitions {
        switch definition {
        case .operation(let operation): used.formUnion(graph.reachable(from: Spreads(of: operation)))
        case .fragment(let fragment) where fragment.has("refetchable"):
          used.insert(fragment.name.name)
          used.formUnion(graph.reachable(from: Spreads(of: fragment)))
        case .fragment, .schema, .type, .directive: continue
        }
      }
    }
    let namesByID = namesInFilesThatReadByID(project)
    return project.documents.flatMap { module, document in
      document.definitions.compactMap { definition in
        guard case .fragment(let fragment) = definition, !namesByID.contains(fragment.name.name.string), !used.contains(fragment.name.name)
        else { return nil }
        return LintFinding(
          .unusedFragment, "No operation reaches the fragment '\(fragment.name.name)'. Spread it, or remove it", at: fragment.name.range,
          in: module)
      }
    }
  }

  /// The words of Swift files in which fragments are read by an id: `Fragment(id: id)`, `environment.fragment(Todo_todo.self, id: id)`.
  private static func namesInFilesThatReadByID(_ project: ProjectModules) -> Set<String> {
    var names: Set<String> = []
    for path in Set(project.modules.flatMap(\.swiftFiles)) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      if [".fragment(", "Fragment(id:", ">(id:"].contains(where: text.contains) { names.formUnion(SwiftWords.all(in: text)) }
    }
    return names
  }
}
