/// A module with GraphQL: its name and its files.
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
  var name: String
  var kind: Kind
  /// The folder to which the paths of its files are relative.
  var root: String
  /// Absolute paths, sorted.
  var documents: [String] = []
  /// Absolute paths, with or without literals in the files.
  var swiftFiles: [String] = []
}
