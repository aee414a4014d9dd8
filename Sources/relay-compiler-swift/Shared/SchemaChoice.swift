/// Where the schema of a module comes from. The plugin chooses when a build is planned; the tool chooses again, because files may have
/// changed since. The compiler's `SchemaSources` then finds the type definitions.
///
/// `Configuration` is that of a module below which names a schema.
enum SchemaChoice<Configuration> {
  /// The module's own configuration, or the command line, names it.
  case named
  /// Type definitions among the module's documents or, if there are none, among those of the modules below.
  case documents
  /// The only configuration of modules below that names a schema.
  case below(Configuration)
  /// Several configurations below name one. To choose would be to guess.
  case ambiguous

  init(isNamed: Bool, below: @autoclosure () -> [Configuration], hasTypeDefinitions: () -> Bool) {
    if isNamed {
      self = .named
      return
    }
    let below = below()
    if below.isEmpty || hasTypeDefinitions() {
      self = .documents
    } else {
      self = below.count == 1 ? .below(below[0]) : .ambiguous
    }
  }
}
