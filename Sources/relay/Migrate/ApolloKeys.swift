internal import RelayCompilerCore

/// The keys that Apollo's `@typePolicy(keyFields:)` gives types in the server's schema. There, our compiler ignores directives, so that the keys
/// go to a client schema extension. In an extension, `@typePolicy` means the same as in Apollo's, and stays.
enum ApolloKeys {
  /// The extension with the keys; nil if no type needs one.
  static func `extension`(for schema: [SourceFile]) -> String? {
    var lines: [String] = []
    for file in schema where !file.path.hasSuffix(".json") {
      for case .type(let type) in IntrospectionReader.parseSchema(file, file: FileID(rawValue: 0), isOfServer: true).0.definitions {
        for directive in type.directives where directive.name.name == "typePolicy" {
          for argument in directive.arguments where argument.name.name == "keyFields" {
            guard case .string(let text) = argument.value else { continue }
            let fields = text.value.split { $0 == " " || $0 == "," || $0.isNewline }.joined(separator: " ")
            // Objects are identified by their id anyway.
            if fields.isEmpty || fields == "id" { continue }
            switch type.kind {
            case .object: lines.append("extend type \(type.name.name) @key(fields: \"\(fields)\")")
            case .interface: lines.append("extend interface \(type.name.name) @typePolicy(keyFields: \"\(fields)\")")
            case .scalar, .union, .enum, .inputObject: continue
            }
          }
        }
      }
    }
    if lines.isEmpty { return nil }
    return "# The keys that '@typePolicy' gives these types in the schema.\n" + lines.joined(separator: "\n") + "\n"
  }
}
