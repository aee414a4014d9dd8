import Foundation

/// The name of the Swift file that a document becomes. It is taken from the document's path alone, never from its contents:
///
///     Story.graphql        Story.graphql.swift
///     Feed/Story.graphql   Feed+Story.graphql.swift
///     schema.graphqls      schema.graphqls.swift
///
/// Swift wants the files of a module to have different names, so folders become part of the name. Two paths never get the same one:
/// `+` separates folders, and a `+` that is part of a path is written `%2B` (a `%`, `%25`).
enum OutputName {
  static func ofDocument(_ document: URL, in directory: URL) -> String {
    relativeComponents(of: document, in: directory).map(escaped).joined(separator: "+") + ".swift"
  }

  /// The enums and input objects of the schema.
  static let schema = "RelaySchemaTypes.graphql.swift"

  /// What the GraphQL literals in Swift files become.
  static let shards = (1...16).map { "RelayLiterals_\($0).graphql.swift" }

  private static func relativeComponents(of document: URL, in directory: URL) -> [String] {
    let path = document.standardizedFileURL.pathComponents
    let base = directory.standardizedFileURL.pathComponents
    let shared = zip(path, base).prefix { $0 == $1 }.count
    return Array(repeating: "..", count: base.count - shared) + path.dropFirst(shared)
  }

  /// A folder `..` (a member of an Xcode target from elsewhere) would start a name with a dot, which hides a file.
  private static func escaped(_ component: String) -> String {
    component == ".."
      ? "%2E%2E" : component.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "+", with: "%2B")
  }
}
