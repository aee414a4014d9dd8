internal import RelayCompilerCore

/// What every schema has without declaring it, as a file that an editor can open: the scalars and directives of the specification, the types
/// of introspection, and the directives of Relay and of this project. The file is written when it is first asked for.
package struct BuiltInFile: Sendable {
  private let folder: String

  /// - Parameter folder: for example the user's folder of caches. It is created if it does not exist.
  package init(folder: String) { self.folder = FilePath.absolute(folder, relativeTo: FileSystem.currentDirectory) }

  static let bytes = makeBytes()

  var path: String { FilePath.file("BuiltIn.graphql", in: folder) }

  /// nil if there is no such declaration, or if the file cannot be written.
  func locations(of symbol: Symbol, from node: Int, in query: TextQuery) -> JSON? {
    var revision = 0
    let text = GraphQLText(path: path, role: .clientSchema, bytes: Self.bytes)
    let project = Project(configuration: ProjectConfiguration(folder: folder, isLoose: true), texts: [text], revision: &revision)
    let places = project.declarations(of: symbol)
    guard !places.isEmpty, write() else { return nil }
    return query.locations(places, of: project, from: node)
  }

  /// Whether the file is there.
  private func write() -> Bool {
    if (try? FileSystem.contains(Self.bytes, path)) == true { return true }
    let new = "\(path).\(FileSystem.now())"
    do throws(FileSystemError) {
      try FileSystem.createDirectory(folder)
      try FileSystem.create(new, Self.bytes)
      try FileSystem.rename(new, to: path)
      return true
    } catch {
      try? FileSystem.remove(new)
      return false
    }
  }

  private static func makeBytes() -> [UInt8] {
    var revision = 0
    let project = Project(configuration: ProjectConfiguration(folder: "/", isLoose: true), texts: [], revision: &revision)
    let texts = HoverText(project)
    let schema = project.schema
    let types = schema.allTypes.sorted { schema[$0].name < schema[$1].name }.map { texts.type($0, limit: .max, hasArguments: true) }
    let names = schema.directives.keys + [Name.arguments, .argumentDefinitions]
    let directives = names.sorted().compactMap(texts.directive(named:))
    let definitions = (directives + types).map { content in
      content.notes.isEmpty ? content.declaration : "\"\"\"\n\(content.notes.joined(separator: "\n\n"))\n\"\"\"\n\(content.declaration)"
    }
    let head = "# What every schema has without declaring it. This file is written by the language server; it is not read.\n\n"
    return Array((head + definitions.joined(separator: "\n\n") + "\n").utf8)
  }
}
