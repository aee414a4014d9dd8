import Foundation

/// The name of the Swift file that a document becomes. It is taken from the document's path alone, never from its contents:
///
///     Story.graphql        Story.graphql.swift
///     Feed/Story.graphql   Feed+Story.graphql.swift
///     schema.graphqls      schema.graphqls.swift
///
/// Swift wants the files of a module to have different names, so folders become part of the name. Two paths never get the same one:
/// `+` separates folders, and a `+` that is part of a path is written `%2B`.
///
/// The tool names files in the same way where it runs without the plugin; `SharedNameTests` compares the two.
enum OutputName {
  static func ofDocument(_ document: URL, in directory: URL) -> String {
    relativeComponents(of: document, in: directory).map(escaped).joined(separator: "+") + ".swift"
  }

  /// The enums and input objects of the schema.
  static let schema = "RelaySchemaTypes.graphql.swift"

  /// The extensions of files with GraphQL.
  static let documentExtensions = ["graphql", "graphqls", "gql"]

  /// How characters of a path are written in the name of a file, in which `+` separates folders. SwiftPM writes names into the JSON of its
  /// output file map as they are, so quotes and backslashes are escaped too.
  static let escapes = ["%": "%25", "+": "%2B", "\"": "%22", "\\": "%5C"]

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
    if component == ".." { return "%2E%2E" }
    var name = ""
    // By scalars: a `+` may have an accent.
    for scalar in component.unicodeScalars {
      if let escape = escapes[String(scalar)] { name += escape } else { name.unicodeScalars.append(scalar) }
    }
    return name
  }

  /// Whether no file can have the name: it is too long, or has control characters, which build systems cannot tell from the ends of names.
  static func isUnwritable(_ name: String) -> Bool {
    name.utf8.count > 255 || name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// The name as file systems see it that are indifferent to case and to how letters are put together; strings compare without regard to
  /// the latter.
  static func folded(_ name: String) -> String {
    var visible = ""
    visible.unicodeScalars.append(contentsOf: name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
    return visible.uppercased().lowercased()
  }
}
