import Foundation

/// When the files of a build were last written: the generated Swift, and an object file per Swift file.
struct Snapshot {
  private var generated: [String: Date] = [:]
  private var objects: [String: Date] = [:]

  /// - Parameters:
  ///   - scratch: The build folder.
  ///   - modules: The modules of the package being built; files of other modules are left out. The packages share the folder, so no two
  ///     may have files with the same name in modules with the same name.
  init(_ scratch: URL, modules: [String]) throws {
    guard let paths = FileManager.default.enumerator(atPath: scratch.path) else { return }
    while let path = paths.nextObject() as? String {
      guard let date = paths.fileAttributes?[.modificationDate] as? Date else { continue }
      let folders = path.split(separator: "/").map(String.init)
      guard let file = folders.last else { continue }
      if path.contains("RelayCodegenPlugin/"), path.hasSuffix(".swift"), !Set(folders).isDisjoint(with: modules) {
        generated[file] = date
      } else if file.hasSuffix(".o"), modules.contains(where: { folders.contains("\($0).build") }) {
        // Main.swift.o with one build system, Main.o with the other.
        var source = String(file.dropLast(2))
        if source.hasSuffix(".swift") { source.removeLast(6) }
        // Single.o and Single.swiftmodule.o belong to the whole module.
        if !modules.contains(where: { source == $0 || source == "\($0).swiftmodule" }) { objects[source] = date }
      }
    }
  }

  func changes(since before: Snapshot, output: String) -> Changes {
    func changed(_ old: [String: Date], _ new: [String: Date]) -> Set<String> {
      Set(new.filter { old[$0.key] != $0.value }.keys)
    }
    return Changes(
      generated: changed(before.generated, generated),
      compiled: changed(before.objects, objects),
      output: output)
  }
}

/// The effects of one build.
struct Changes {
  /// Generated Swift files that were written.
  var generated: Set<String>
  /// Swift files that were compiled, without their extension.
  var compiled: Set<String>
  /// The output of the build.
  var output: String
}
