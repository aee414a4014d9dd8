/// The names of generated files, and of the files from which they are generated. The name of a document's Swift file depends only on the
/// document's path, never on its contents:
///
///     Story.graphql        Story.graphql.swift
///     Feed/Story.graphql   Feed+Story.graphql.swift
///     schema.graphqls      schema.graphqls.swift
///
/// Swift requires the files of a module to have different names, so folders become part of the name. Two paths never result in the same
/// name: `+` separates folders, and a `+` in a path is written as `%2B`.
enum OutputName {
  /// The enums and input objects of the schema.
  static let schema = "RelaySchemaTypes.graphql.swift"

  /// What other modules use of this one's GraphQL, as a text that changes when that does. There is no Swift in it, nor in the next two
  /// files: they are Swift files because build systems take nothing else as the output of a command.
  static let exports = "RelayExports.graphql.swift"
  /// The same of modules below, if their own cannot be found.
  static let imports = "RelayImports.graphql.swift"
  /// A text that changes when the schema does.
  static let schemaStamp = "RelaySchema.graphql.swift"
  /// The schema in its compact form, next to its stamp.
  static let schemaArchive = "schema.relay-archive"

  /// The outputs for GraphQL literals in Swift files.
  static let shards = (1...16).map { "RelayLiterals_\($0).graphql.swift" }

  /// The extensions of files with GraphQL.
  static let documentExtensions = ["graphql", "graphqls", "gql"]

  /// How characters of a path are written in a file name. SwiftPM writes names unescaped into the JSON of its output file map, so quotes
  /// and backslashes are escaped too.
  private static let escapes = ["%": "%25", "+": "%2B", "\"": "%22", "\\": "%5C"]

  /// The name for a document, or for the literals of a Swift file, which go where those of a document of its name would.
  ///
  /// - Parameter relativePath: the path from the module's folder. It begins with `../` if a file of an Xcode target is elsewhere.
  static func ofDocument(_ relativePath: String) -> String {
    var path = relativePath.hasSuffix(".swift") ? relativePath.dropLast(".swift".count) + ".graphql" : relativePath
    var name: [UInt8] = []
    name.reserveCapacity(path.utf8.count + 6)
    // A dot at the start would hide the file.
    while path.utf8.starts(with: "../".utf8) {
      path = String(decoding: path.utf8.dropFirst(3), as: UTF8.self)
      name += "%2E%2E+".utf8
    }
    for byte in path.utf8 {
      if byte == UInt8(ascii: "/") {
        name.append(UInt8(ascii: "+"))
      } else if let escape = byteEscapes[Int(byte)] {
        name.append(contentsOf: escape.utf8)
      } else {
        name.append(byte)
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

  /// Whether a file in a folder that is named as the schema is a part of it: SDL, or an introspection as JSON.
  static func isSchema(_ path: String) -> Bool {
    isDocument(path) || path.hasSuffix(".json") && FilePath.name(of: path) != NearestConfiguration.fileName
  }

  /// Whether a file may contain literals.
  static func isSwift(_ path: String) -> Bool { path.hasSuffix(".swift") && !path.hasSuffix(".graphql.swift") }

  /// Whether a generated file may have this name.
  static func isOfDocument(_ name: String) -> Bool { outputExtensions.contains { name.hasSuffix($0) } }

  private static let dottedExtensions = documentExtensions.map { "." + $0 }
  private static let outputExtensions = dottedExtensions.map { $0 + ".swift" }

  /// Whether a file can have the name: it is one component of a path, and not too long. Build systems mistake control characters for the
  /// end of the name.
  static func isWritable(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
      && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }
  }

  /// The form of a name for file systems that ignore case and Unicode normalization: two names that are equal in this form may be the same
  /// file (The Unicode Standard, section 3.13, "Default Case Algorithms"; strings compare by canonical equivalence, section 3.7).
  static func folded(_ name: String) -> String {
    // For ASCII, only the case of letters is ignored.
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var visible = ""
    visible.unicodeScalars.append(contentsOf: name.unicodeScalars.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint })
    return visible.uppercased().lowercased()
  }
}
