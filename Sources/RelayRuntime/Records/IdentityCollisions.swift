/// The pairs of types that were found with the same id, each with the id of the first case.
struct IdentityCollisions: Sendable {
  private struct Pair: Hashable {
    let first: KeyID
    let second: KeyID
    let isOptimistic: Bool
  }

  /// The limit keeps a server that makes up types from filling memory or the log.
  private static let maximumCount = 50

  private var pairs: Set<Pair> = []
  /// The pairs that have not been reported yet.
  private var news: [IdentityCollision] = []

  var isEmpty: Bool { news.isEmpty }

  /// Records that objects of two types have the same identity. Identities that the client makes from paths do not
  /// count.
  ///
  /// - Parameter isOptimistic: whether an optimistic response gave a known object the second type.
  mutating func note(_ known: KeyID, _ type: KeyID, _ dataID: String, isOptimistic: Bool = false) {
    guard known != Keys.none, type != Keys.none, pairs.count < IdentityCollisions.maximumCount, !DataID.isClient(dataID) else { return }
    guard pairs.insert(Pair(first: min(known, type), second: max(known, type), isOptimistic: isOptimistic)).inserted else { return }
    news.append(IdentityCollision(dataID: dataID, types: (known, type), isOptimistic: isOptimistic))
  }

  mutating func note(_ others: IdentityCollisions) {
    for collision in others.news { note(collision.types.0, collision.types.1, collision.dataID, isOptimistic: collision.isOptimistic) }
  }

  /// Returns the pairs that have not been reported yet, each once.
  mutating func takeNews() -> [IdentityCollision] {
    defer { news = [] }
    return news
  }
}

/// Two types that were found with the same id.
struct IdentityCollision: Sendable {
  let dataID: String
  let types: (KeyID, KeyID)
  /// Whether the second type comes from an optimistic response, which the app has made: it may name the wrong type.
  let isOptimistic: Bool

  /// The text for the log.
  var message: String {
    let names = [Keys.name(types.0), Keys.name(types.1)]
    if isOptimistic {
      return """
        An optimistic response makes the \(names[0]) "\(dataID)" a \(names[1]) while its mutation is in flight. If they are the same object, \
        its '__typename' in the optimistic response must be "\(names[0])". If they are two objects, ids are unique only within a type: set \
        RelayEnvironment.Configuration.identity to .byTypeAndID. (Not repeated for these two types.)
        """
    }
    return """
      \(names[0]) and \(names[1]) share the id "\(dataID)", and so one record: each overwrites fields of the other. Where ids are unique only \
      within a type, set RelayEnvironment.Configuration.identity to .byTypeAndID, or say with getDataID what identifies an object. (Not \
      repeated for these two types.)
      """
  }
}
