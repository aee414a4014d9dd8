/// A schema in a compact form, for the modules that share it: it is parsed, built and checked once, and read many times.
///
/// An archive knows what it was made of (`Key`). Whoever reads it compares that with the schema's text and the options, and takes the text if
/// they differ, if the archive has another version, or if it is damaged. So the result never depends on whether there is an archive.
/// It has no diagnostics: an archive is made of a schema without errors, and its warnings are reported by whoever makes it.
package enum SchemaArchive {
  /// Changes with the format and with the meaning of what `SchemaBuilder` makes.
  static let version = 1
  package static let magic = Array("relay-schema ".utf8)

  /// What a schema is a function of.
  struct Key: Equatable {
    var fingerprints: [UInt64]

    /// nil if a document of the module may be part of the schema: then it is not known without parsing.
    init?(_ sources: [Source], options: CompilerOptions) {
      var text = Array("\(SchemaArchive.version)".utf8)
      let names = options.schema.deferStreamInterface
      for name in [names.deferName, names.streamName, names.labelArgument] { text += Array(" \(name)".utf8) }
      text.append(options.featureFlags.disableSchemaValidation.isFullyEnabled ? 1 : 0)
      fingerprints = Self.parts(of: Fingerprint(text))
      var hasServer = false
      for source in sources where source.role.isSchema {
        hasServer = hasServer || source.role == .schema
        let isJSON = source.role == .schema && IntrospectionReader.isJSON(source.file)
        fingerprints.append((source.role == .schema ? 0 : 1) + (isJSON ? 2 : 0))
        fingerprints += Self.parts(of: Fingerprint(source.file.bytes[source.file.range]))
      }
      if !hasServer { return nil }
    }

    private static func parts(of fingerprint: Fingerprint) -> [UInt64] { [fingerprint.high, fingerprint.low] }
  }

  /// - Parameter sources: those of the schema that was built.
  /// - Returns: nil if the schema is not one of named files, or has values that are nested too deeply.
  package static func encode(_ schema: Schema, of sources: [Source], options: CompilerOptions) -> [UInt8]? {
    guard let key = Key(sources, options: options) else { return nil }
    var files: [FileID: Int] = [:]
    for (index, source) in sources.enumerated() where source.role.isSchema {
      files[FileID(rawValue: UInt32(truncatingIfNeeded: index))] = files.count
    }
    var encoder = SchemaEncoder(files: files, texts: sources.filter(\.role.isSchema).map(\.file.bytes))
    guard let body = encoder.encode(schema) else { return nil }
    var archive = ByteEncoder()
    archive.append(key.fingerprints.count)
    for part in key.fingerprints { archive.append(fixed: part) }
    let content = archive.bytes + body
    var start = ByteEncoder()
    let fingerprint = Fingerprint(content)
    start.append(fixed: fingerprint.high)
    start.append(fixed: fingerprint.low)
    return magic + start.bytes + content
  }

  /// - Returns: nil if the archive is not one of this schema.
  package static func decode(_ archive: [UInt8], for sources: [Source], options: CompilerOptions) -> Schema? {
    guard archive.starts(with: magic), let key = Key(sources, options: options) else { return nil }
    var files: [(id: FileID, bytes: [UInt8])] = []
    for (index, source) in sources.enumerated() where source.role.isSchema {
      files.append((FileID(rawValue: UInt32(truncatingIfNeeded: index)), source.file.bytes))
    }
    return archive.withUnsafeBufferPointer { bytes in
      do throws(ByteDecoder.Damage) {
        var start = ByteDecoder(UnsafeBufferPointer(rebasing: bytes[magic.count...]))
        let fingerprint = Fingerprint(high: try start.fixed(), low: try start.fixed())
        guard Fingerprint(start.rest) == fingerprint else { return nil }
        let count = try start.count()
        guard count == key.fingerprints.count else { return nil }
        for part in key.fingerprints where try start.fixed() != part { return nil }
        var decoder = SchemaDecoder(start, files: files)
        return try decoder.decode()
      } catch {
        return nil
      }
    }
  }

  /// How deeply constants may be nested.
  static let maximumDepth = 64
}
