/// An input file of a compilation, and its role.
package struct Source: Sendable {
  /// The role of a file in the compilation.
  package enum Role: Sendable, Hashable {
    /// The server's schema, as SDL or introspection JSON.
    case schema
    /// A client schema extension: SDL that only the client knows.
    case clientSchema
    /// An executable document of the module, and the Swift file generated from it. Several documents may share a file. With nil, the
    /// definitions are compiled but no Swift is written.
    case document(output: String?)
    /// An executable document of another module. Its fragments can be spread, but nothing is generated for them.
    case imported(module: String)
  }

  package let file: SourceFile
  package let role: Role

  package init(_ file: SourceFile, as role: Role) {
    self.file = file
    self.role = role
  }

  /// The Swift file of a document of the module.
  var output: String? { if case .document(let output) = role { output } else { nil } }

  /// The module of a document of another one.
  var module: String? { if case .imported(let module) = role { module } else { nil } }
}

extension Source.Role {
  /// An executable document for which no Swift is written.
  package static let document = Source.Role.document(output: nil)

  package var isSchema: Bool { self == .schema || self == .clientSchema }

  var isImported: Bool { if case .imported = self { true } else { false } }
}
