/// Reads the pieces that both kinds of plan consist of. Plans are compiled into the program; a damaged one reads as far as it can be read.
enum PlanDecoder {
  static func arguments(_ json: JSON?) -> [Argument] {
    guard case .array(let items) = json else { return [] }
    return items.compactMap { item in
      guard let name = item[0]?.stringValue, let value = value(kind: item[1], item[2]) else { return nil }
      return Argument(name: name, value: value)
    }
  }

  static func value(kind: JSON?, _ value: JSON?) -> ArgumentValue? {
    switch kind?.intValue {
    case 0: return .literal(value ?? .null)
    case 1: return value?.stringValue.map { .variable($0) }
    case 2:
      return .list((value?.arrayValue ?? []).map { item in item.isNull ? nil : self.value(kind: item[0], item[1]) })
    case 3: return .object(arguments(value))
    default: return nil
    }
  }

  /// `[k, v]`, a value without a name.
  static func dynamicKey(_ json: JSON?) -> ArgumentValue? {
    guard case .array = json else { return nil }
    return value(kind: json?[0], json?[1])
  }

  /// The text of an element that is `0` or missing when there is none.
  static func text(_ json: JSON?) -> String? { json?.stringValue }

  /// Whether two elements that may be left out are the same.
  static func isSame(_ left: JSON?, _ right: JSON?) -> Bool { (left ?? 0) == (right ?? 0) }

  static func flag(_ json: JSON?) -> Bool { json?.intValue == 1 || json?.boolValue == true }

  static func parse(_ text: String) -> JSON { (try? JSON(parsing: text)) ?? .null }
}

/// A field that a handler works on after a response was normalized.
struct HandleField: Sendable {
  let name: String
  let alias: String?
  let handle: String
  let key: String
  let filters: [String]?
  let arguments: [Argument]
  let dynamicKey: ArgumentValue?
  let handleArguments: [Argument]
}
