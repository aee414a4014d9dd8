internal import RelayCompilerCore

/// The files that the command line names as the schema or, without any, those that the configurations name.
struct SchemaFiles {
  let server: [SourceFile]
  let client: [SourceFile]
  /// The paths of both. These files are not documents.
  let paths: FileSet
  /// Whether a schema is named and cannot be read, which has been reported.
  let isMissing: Bool

  init(_ arguments: Arguments, _ configuration: ProjectConfiguration, _ reader: inout InputReader) {
    let schema = Self.paths(arguments.schemas, "schema", \.schema, configuration, &reader, OutputName.isSchema)
    let extensions = Self.paths(
      arguments.schemaExtensions, "schemaExtensions", \.schemaExtensions, configuration, &reader, OutputName.isDocument)
    paths = FileSet(schema + extensions)
    server = reader.sources(schema)
    let isNamed = !arguments.schemas.isEmpty || !configuration.config.schema.isEmpty || configuration.below != nil
    isMissing = isNamed && server.isEmpty && !reader.problems.isEmpty
    client = reader.sources(extensions)
  }

  /// Folders stand for the files in them.
  private static func paths(
    _ arguments: [String], _ key: String, _ configured: KeyPath<RelayConfig, [RelayConfig.Path]>, _ configuration: ProjectConfiguration,
    _ reader: inout InputReader, _ matches: (String) -> Bool
  ) -> [String] {
    let excludes = configuration.excludes
    guard arguments.isEmpty else {
      return arguments.map { FileSystem.absolute($0) }.flatMap { path in
        reader.files(at: path, excluding: excludes, where: matches) { $0.report(.noSuchFile, of: path) }
      }
    }
    let configs = [(configuration.config, configuration.file), (configuration.below?.config, configuration.below?.file)]
    return configs.flatMap { config, file -> [String] in
      guard let config, let file else { return [] }
      return config[keyPath: configured].flatMap { path in
        let resolved = FilePath.absolute(path.path, relativeTo: FilePath.directory(of: file.path))
        return reader.files(at: resolved, excluding: excludes, where: matches) {
          $0.reportMissing(path, key, resolved: resolved, in: file)
        }
      }
    }
  }
}
