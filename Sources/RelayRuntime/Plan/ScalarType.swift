/// What plans and the normalizer need to know about a custom scalar's Swift type.
struct ScalarType: Sendable {
  /// The name of the Swift type.
  let name: String
  /// Converts one value.
  let box: @Sendable (JSON) throws -> ScalarBox
  /// The substitute for a missing value.
  let placeholder: @Sendable () -> JSON

  /// Converts a value or a list of values; `nil` if any part of it does not have the type.
  ///
  /// - Parameters:
  ///   - check: the type of the whole field.
  ///   - outer: the number of enclosing lists.
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
