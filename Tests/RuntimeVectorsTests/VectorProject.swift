import Foundation

@testable import RelayCompilerCore

/// The location of a recorded project's files: according to its `relay.config.json`, otherwise under their usual names.
struct VectorProject {
  var options = CompilerOptions()
  private(set) var schema: [URL] = []
  private(set) var schemaExtensions: [URL] = []
  private(set) var documents: [URL] = []

  init(_ project: URL) throws {
    var source = project.appendingPathComponent("documents")
    let configuration = project.appendingPathComponent("relay.config.json")
    if VectorProject.exists(configuration) {
      let (config, diagnostics) = ConfigParser.parse(try VectorProgram.source(configuration), file: FileID(rawValue: 0))
      guard !diagnostics.hasErrors else {
        throw VectorProgram.CompilationFailure(description: diagnostics.map { "\($0)" }.joined(separator: "\n"))
      }
      options = config.options
      schema = config.schema.flatMap { VectorProject.graphQLFiles(URL(fileURLWithPath: $0.path, relativeTo: project)) }
      schemaExtensions = config.schemaExtensions.flatMap { VectorProject.graphQLFiles(URL(fileURLWithPath: $0.path, relativeTo: project)) }
      if let path = config.src?.path { source = URL(fileURLWithPath: path, relativeTo: project) }
    }
    if schema.isEmpty { schema = VectorProject.first(["schema.graphql", "schema.graphqls", "schema.json", "schema"], in: project) }
    if schemaExtensions.isEmpty {
      schemaExtensions = VectorProject.first(
        ["schema-extensions", "schemaExtensions", "extensions", "schema-extensions.graphql", "extensions.graphql"], in: project)
    }
    let others = Set((schema + schemaExtensions).map(\.standardizedFileURL.path))
    documents = VectorProject.graphQLFiles(VectorProject.exists(source) ? source : project)
      .filter { !others.contains($0.standardizedFileURL.path) }
    guard !schema.isEmpty, !documents.isEmpty else {
      throw VectorProgram.CompilationFailure(description: "no schema or no documents in \(project.path)")
    }
  }

  private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  private static func first(_ names: [String], in project: URL) -> [URL] {
    names.lazy.map { graphQLFiles(project.appendingPathComponent($0)) }.first { !$0.isEmpty } ?? []
  }

  /// A file, or the GraphQL files below a folder, sorted by path.
  private static func graphQLFiles(_ place: URL) -> [URL] {
    guard exists(place) else { return [] }
    guard let isFolder = try? place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory, isFolder else { return [place] }
    let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return files.filter { ["graphql", "graphqls", "gql"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }
}
