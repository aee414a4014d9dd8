/// A module with GraphQL: its name and its files. All paths are absolute.
struct Module {
  /// Who can import a module.
  enum Kind: String {
    /// Any module.
    case library
    /// Tests only, through `@testable import`: an executable or an app.
    case executable
    /// No module, except another test.
    case test
  }

  /// As other modules import it.
  var name = ""
  var kind = Kind.library
  /// The folder to which the paths of its files are relative.
  var root = ""
  var documents: [String] = []
  /// Swift files, with or without literals.
  var swiftFiles: [String] = []
  /// The configuration that applies to it. For the modules below another one, each configuration that names a schema, once.
  var config: String?
  /// What the command `collect` finds in the module. It tells which of the files need not be read.
  var exports: String?

  var files: [String] { documents + swiftFiles }

  mutating func code<Coder: ModuleListCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.text("name", &name, .moduleName)
    var kind: String? = kind.rawValue
    try coder.text("kind", &kind, .kind)
    self.kind = kind.flatMap(Kind.init) ?? .library
    try coder.text("root", &root, .path)
    try coder.texts("documents", &documents, .path)
    try coder.texts("swiftFiles", &swiftFiles, .path)
    try coder.text("config", &config, .path)
    try coder.text("exports", &exports, .path)
  }
}
