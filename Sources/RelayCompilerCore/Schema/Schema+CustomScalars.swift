extension Schema {
  /// The scalars that the schema declares itself, and those that every schema has, sorted.
  package var scalars: [Name] { types.lazy.filter { $0.kind == .scalar }.map(\.name).sorted() }
}
