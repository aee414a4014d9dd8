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
      let folders = path.split(separator: "/").map(String.init)
      guard let file = folders.last else { continue }
      // The other packages' and the compiler's objects are most of the files.
      if Self.isOfOthers(file, in: folders, modules: modules) {
        paths.skipDescendants()
        continue
      }
      guard file.hasSuffix(".swift") || file.hasSuffix(".o"), let date = paths.fileAttributes?[.modificationDate] as? Date else { continue }
      // What only tells the build system that something has changed is no generated code.
      if ["RelayExports.graphql.swift", "RelayImports.graphql.swift", "RelaySchema.graphql.swift"].contains(file) { continue }
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

  /// Whether a folder has nothing of these modules: an index, a cache, or a native build of another module.
  private static func isOfOthers(_ file: String, in folders: [String], modules: [String]) -> Bool {
    if ["index", "ModuleCache", "ModuleCache.noindex", "SourcePackages"].contains(file) { return true }
    guard file.hasSuffix(".build"), folders.dropLast().last == "debug" else { return false }
    return !modules.contains { file == "\($0).build" }
  }

  func changes(since before: Snapshot, output: String) -> Changes {
    func changed(_ old: [String: Date], _ new: [String: Date]) -> Set<String> {
      Set(new.filter { old[$0.key] != $0.value }.keys)
    }
    return Changes(
      generated: changed(before.generated, generated),
      compiled: changed(before.objects, objects), output: output)
  }
}

/// The effects of one build.
struct Changes {
  /// Generated Swift files that were written.
  var generated: Set<String>
  /// Swift files that were compiled, without their extension.
  var compiled: Set<String>
  /// The commands of the plugin that ran: `generate App`.
  var ran: Set<String> = []
  /// The output of the build.
  var output: String
}

/// Finds out which of the plugin's commands ran. Before a build, each folder that a command writes to gets an unfinished file of a process
/// that no longer exists; whoever writes there next removes it (`FolderLock`).
struct CommandTraps {
  private var traps: [(command: String, file: URL)] = []

  /// - Parameter outputs: the plugin's folders for the targets of a package.
  init(in outputs: URL) throws {
    let manager = FileManager.default
    for target in (try? manager.contentsOfDirectory(atPath: outputs.path)) ?? [] {
      for (folder, command, output) in [
        ("Generated", "generate", "Trap.graphql.swift"), ("Exports", "collect", "RelayExports.graphql.swift"),
        ("Schema", "schema", "RelaySchema.graphql.swift"),
      ] {
        let place = outputs.appending(path: "\(target)/destination/RelayCodegenPlugin/\(folder)")
        guard manager.fileExists(atPath: place.path) else { continue }
        let file = place.appending(path: "\(output).partial-99999999-0")
        try Data().write(to: file)
        traps.append(("\(command) \(target)", file))
      }
    }
  }

  func ran() -> Set<String> {
    Set(traps.filter { !FileManager.default.fileExists(atPath: $0.file.path) }.map(\.command))
  }
}
