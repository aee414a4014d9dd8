/// `relay.config.json` as it was written: the places of files, which only the executable can look at, and `CompilerOptions`.
///
/// Keys that Relay's own configuration has and that say something about JavaScript are known and without effect (`ConfigurationKey`), so
/// that one file can serve an app and its web sibling.
package struct RelayConfig: Sendable {
  /// A path in the configuration, relative to the configuration's folder unless it is absolute.
  package struct Path: Sendable {
    package var path: String
    package var range: SourceRange
  }

  /// Files or folders with the server's schema: SDL or introspection JSON. Empty: the type definitions among the documents.
  package var schema: [Path] = []
  package var schemaExtensions: [Path] = []
  package var src: Path?
  package var excludes: [String] = ["**/node_modules/**", "**/__mocks__/**", "**/__generated__/**"]
  package var artifactDirectory: Path?
  package var options = CompilerOptions()

  package init() {}
}
