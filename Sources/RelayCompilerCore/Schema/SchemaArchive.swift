/// A schema in a compact form, for the modules that share it: it is parsed, built and checked once, and read many times.
///
/// An archive has fingerprints of what it was made of. Whoever reads it compares them with the schema's text and the options, and takes the
/// text if they differ, if the archive has another version, or if it is damaged. So the result never depends on whether there is an archive.
/// It has no diagnostics: an archive is made of a schema without errors, and its warnings are reported by whoever makes it.
package enum SchemaArchive {
  /// Changes with the format and with the meaning of what `SchemaBuilder` makes.
  static let version = 2
  static let magic = Array("relay-schema ".utf8)

  /// What an archive says of the sources that it is read for.
  package struct Contents {
    var schema: Schema
    /// The sources that it was made of. They need not be parsed.
    var files: Set<FileID>
    /// Whether the schema is one of named files. If not, it consists of the type definitions among documents, and is this one only if no other
    /// document has any (`SchemaSources.schemaFiles`).
    var isNamed: Bool
  }

  /// - Parameters:
  ///   - sources: those of the compilation that built the schema.
  ///   - files: those among them of which the schema is made (`SchemaSources.schemaFiles`).
  /// - Returns: nil if there are no such files, or if values are nested too deeply.
  package static func encode(_ schema: Schema, of sources: [Source], files: Set<FileID>, options: CompilerOptions) -> [UInt8]? {
    var indices: [FileID: Int] = [:]
    var parts = self.parts(of: options)
    var texts: [[UInt8]] = []
    for (id, source) in identified(sources) where files.contains(id) {
      indices[id] = indices.count
      texts.append(source.file.bytes)
      parts += self.parts(of: source)
    }
    if indices.isEmpty { return nil }
    var encoder = SchemaEncoder(files: indices, texts: texts)
    guard let body = encoder.encode(schema) else { return nil }
    var archive = ByteEncoder()
    archive.append(parts.count)
    for part in parts { archive.append(fixed: part) }
    let content = archive.bytes + body
    var start = ByteEncoder()
    let fingerprint = Fingerprint(content)
    start.append(fixed: fingerprint.high)
    start.append(fixed: fingerprint.low)
    return magic + start.bytes + content
  }

  /// - Returns: nil if the archive is not one of this schema.
  static func decode(_ archive: [UInt8], for sources: [Source], options: CompilerOptions) -> Contents? {
    guard archive.starts(with: magic) else { return nil }
    do throws(ByteDecoder.Damage) {
      var start = ByteDecoder(archive, from: magic.count)
      let fingerprint = Fingerprint(high: try start.fixed(), low: try start.fixed())
      guard Fingerprint(start.rest) == fingerprint else { return nil }
      var parts: [UInt64] = []
      for _ in 0..<(try start.count()) { parts.append(try start.fixed()) }
      guard let found = find(parts, in: sources, options) else { return nil }
      var decoder = SchemaDecoder(start, files: found.files.map { ($0.0, $0.1.file.bytes) })
      return Contents(schema: try decoder.decode(), files: Set(found.files.map(\.0)), isNamed: found.isNamed)
    } catch {
      return nil
    }
  }

  // MARK: - What a schema is a function of

  private static func parts(of options: CompilerOptions) -> [UInt64] {
    var text = Array("\(version)".utf8)
    let names = options.schema.deferStreamInterface
    for name in [names.deferName, names.streamName, names.labelArgument] { text += Array(" \(name)".utf8) }
    text.append(options.featureFlags.disableSchemaValidation.isFullyEnabled ? 1 : 0)
    return parts(of: Fingerprint(text))
  }

  /// Whether it extends the server's schema, or is JSON; and a fingerprint of its text.
  private static func parts(of source: Source) -> [UInt64] {
    let isJSON = source.role == .schema && IntrospectionReader.isJSON(source.file)
    return [(source.role == .clientSchema ? 1 : 0) + (isJSON ? 2 : 0)] + parts(of: Fingerprint(source.file.bytes[source.file.range]))
  }

  private static func parts(of fingerprint: Fingerprint) -> [UInt64] { [fingerprint.high, fingerprint.low] }

  private typealias Identified = (FileID, Source)

  private static func identified(_ sources: [Source]) -> [Identified] {
    sources.enumerated().map { (FileID(index: $0), $1) }
  }

  /// The sources that an archive was made of, in its order. If files are named, they are all of the schema; otherwise, they are documents of
  /// the module or, if it has no type definitions, those of other modules.
  private static func find(_ parts: [UInt64], in sources: [Source], _ options: CompilerOptions) -> (files: [Identified], isNamed: Bool)? {
    let known = self.parts(of: options)
    guard parts.starts(with: known) else { return nil }
    let wanted = parts[known.count...]
    let all = identified(sources)
    let named = all.filter { $0.1.role.isSchema }
    if named.contains(where: { $0.1.role == .schema }) {
      return wanted.elementsEqual(named.flatMap { self.parts(of: $0.1) }) ? (named, true) : nil
    }
    // A fingerprint of every document takes much less time than parsing the schema.
    for isImported in [false, true] {
      let candidates = all.filter { $0.1.role.isSchema || $0.1.role.isImported == isImported }
      if let files = select(wanted, from: candidates), named.allSatisfy({ file in files.contains { $0.0 == file.0 } }) {
        return (files, false)
      }
    }
    return nil
  }

  /// The sources with these fingerprints, in this order; nil if one is missing.
  private static func select(_ parts: ArraySlice<UInt64>, from sources: [Identified]) -> [Identified]? {
    var found: [Identified] = []
    var rest = parts
    for source in sources where !rest.isEmpty {
      let own = self.parts(of: source.1)
      if rest.starts(with: own) {
        found.append(source)
        rest = rest.dropFirst(own.count)
      }
    }
    return rest.isEmpty && !found.isEmpty ? found : nil
  }

  /// How deeply constants may be nested.
  static let maximumDepth = 64
}
