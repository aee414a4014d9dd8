/// Writes JSON sequentially.
///
///     var json = JSONWriter(.indented)
///     json.object { json in
///       json.member("kind", "Fragment")
///       json.member("names", names) { $0.name($1) }
///     }
///
/// Its small functions have so many call sites that they are not inlined.
struct JSONWriter: ~Copyable {
  /// How the text is written.
  enum Style {
    /// Indented by two spaces.
    case indented
    /// On one line.
    case compact
    /// On one line, for plans: only the most common escapes are short, and DEL has one, because the text becomes part of a Swift file.
    case plan
  }

  /// What the next value or key follows.
  private enum Position {
    /// Nothing, or a key.
    case value
    /// The bracket that opens an array or an object.
    case first
    /// Another element.
    case next
  }

  private var text: ByteBuffer
  private let style: Style
  private var position = Position.value
  private var depth = 0
  /// Members that are omitted if they are null.
  private let skippedNulls: Set<String>
  /// The state before the last key, if it is one of those members.
  private var skippable: (count: Int, position: Position)?

  /// - Parameter limit: the number of bytes beyond which the rest is dropped. No definition may have so many.
  init(_ style: Style = .compact, limit: Int = .max, skippedNulls: Set<String> = []) {
    text = ByteBuffer(capacity: style == .indented ? 4096 : 1024, limit: limit)
    self.style = style
    self.skippedNulls = skippedNulls
  }

  /// A writer for a plan, or a part of one.
  static func plan(limit: Int = OutputLimit.plan) -> JSONWriter { JSONWriter(.plan, limit: limit) }

  /// A text on one line.
  static func compact(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Whether a part has been dropped.
  var isFull: Bool { text.isFull }

  /// The JSON so far.
  var bytes: [UInt8] { text.array }

  // MARK: Values

  mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(0x5B)
    body(&self)
    close(0x5D)
  }

  mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    array { json in for element in elements { write(&json, element) } }
  }

  mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(0x7B)
    members(&self)
    close(0x7D)
  }

  mutating func null() {
    if position == .value, let skippable {
      text.removeLast(text.count - skippable.count)
      position = skippable.position
    } else {
      raw("null")
    }
  }

  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  @inline(never)
  mutating func number(_ value: Int) {
    separate()
    if value >= 0, value < 10 { text.append(0x30 + UInt8(value)) } else { text.append(String(value)) }
  }

  /// Writes a name, which needs no escapes.
  @inline(never)
  mutating func name(_ name: Name) { plain { text in name.withBytes { text.append(contentsOf: $0) } } }

  /// Writes a string that needs no escapes, which `body` appends.
  @inline(__always)
  mutating func plain(_ body: (inout ByteBuffer) -> Void) {
    separate()
    text.append(0x22)
    body(&text)
    text.append(0x22)
  }

  @inline(never)
  mutating func string(_ string: String) {
    if isFull { return }
    string.withBytes { self.string($0) }
  }

  private mutating func string(_ source: borrowing BorrowedBytes) {
    separate()
    text.append(0x22)
    if !source.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }) {
      text.append(contentsOf: source)
    } else if style == .plan {
      for index in source.indices { append(escaped: source[index]) }
    } else {
      var escaped: [UInt8] = []
      escaped.append(jsonEscaped: source)
      text.append(contentsOf: escaped)
    }
    text.append(0x22)
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case 0x22, 0x5C:
      text.append(0x5C)
      text.append(byte)
    case 0x0A: text.append("\\n")
    case 0..<0x20, 0x7F:
      text.append("\\u00")
      text.append((byte >> 4).hexadecimalDigit)
      text.append((byte & 15).hexadecimalDigit)
    default: text.append(byte)
    }
  }

  /// Writes text that is already JSON.
  @inline(never)
  mutating func raw(_ json: String) {
    separate()
    text.append(json)
  }

  @inline(never)
  mutating func raw(_ json: [UInt8]) {
    separate()
    text.append(contentsOf: json)
  }

  // MARK: Members of an object

  @inline(never)
  mutating func key(_ key: String) {
    let before = (text.count, position)
    string(key)
    endKey()
    if !skippedNulls.isEmpty, skippedNulls.contains(key) { skippable = before }
  }

  @inline(never)
  mutating func key(_ key: Name) {
    name(key)
    endKey()
  }

  mutating func key(utf8 key: [UInt8]) {
    key.withBytes { string($0) }
    endKey()
  }

  mutating func member(_ key: String, _ value: (inout JSONWriter) -> Void) {
    self.key(key)
    value(&self)
  }

  mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ key: String, _ value: Name?) {
    self.key(key)
    if let value { name(value) } else { null() }
  }

  mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  mutating func member(_ key: String, _ value: [Name]?) {
    self.key(key)
    if let value { array(value) { $0.name($1) } } else { null() }
  }

  mutating func member<Element>(_ key: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    self.key(key)
    array(elements, write)
  }

  // MARK: Layout

  /// Begins an array or an object, for writers that cannot have a closure for its contents.
  @inline(never)
  mutating func open(_ bracket: UInt8) {
    separate()
    text.append(bracket)
    position = .first
    depth += 1
  }

  @inline(never)
  mutating func close(_ bracket: UInt8) {
    depth -= 1
    if position == .next { newline() }
    text.append(bracket)
    position = .next
  }

  private mutating func separate() {
    if position == .next { text.append(0x2C) }
    if position != .value { newline() }
    position = .next
  }

  private mutating func newline() {
    guard style == .indented else { return }
    text.append(0x0A)
    text.append(repeating: 0x20, count: 2 * depth)
  }

  private mutating func endKey() {
    text.append(0x3A)
    if style == .indented { text.append(0x20) }
    position = .value
    skippable = nil
  }
}
