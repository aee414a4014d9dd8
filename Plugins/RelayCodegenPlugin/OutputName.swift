import Foundation

/// The name of the Swift file for a document. It depends only on the document's path, never on its contents:
///
///     Story.graphql        Story.graphql.swift
///     Feed/Story.graphql   Feed+Story.graphql.swift
///     schema.graphqls      schema.graphqls.swift
///
/// Swift requires the files of a module to have different names, so folders become part of the name. Two paths never result in the same
/// name: `+` separates folders, and a `+` in a path is written as `%2B`.
///
/// The tool uses the same names if it runs without the plugin; `SharedNameTests` compares the two.
enum OutputName {
  static func ofDocument(_ document: URL, in directory: URL) -> String {
    relativeComponents(of: document, in: directory).map(escaped).joined(separator: "+") + ".swift"
  }

  /// The enums and input objects of the schema.
  static let schema = "RelaySchemaTypes.graphql.swift"

  /// What other modules use of this one's GraphQL, as a text that changes when that does, and the same of the schema. There is no Swift in
  /// them: they are Swift files because build systems take nothing else as the output of a command.
  static let exports = "RelayExports.graphql.swift"
  /// The same of modules below, if their own cannot be found.
  static let imports = "RelayImports.graphql.swift"
  static let schemaStamp = "RelaySchema.graphql.swift"
  /// The schema in its compact form, beside its stamp.
  static let schemaArchive = "schema.relay-archive"

  /// The extensions of files with GraphQL.
  static let documentExtensions = ["graphql", "graphqls", "gql"]

  /// How characters of a path are written in a file name, in which `+` separates folders. SwiftPM writes names unescaped into the JSON of
  /// its output file map, so quotes and backslashes are escaped too.
  static let escapes = ["%": "%25", "+": "%2B", "\"": "%22", "\\": "%5C"]

  /// The outputs for GraphQL literals in Swift files.
  static let shards = (1...16).map { "RelayLiterals_\($0).graphql.swift" }

  private static func relativeComponents(of document: URL, in directory: URL) -> [String] {
    let path = document.standardizedFileURL.pathComponents
    let base = directory.standardizedFileURL.pathComponents
    let shared = zip(path, base).prefix { $0 == $1 }.count
    return Array(repeating: "..", count: base.count - shared) + path.dropFirst(shared)
  }

  /// A folder `..`, which occurs if a file of an Xcode target is elsewhere, would start the name with a dot, which hides the file.
  private static func escaped(_ component: String) -> String {
    if component == ".." { return "%2E%2E" }
    var name = ""
    // By scalar, because a combining accent may follow a `+`.
    for scalar in component.unicodeScalars {
      if let escape = escapes[String(scalar)] { name += escape } else { name.unicodeScalars.append(scalar) }
    }
    return name
  }

  /// Whether no file can have the name: it is too long, or contains control characters, which build systems mistake for the end of the
  /// name.
  static func isUnwritable(_ name: String) -> Bool {
    name.utf8.count > 255 || name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// The form of the name for file systems that ignore case and Unicode normalisation; comparing strings ignores the latter.
  static func folded(_ name: String) -> String {
    var visible = ""
    visible.unicodeScalars.append(contentsOf: name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
    return visible.uppercased().lowercased()
  }
}
