/// Writes JSON text sequentially, either indented by two spaces or on a single line.
///
///     var json = JSONText()
///     json.object { json in
///       json.member("kind", "Fragment")
///       json.member("names", names) { $0.name($1) }
///     }
struct JSONText {
  var text: [UInt8] = []
  private var depth = 0
  /// Whether there is already an element in the innermost open bracket.
  private var hasElement = false

  private let isIndented: Bool
  /// Members that are omitted if they are null.
  private let skippedNulls: Set<String>

  init(isIndented: Bool = true, skippedNulls: Set<String> = []) {
    self.isIndented = isIndented
    self.skippedNulls = skippedNulls
    text.reserveCapacity(4096)
  }

  /// A text on one line.
  static func compact(_ body: (inout JSONText) -> Void) -> String {
    var json = JSONText(isIndented: false)
    body(&json)
    return String(decoding: json.text, as: UTF8.self)
  }

  // MARK: Values

  mutating func null() { text.append(ascii: "null") }

  mutating func string(_ value: String?) {
    if let value { text.append(jsonString: value.utf8) } else { null() }
  }

  mutating func name(_ value: Name?) {
    if let value { text.append(jsonString: value) } else { null() }
  }

  /// Text that is already JSON.
  mutating func raw(_ json: String) { text.append(contentsOf: json.utf8) }

  mutating func object(_ members: (inout JSONText) -> Void) {
    text.append(UInt8(ascii: "{"))
    nested(members)
    text.append(UInt8(ascii: "}"))
  }

  mutating func array<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
    text.append(UInt8(ascii: "["))
    nested { json in
      for element in elements {
        json.separate()
        write(&json, element)
      }
    }
    text.append(UInt8(ascii: "]"))
  }

  // MARK: Members of an object

  mutating func member(_ key: String, _ value: (inout JSONText) -> Void) {
    let (start, wasPreceded) = (text.count, hasElement)
    separate()
    text.append(jsonString: key.utf8)
    text.append(ascii: isIndented ? ": " : ":")
    let valueStart = text.count
    value(&self)
    if !skippedNulls.isEmpty, text[valueStart...].elementsEqual("null".utf8), skippedNulls.contains(key) {
      text.removeSubrange(start...)
      hasElement = wasPreceded
    }
  }

  /// A member whose value is written even if it is null.
  mutating func member(utf8 key: [UInt8], _ value: (inout JSONText) -> Void) {
    separate()
    text.append(jsonString: key)
    text.append(ascii: isIndented ? ": " : ":")
    value(&self)
  }

  mutating func member(_ key: String, _ value: String?) { member(key) { $0.string(value) } }

  mutating func member(_ key: String, _ value: Name?) { member(key) { $0.name(value) } }

  mutating func member(_ key: String, _ value: Bool) { member(key) { $0.text.append(ascii: value ? "true" : "false") } }

  mutating func member(_ key: String, _ value: [Name]?) {
    member(key) { json in
      if let value { json.array(value) { $0.name($1) } } else { json.null() }
    }
  }

  mutating func member<Element>(_ key: String, _ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
    member(key) { $0.array(elements, write) }
  }

  // MARK: Layout

  private mutating func nested(_ body: (inout JSONText) -> Void) {
    let outer = hasElement
    hasElement = false
    depth += 1
    body(&self)
    depth -= 1
    if hasElement { newline() }
    hasElement = outer
  }

  private mutating func separate() {
    if hasElement { text.append(UInt8(ascii: ",")) }
    hasElement = true
    newline()
  }

  private mutating func newline() {
    guard isIndented else { return }
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { text.append(ascii: "  ") }
  }
}
