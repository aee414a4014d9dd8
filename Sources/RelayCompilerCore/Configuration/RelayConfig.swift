/// The contents of `relay.config.json`: `CompilerOptions`, and the paths of files, which only the executable resolves.
///
/// Keys of Relay's own configuration that concern JavaScript are accepted without effect (`ConfigurationKey`), so that an app and its web
/// version can share one file.
package struct RelayConfig: Sendable {
  /// A path in the configuration, relative to the configuration's folder unless it is absolute.
  package struct Path: Sendable {
    package var path: String
    package var range: SourceRange
  }

  /// The name of a module in the configuration.
  package struct Module: Sendable {
    package var name: String
    package var range: SourceRange
  }

  /// Files or folders with the server's schema, as SDL or introspection JSON. If empty, the type definitions among the documents form the
  /// schema.
  package var schema: [Path] = []
  package var schemaExtensions: [Path] = []
  package var src: Path?
  package var excludes: [String] = ["**/node_modules/**", "**/__mocks__/**", "**/__generated__/**"]
  package var artifactDirectory: Path?
  /// The modules whose definitions get types for their payloads, as named in `swift.payloads`.
  package var payloadModules: [Module] = []
  package var options = CompilerOptions()
  /// Where the Swift types of scalars name the scalars.
  package var customScalars: [NameSyntax] = []

  package init() {}
}
