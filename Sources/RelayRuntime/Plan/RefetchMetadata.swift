/// A fragment's metadata for refetching and pagination (Relay's `metadata.refetch`).
struct RefetchMetadata: Sendable {
  /// The variables for one direction of pagination.
  struct Page: Sendable {
    let count: String
    let cursor: String
  }

  /// A direction of pagination.
  enum Direction: Sendable {
    case forward
    case backward
  }

  /// The response keys from the refetch query's root to the object that has the fragment.
  let fragmentPath: [String]
  /// The field that identifies the fragment's object, and the query's variable for it.
  let identifier: (field: String, variable: String)?
  /// The response keys from the fragment to its connection.
  let connectionPath: [String]
  let forward: Page?
  let backward: Page?

  init(_ metadata: JSON) {
    let refetch = metadata["refetch"] ?? .null
    fragmentPath = refetch["fragmentPathInResult"]?.arrayValue?.compactMap(\.stringValue) ?? []
    if let info = refetch["identifierInfo"], let field = info["identifierField"]?.stringValue {
      identifier = (field, info["identifierQueryVariableName"]?.stringValue ?? field)
    } else {
      identifier = refetch["identifierField"]?.stringValue.map { ($0, $0) }
    }
    let connection = refetch["connection"] ?? .null
    connectionPath = connection["path"]?.arrayValue?.compactMap(\.stringValue) ?? []
    self.forward = Self.page(connection["forward"])
    self.backward = Self.page(connection["backward"])
  }

  func page(_ direction: Direction) -> Page? {
    direction == .forward ? forward : backward
  }

  private static func page(_ json: JSON?) -> Page? {
    guard let count = json?["count"]?.stringValue, let cursor = json?["cursor"]?.stringValue else { return nil }
    return Page(count: count, cursor: cursor)
  }
}
