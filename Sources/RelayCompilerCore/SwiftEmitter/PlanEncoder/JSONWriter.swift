/// Writes compact JSON as bytes. Its small functions have so many call sites that they are not inlined.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init() { bytes.reserveCapacity(1024) }

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
    bytes.append(0x22)
    bytes.append(contentsOf: path)
    bytes.append(0x22)
    bytes.append(0x3A)
    needsComma = false
  }

  @inline(never)
  mutating func key(_ key: String) {
    string(key)
    bytes.append(0x3A)
    needsComma = false
  }

  @inline(never)
  mutating func key(_ key: Name) {
    name(key)
    bytes.append(0x3A)
    needsComma = false
  }

  /// Writes a name, which needs no escapes.
  @inline(never)
  mutating func name(_ name: Name) {
    separate()
    bytes.append(0x22)
    name.withBytes { bytes.append(contentsOf: $0) }
    bytes.append(0x22)
  }

  /// Writes the name, or `0` if there is none.
  @inline(never)
  mutating func name(_ name: Name?) {
    if let name { self.name(name) } else { number(0) }
  }

  /// `"name:[S]!"`: a name and a type in the notation of slots; the name alone for `S`, the type of most fields.
  mutating func nameAndType(_ name: Name, _ type: String) {
    separate()
    bytes.append(0x22)
    name.withBytes { bytes.append(contentsOf: $0) }
    if type != "S" {
      bytes.append(0x3A)
      bytes.append(contentsOf: type.utf8)
    }
    bytes.append(0x22)
  }

  @inline(never)
  mutating func number(_ value: Int) {
    separate()
    if value >= 0, value < 10 { bytes.append(0x30 + UInt8(value)) } else { bytes.append(contentsOf: String(value).utf8) }
  }

  mutating func flag(_ value: Bool) { number(value ? 1 : 0) }

  mutating func null() { raw("null") }

  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  @inline(never)
  mutating func string(_ text: String) {
    separate()
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C:
        bytes.append(0x5C)
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20, 0x7F:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// Writes text that is already JSON.
  @inline(never)
  mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  @inline(never)
  mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  @inline(never)
  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  @inline(never)
  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }
}
