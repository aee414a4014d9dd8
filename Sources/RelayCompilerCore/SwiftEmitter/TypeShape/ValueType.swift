/// The type of a slot, or of its property: a base in any number of lists, each level nullable or not.
///
/// `[User!]` has the base `.object`, a `listDepth` of 1, and bit 1 of `nonNull` set.
struct ValueType: Hashable, Sendable {
  /// The type without lists.
  enum Base: Hashable, Sendable {
    /// `String` and `ID`.
    case string
    case int
    case double
    case bool
    case enumeration(TypeID)
    /// A custom scalar with a Swift type: an index into the definition's `scalars`.
    case scalar(Int)
    /// A custom scalar without a Swift type.
    case json
    /// An object: an index into the plan's shapes.
    case object(Int)
    case fragmentPointer
    /// Whether a type condition holds.
    case marker

    /// The accessor that `Row` and `InputFields` have specifically for this type, if it is a built-in scalar.
    func accessor(isNonNull: Bool) -> SwiftText? {
      switch self {
      case .string: isNonNull ? "string" : "optionalString"
      case .int: isNonNull ? "int" : "optionalInt"
      case .double: isNonNull ? "double" : "optionalDouble"
      case .bool: isNonNull ? "bool" : "optionalBool"
      case .enumeration, .scalar, .json, .object, .fragmentPointer, .marker: nil
      }
    }
  }

  var base: Base
  /// The number of lists around the base.
  var listDepth: Int
  /// Bit `n` is set if level `n` is never null; level 0 is the field itself.
  var nonNull: UInt64
  /// Whether it is a result, with the value or its errors (`@catch(to: RESULT)`).
  var isResult = false
  /// Whether the result itself may be absent, because the field is conditional.
  var isOptionalResult = false

  init(_ base: Base, isNonNull: Bool = false) {
    self.base = base
    listDepth = 0
    nonNull = isNonNull ? 1 : 0
  }

  /// The wrappers of a schema type around `base`. `semanticNonNull` contains the levels that are null only if there is an error.
  init(_ base: Base, in reference: TypeReference, semanticNonNull: [Int] = []) {
    self.base = base
    listDepth = 0
    nonNull = 0
    var type = reference
    while true {
      if type.isNonNull || semanticNonNull.contains(listDepth) { nonNull |= 1 << UInt64(listDepth) }
      guard let item = type.item else { break }
      listDepth += 1
      type = item
    }
  }

  var isNonNull: Bool {
    get { isNonNull(level: 0) }
    set { set(newValue, level: 0) }
  }

  func isNonNull(level: Int) -> Bool { nonNull >> UInt64(level) & 1 == 1 }

  mutating func set(_ isNonNull: Bool, level: Int) {
    if isNonNull { nonNull |= 1 << UInt64(level) } else { nonNull &= ~(1 << UInt64(level)) }
  }

  mutating func makeOptional() {
    if isResult { isOptionalResult = true } else { isNonNull = false }
  }

  /// Whether it is an object or a list of objects, without a result around it.
  var isPlainObject: Bool {
    guard case .object = base else { return false }
    return listDepth <= 1 && !isResult
  }

  /// The notation of plans: `[O3]!`.
  var slotNotation: SwiftText {
    let letter: SwiftText =
      switch base {
      case .string: "S"
      case .int: "I"
      case .double: "F"
      case .bool: "B"
      case .enumeration: "E"
      case .scalar(let index): "C\(index)"
      case .json: "J"
      case .object(let shape): "O\(shape)"
      case .fragmentPointer: "P"
      case .marker: "M"
      }
    var text = SwiftText()
    if isResult { text += "R(" }
    for _ in 0..<listDepth { text += "[" }
    text += letter
    for level in stride(from: listDepth, through: 0, by: -1) {
      if isNonNull(level: level) { text += "!" }
      if level > 0 { text += "]" }
    }
    if isResult { text += ")" }
    return text
  }

  /// The Swift type with `base` as its innermost name.
  func swiftType(_ base: SwiftText) -> SwiftText {
    var text = SwiftText()
    if isResult { text += "Swift.Result<" }
    for _ in 0..<listDepth { text += "[" }
    text += base
    for level in stride(from: listDepth, through: 0, by: -1) {
      if !isNonNull(level: level) { text += "?" }
      if level > 0 { text += "]" }
    }
    if isResult { text += ", RelayRuntime.FieldErrors>" }
    if isOptionalResult { text += "?" }
    return text
  }
}

extension AliasedSelection {
  /// The type of the object, as far as the selection itself determines it.
  func type(shape: Int) -> ValueType {
    var type = ValueType(.object(shape), isNonNull: aliased.alwaysMatches && catchTarget != .null)
    type.isResult = catchTarget == .result
    return type
  }
}
