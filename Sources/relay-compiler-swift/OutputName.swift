internal import RelayCompilerCore

/// The names of generated files, and of the files from which they are generated. The build plugin, which cannot import this module, uses
/// the same names; `SharedNameTests` compares the two.
enum OutputName {
  /// The enums and input objects of the schema.
  static let schema = "RelaySchemaTypes.graphql.swift"

  /// What other modules use of this one's GraphQL, as a text that changes when that does, and the same of the schema.
  static let exports = "RelayExports.graphql.swift"
  /// The same of modules below, if their own cannot be found.
  static let imports = "RelayImports.graphql.swift"
  static let schemaStamp = "RelaySchema.graphql.swift"
  /// The schema in its compact form, beside its stamp.
  static let schemaArchive = "schema.relay-archive"

  /// The extensions of files with GraphQL.
  static let documentExtensions = ["graphql", "graphqls", "gql"]

  /// How characters of a path are written in a file name, in which `+` separates folders.
  static let escapes = ["%": "%25", "+": "%2B", "\"": "%22", "\\": "%5C"]

  /// `Feed/Story.graphql` → `Feed+Story.graphql.swift`: Swift requires the files of a module to have different names. Literals in
  /// `Story.swift` go where `Story.graphql` would.
  static func ofDocument(_ relativePath: String) -> String {
    var path = relativePath.hasSuffix(".swift") ? relativePath.dropLast(".swift".count) + ".graphql" : relativePath
    var name: [UInt8] = []
    name.reserveCapacity(path.utf8.count + 6)
    path.withUTF8 { path in
      for byte in path {
        if byte == UInt8(ascii: "/") {
          name.append(UInt8(ascii: "+"))
        } else if let escape = byteEscapes[Int(byte)] {
          name.append(contentsOf: escape.utf8)
        } else {
          name.append(byte)
        }
      }
    }
    name.append(contentsOf: ".swift".utf8)
    return String(decoding: name, as: UTF8.self)
  }

  /// `escapes` by the character's byte; all of the characters are ASCII.
  private static let byteEscapes: [String?] = {
    var table = [String?](repeating: nil, count: 256)
    for (character, escape) in escapes {
      for byte in character.utf8 { table[Int(byte)] = escape }
    }
    return table
  }()

  static func isDocument(_ path: String) -> Bool { dottedExtensions.contains { path.hasSuffix($0) } }

  /// Whether a generated file may have this name.
  static func isOfDocument(_ name: String) -> Bool { outputExtensions.contains { name.hasSuffix($0) } }

  private static let dottedExtensions = documentExtensions.map { "." + $0 }
  private static let outputExtensions = dottedExtensions.map { $0 + ".swift" }
}
