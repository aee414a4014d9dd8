/// What plans and the normalizer need of a custom scalar's Swift type.
struct ScalarType: Sendable {
  /// The name of the Swift type.
  let name: String
  /// Converts one value.
  let box: @Sendable (JSON) throws -> ScalarBox
  /// The substitute for a missing value.
  let placeholder: @Sendable () -> JSON

  /// Converts a value, or a list of them; `nil` if any part of it is not of the type.
  ///
  /// - Parameters:
  ///   - check: the type of the whole field.
  ///   - outer: how many lists are around the value.
  func convert(_ json: JSON, _ check: ValueCheck, outer: Int = 0) -> ScalarBox? {
    guard outer < Int(check.depth) else { return try? box(json) }
    guard case .array(let items) = json else { return nil }
    var boxes: [ScalarBox?] = []
    boxes.reserveCapacity(items.count)
    for item in items {
      if item.isNull, !check.itemsAreNonNull(in: outer) {
        boxes.append(nil)
      } else {
        guard !item.isNull, let box = convert(item, check, outer: outer + 1) else { return nil }
        boxes.append(box)
      }
    }
    return ScalarList(boxes, json)
  }
}

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
