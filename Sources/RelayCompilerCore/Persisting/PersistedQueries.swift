/// An operation that is registered with a server in advance.
package struct PersistedQuery: Sendable, Hashable {
  package var id: String
  package var name: Name
  package var kind: OperationKind
  package var text: String
}

extension Artifact {
  /// The persisted query of an operation; nil for a fragment, and if the text is not persisted.
  package var persistedQuery: PersistedQuery? {
    guard case .operation(let operation) = self, let id = operation.id, let text = operation.printedText else { return nil }
    return PersistedQuery(id: id, name: operation.name, kind: operation.kind, text: text)
  }
}

/// The files of persisted queries, as bytes. Existing entries are kept, because released clients still send old ids.
package enum PersistedQueryFile {
  /// The file with the queries added. The bytes are unchanged if it already contains all of them. nil if `existing` is not a file of this
  /// format.
  package static func merged(_ queries: [PersistedQuery], into existing: [UInt8], format: PersistConfig.Format) -> [UInt8]? {
    switch format {
    case .relay: mergedMap(queries, into: existing)
    case .apollo: mergedManifest(queries, into: existing)
    }
  }

  /// The ids in the file; nil if it is not a file of this format.
  package static func ids(in existing: [UInt8], format: PersistConfig.Format) -> Set<String>? {
    if existing.isBlank { return [] }
    guard case .object(let members)? = parse(existing) else { return nil }
    switch format {
    case .relay: return Set(members.map(\.key))
    case .apollo:
      guard case .array(let items)? = members.first(where: { $0.key == "operations" })?.value.value else { return nil }
      return Set(items.compactMap { $0["id"]?.string })
    }
  }

  /// A JSON object on a single line, for programs that read one query per line.
  package static func line(for query: PersistedQuery) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("id", query.id)
      json.member("name", query.name)
      json.member("type", query.kind.rawValue)
      json.member("text", query.text)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func parse(_ bytes: [UInt8]) -> JSONSyntax.Value? {
    try? JSONSyntax.parse(SourceFile(path: "", bytes: bytes), file: .generated).value
  }

  /// Relay's format: an object from id to text, sorted by id.
  private static func mergedMap(_ queries: [PersistedQuery], into existing: [UInt8]) -> [UInt8]? {
    var texts: [String: String] = [:]
    if !existing.isBlank {
      guard case .object(let members)? = parse(existing) else { return nil }
      for member in members {
        guard let text = member.value.string else { return nil }
        texts[member.key] = text
      }
    }
    for query in queries { texts[query.id] = query.text }
    var json = JSONWriter(.indented)
    json.object { json in
      for entry in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { json.member(entry.key, entry.value) }
    }
    return json.bytes
  }

  private struct ManifestOperation {
    var id: String
    var name: String
    var type: String
    var body: String
  }

  /// Apollo's persisted query manifest, version 1, sorted by name and then by id.
  private static func mergedManifest(_ queries: [PersistedQuery], into existing: [UInt8]) -> [UInt8]? {
    var operations: [String: ManifestOperation] = [:]
    if !existing.isBlank {
      guard case .object(let members)? = parse(existing),
        case .array(let items)? = members.first(where: { $0.key == "operations" })?.value.value
      else { return nil }
      for item in items {
        guard let id = item["id"]?.string, let name = item["name"]?.string, let type = item["type"]?.string, let body = item["body"]?.string
        else { return nil }
        operations[id] = ManifestOperation(id: id, name: name, type: type, body: body)
      }
    }
    for query in queries {
      operations[query.id] = ManifestOperation(id: query.id, name: query.name.string, type: query.kind.rawValue, body: query.text)
    }
    let sorted = operations.values.sorted { a, b in
      a.name == b.name ? a.id.utf8.lexicographicallyPrecedes(b.id.utf8) : a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
    }
    var json = JSONWriter(.indented)
    json.object { json in
      json.member("format", "apollo-persisted-query-manifest")
      json.member("version") { $0.raw("1") }
      json.member("operations", sorted) { json, operation in
        json.object { json in
          json.member("id", operation.id)
          json.member("name", operation.name)
          json.member("type", operation.type)
          json.member("body", operation.body)
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension [UInt8] {
  fileprivate var isBlank: Bool {
    allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }
  }
}
