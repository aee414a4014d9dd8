/// Writes compact JSON as bytes. Its small functions have so many call sites that they are not inlined.
struct JSONWriter: ~Copyable {
  private var text: ByteBuffer
  private var needsComma = false

  /// - Parameter limit: the number of bytes beyond which the rest is dropped. No definition may have so many.
  init(limit: Int = OutputLimit.plan) { text = ByteBuffer(capacity: 1024, limit: limit) }

  /// Whether a part has been dropped.
  var isFull: Bool { text.isFull }

  /// The JSON so far.
  var bytes: [UInt8] { text.array }

  mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(0x5B)
    body(&self)
    close(0x5D)
  }

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(0x7B)
    body(&self)
    close(0x7D)
  }

  /// Names separated by full stops need no escapes.
  mutating func key(path: [UInt8]) {
    separate()
    text.append(0x22)
    text.append(contentsOf: path)
    text.append(0x22)
    text.append(0x3A)
    needsComma = false
  }

  @inline(never)
  mutating func key(_ key: String) {
    string(key)
    text.append(0x3A)
    needsComma = false
  }

  @inline(never)
  mutating func key(_ key: Name) {
    name(key)
    text.append(0x3A)
    needsComma = false
  }

  /// Writes a name, which needs no escapes.
  @inline(never)
  mutating func name(_ name: Name) {
    separate()
    text.append(0x22)
    name.withBytes { text.append(contentsOf: $0) }
    text.append(0x22)
  }

  /// Writes the name, or `0` if there is none.
  @inline(never)
  mutating func name(_ name: Name?) {
    if let name { self.name(name) } else { number(0) }
  }

  /// `"name:[S]!"`: a name and a type in the notation of slots; the name alone for `S`, the type of most fields.
  mutating func nameAndType(_ name: Name, _ type: SwiftText) {
    separate()
    text.append(0x22)
    name.withBytes { text.append(contentsOf: $0) }
    if type != "S" {
      text.append(0x3A)
      type.withBytes { text.append(contentsOf: $0) }
    }
    text.append(0x22)
  }

  /// Writes a string that needs no escapes.
  mutating func plain(_ string: SwiftText) {
    separate()
    text.append(0x22)
    string.withBytes { text.append(contentsOf: $0) }
    text.append(0x22)
  }

  @inline(never)
  mutating func number(_ value: Int) {
    separate()
    if value >= 0, value < 10 { text.append(0x30 + UInt8(value)) } else { text.append(String(value)) }
  }

  mutating func flag(_ value: Bool) { number(value ? 1 : 0) }

  mutating func null() { raw("null") }

  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  @inline(never)
  mutating func string(_ string: String) {
    if isFull { return }
    separate()
    text.append(0x22)
    var string = string
    string.withUTF8 { source in
      if source.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }) {
        for byte in source { append(escaped: byte) }
      } else {
        text.append(contentsOf: source)
      }
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
      text.append(hexDigit(byte >> 4))
      text.append(hexDigit(byte & 15))
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

  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  @inline(never)
  private mutating func open(_ bracket: UInt8) {
    separate()
    text.append(bracket)
    needsComma = false
  }

  @inline(never)
  private mutating func close(_ bracket: UInt8) {
    text.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text.append(0x2C) }
    needsComma = true
  }
}
