/// One input of a compilation: a file, and what it is there for.
package struct Source: Sendable {
  package enum Role: Sendable, Hashable {
    /// SDL or introspection JSON of the server.
    case schema
    /// SDL that only the client knows.
    case clientSchema
    /// An executable document of the module, and the Swift file that is made of it; several documents may share one. Without a file its
    /// definitions are compiled, and no Swift is written.
    case document(output: String?)
    /// An executable document of another module: its fragments can be spread, nothing is generated for them.
    case imported(module: String)
  }

  package let file: SourceFile
  package let role: Role

  package init(_ file: SourceFile, as role: Role) {
    self.file = file
    self.role = role
  }
}

extension Source.Role {
  /// An executable document of which no Swift is written.
  package static let document = Source.Role.document(output: nil)

  package var isSchema: Bool { self == .schema || self == .clientSchema }

  package var isImported: Bool { if case .imported = self { true } else { false } }
}
