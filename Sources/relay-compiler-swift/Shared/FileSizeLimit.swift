/// The size in bytes above which a file is an error instead of being read.
enum FileSizeLimit {
  /// Schemas, documents and Swift files.
  static let source = 64 << 20
  /// Configurations, and lists of the build plugin.
  static let configuration = 16 << 20
  /// What the tool itself writes: Swift, persisted queries, archives.
  static let output = 256 << 20
}
