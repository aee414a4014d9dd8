/// A custom scalar in its Swift type, or a list of them, together with what the server sent. It is made when a response is normalized,
/// outside every lock, because the conversion is the app's own code.
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
