/// The names of the fields of connections in the schema: `connectionInterface` in the configuration.
struct ConnectionKeys: Sendable, Hashable {
  let edges: FieldKey
  let node: FieldKey
  let cursor: FieldKey
  let pageInfo: FieldKey
  let endCursor: FieldKey
  let startCursor: FieldKey
  let hasNextPage: FieldKey
  let hasPreviousPage: FieldKey

  /// The names in Relay's connection specification.
  static let standard = ConnectionKeys { FieldKey($0) }

  /// Decodes the names from a plan, which lists those that differ from the specification's.
  init(_ json: JSON?) {
    guard let json, case .object = json else {
      self = .standard
      return
    }
    self.init { FieldKey(json[$0]?.stringValue ?? $0) }
  }

  private init(_ key: (String) -> FieldKey) {
    edges = key("edges")
    node = key("node")
    cursor = key("cursor")
    pageInfo = key("pageInfo")
    endCursor = key("endCursor")
    startCursor = key("startCursor")
    hasNextPage = key("hasNextPage")
    hasPreviousPage = key("hasPreviousPage")
  }
}
