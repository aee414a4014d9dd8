/// A custom scalar, or a list of them, as its Swift type, together with the server's value. It is made when a response is normalized,
/// outside of all locks, because the conversion is app code.
///
/// `@unchecked Sendable`: every stored property of this class and of its subclasses is an immutable `Sendable` value.
class ScalarBox: @unchecked Sendable {
  let json: JSON
  init(json: JSON) { self.json = json }
  func isEqual(_ other: ScalarBox) -> Bool { json == other.json }
}

/// A list of custom scalars; `nil` items are null.
final class ScalarList: ScalarBox, @unchecked Sendable {
  let items: [ScalarBox?]

  init(_ items: [ScalarBox?], _ json: JSON) {
    self.items = items
    super.init(json: json)
  }
}
