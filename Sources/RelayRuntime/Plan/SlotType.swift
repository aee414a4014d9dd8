/// The type of a slot, which the Swift property for it relies on; in a normalization plan, the type of a field in the schema.
indirect enum SlotType: Sendable, Hashable {
  case string, int, double, bool, enumeration, json
  /// `ID`, in normalization plans: a string or an integer.
  case id
  /// A custom scalar: index into the definition's Swift types.
  case scalar(Int)
  /// An object: index of its shape; 0 in normalization plans.
  case object(Int)
  /// A fragment pointer.
  case fragment
  /// Whether a type condition holds.
  case marker
  case list(SlotType)
  case nonNull(SlotType)
  /// The result of a field under `@catch`.
  case result(SlotType)

  /// Parses the notation of plans, such as `[O3]!`.
  init(parsing text: String) {
    var bytes = Substring(text)
    self = SlotType.parse(&bytes)
  }

  private static func parse(_ text: inout Substring) -> SlotType {
    var type: SlotType
    let first = text.popFirst() ?? "J"
    switch first {
    case "[":
      type = .list(parse(&text))
      if text.first == "]" { text.removeFirst() }
    case "R":
      if text.first == "(" { text.removeFirst() }
      type = .result(parse(&text))
      if text.first == ")" { text.removeFirst() }
    case "S": type = .string
    case "I": type = .int
    case "F": type = .double
    case "B": type = .bool
    case "D": type = .id
    case "E": type = .enumeration
    case "C": type = .scalar(number(&text))
    case "O": type = .object(number(&text))
    case "P": type = .fragment
    case "M": type = .marker
    default: type = .json
    }
    while text.first == "!" {
      text.removeFirst()
      type = .nonNull(type)
    }
    return type
  }

  private static func number(_ text: inout Substring) -> Int {
    let digits = text.prefix { $0.isNumber }
    text.removeFirst(digits.count)
    return Int(digits) ?? 0
  }

  var isList: Bool {
    switch self {
    case .list: return true
    case .nonNull(let type), .result(let type): return type.isList
    default: return false
    }
  }

  /// Whether it is a list of objects, or of lists of them.
  var isListOfObjects: Bool {
    if case .object = base { return isList }
    return false
  }

  /// The type without its non-null, list and result wrappers.
  var base: SlotType {
    switch self {
    case .list(let type), .nonNull(let type), .result(let type): return type.base
    default: return self
    }
  }
}
