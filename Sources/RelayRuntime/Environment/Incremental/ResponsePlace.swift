/// A place in a response at which a part may arrive later.
///
/// The server writes the path, which may be long, and refers to it by an id from then on. So it is hashed once.
struct ResponsePlace: Sendable {
  let label: String
  let path: [JSON]
  private let hash: Int

  init(label: String = "", path: [JSON]) {
    self.label = label
    self.path = path
    var hasher = Hasher()
    hasher.combine(ByteKey(label))
    hasher.combine(path)
    hash = hasher.finalize()
  }

  /// The list that the path leads to, and the index in it; nil if the path does not end with an index.
  var list: (place: ResponsePlace, index: Int)? {
    guard let index = path.last?.intValue else { return nil }
    return (ResponsePlace(label: label, path: Array(path.dropLast())), index)
  }
}

extension ResponsePlace: Hashable {
  static func == (left: ResponsePlace, right: ResponsePlace) -> Bool {
    left.hash == right.hash && left.label.hasSameBytes(as: right.label) && left.path == right.path
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
