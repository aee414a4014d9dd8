/// How far a connection has been loaded.
struct PageState: Sendable, Hashable {
  /// The cursor from which to load, if there is more in this direction.
  let next: String?
  let previous: String?

  /// Reads the page info of the connection at `path` in a fragment's data.
  ///
  /// - Parameter keys: the names of the fields of the schema's connections.
  init(_ row: Row?, path: [String], keys: ConnectionKeys) {
    guard let connection = row?.descend(path), case .list? = connection.slot(named: keys.edges.name),
      case .row(let pageInfo)? = connection.slot(named: keys.pageInfo.name)
    else {
      (next, previous) = (nil, nil)
      return
    }
    next = Self.cursor(pageInfo, keys.endCursor, if: keys.hasNextPage)
    previous = Self.cursor(pageInfo, keys.startCursor, if: keys.hasPreviousPage)
  }

  private static func cursor(_ pageInfo: Row, _ cursor: FieldKey, if flag: FieldKey) -> String? {
    guard case .bool(true)? = pageInfo.slot(named: flag.name) else { return nil }
    return pageInfo.slot(named: cursor.name)?.json.stringValue
  }
}
