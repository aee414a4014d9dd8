internal import RelayCompilerCore

/// The names of generated files, and of the files from which they are generated. The build plugin, which cannot import this module, uses
/// the same names; `SharedNameTests` compares the two.
enum OutputName {
  /// The enums and input objects of the schema.
  static let schema = "RelaySchemaTypes.graphql.swift"

  /// The extensions of files with GraphQL.
  static let documentExtensions = ["graphql", "graphqls", "gql"]

  /// How characters of a path are written in a file name, in which `+` separates folders.
  static let escapes = ["%": "%25", "+": "%2B", "\"": "%22", "\\": "%5C"]

  /// `Feed/Story.graphql` → `Feed+Story.graphql.swift`: Swift requires the files of a module to have different names. Literals in
  /// `Story.swift` go where `Story.graphql` would.
  static func ofDocument(_ relativePath: String) -> String {
    let path = relativePath.hasSuffix(".swift") ? relativePath.dropLast(".swift".count) + ".graphql" : relativePath[...]
    var name = ""
    for scalar in path.unicodeScalars {
      if scalar == "/" {
        name += "+"
      } else if let escape = escapes[String(scalar)] {
        name += escape
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    return name + ".swift"
  }

  static func isDocument(_ path: String) -> Bool { documentExtensions.contains { path.hasSuffix("." + $0) } }
}
