/// The configured names of the schema in both kinds of plan, if they differ from those in Relay's specifications.
extension JSONWriter {
  /// `"id": "key"`
  mutating func idField(_ name: Name) {
    guard name != .id else { return }
    key("id")
    self.name(name)
  }

  /// `"connection": {"edges": "links"}`
  mutating func connectionNames(_ names: ConnectionInterface) {
    let standard = ConnectionInterface.standard
    if names == standard { return }
    let members: [(String, KeyPath<ConnectionInterface, Name>)] = [
      ("edges", \.edges), ("node", \.node), ("cursor", \.cursor), ("pageInfo", \.pageInfo), ("endCursor", \.endCursor),
      ("startCursor", \.startCursor), ("hasNextPage", \.hasNextPage), ("hasPreviousPage", \.hasPreviousPage),
    ]
    let others = members.filter { names[keyPath: $0.1] != standard[keyPath: $0.1] }
    key("connection")
    object { json in
      for (key, path) in others {
        json.key(key)
        json.name(names[keyPath: path])
      }
    }
  }
}
