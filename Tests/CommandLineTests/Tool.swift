import Foundation
import TestSupport

/// The built `relay-compiler-swift`, run as a separate process in a separate folder.
final class Tool: Sendable {
  private let folder: TemporaryFolder
  var directory: URL { folder.url }

  /// - Parameter files: the contents by path.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder("relay-command-line")
    for (path, text) in files { try write(text, path) }
  }

  // MARK: - Files

  func path(_ path: String) -> String { directory.appending(path: path).path }

  func write(_ text: String, _ path: String) throws { try write(Array(text.utf8), path) }

  func write(_ bytes: [UInt8], _ path: String) throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func read(_ path: String) throws -> String { String(decoding: try Data(contentsOf: directory.appending(path: path)), as: UTF8.self) }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: directory.appending(path: path)) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }

  /// The files below a folder, sorted; empty if there is no such folder.
  func files(in path: String) -> [String] {
    let folder = self.path(path)
    return (FileManager.default.subpaths(atPath: folder) ?? []).filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }.sorted()
  }

  /// The contents below a folder by path.
  func contents(of path: String) throws -> [String: String] {
    var result: [String: String] = [:]
    for file in files(in: path) { result[file] = try read(path + "/" + file) }
    return result
  }

  /// Shows whether a file was written again: even with the same bytes, it gets a new time or is a new file.
  func stamps(of path: String) throws -> [String: String] {
    var result: [String: String] = [:]
    for file in files(in: path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: self.path(path + "/" + file))
      let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      result[file] = "\(modified) \(attributes[.systemFileNumber] ?? "")"
    }
    return result
  }

  // MARK: - Runs

  /// Runs the tool in the folder.
  @discardableResult
  func run(_ arguments: String...) throws -> ProcessRun { try run(arguments) }

  @discardableResult
  func run(_ arguments: [String]) throws -> ProcessRun {
    try ProcessRun.wait(for: try Tool.executable, arguments, in: directory)
  }

  /// Runs the tool in the folder with variables of the environment, and without those that Xcode sets.
  @discardableResult
  func run(_ arguments: [String], environment: [String: String]) throws -> ProcessRun {
    let removed = ["XCODE_VERSION_ACTUAL", "XCODE_PRODUCT_BUILD_VERSION"].flatMap { ["-u", $0] }
    let set = environment.map { "\($0)=\($1)" }
    return try ProcessRun.wait(
      for: URL(fileURLWithPath: "/usr/bin/env"), removed + set + [try Tool.executable.path] + arguments, in: directory)
  }

  static var executable: URL { get throws { try BuildProducts.executable("relay-compiler-swift") } }
}

/// The part of the to-do app's schema and documents that these tests need.
enum Sample {
  static let schema = """
    type Query {
      viewer: User
      node(id: ID!): Node
    }
    interface Node {
      id: ID!
    }
    type User implements Node {
      id: ID!
      name: String!
      todos(first: Int): [Todo!]!
    }
    type Todo implements Node {
      id: ID!
      text: String!
      complete: Boolean!
    }

    """
  static let item = """
    fragment ToDoItem_todo on Todo {
      text
      complete
    }

    """
  static let list = """
    query ToDoListQuery {
      viewer {
        name
        todos(first: 100) {
          id
          ...ToDoItem_todo
        }
      }
    }

    """
  static let config = """
    {
      "schema": "schema.graphql",
      "src": "src",
      "artifactDirectory": "generated"
    }

    """

  /// A project with a configuration: `src` in, `generated` out.
  static let project = [
    "relay.config.json": config, "schema.graphql": schema, "src/ToDoItem.graphql": item, "src/ToDoList.graphql": list,
  ]
  static let generated = ["RelaySchemaTypes.graphql.swift", "ToDoItem.graphql.swift", "ToDoList.graphql.swift"]
}
