/// The suffix of a fragment's copy for particular arguments, as in `F_1G22uz`: MurmurHash3 (x86, 32 bits, seed 0) of a canonical text of
/// the arguments, in base 62. The text is Relay's own notation, which resembles JSON.
enum ArgumentHash {
  /// nil without arguments.
  static func suffix(of arguments: [Argument]) -> String? {
    if arguments.isEmpty { return nil }
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (index, argument) in arguments.sorted(byName: \.name).enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(ascii: "{\"name\":\"")
      text.append(argument.name)
      text.append(ascii: "\",\"value\":")
      append(argument.value, to: &text)
      text.append(UInt8(ascii: "}"))
    }
    text.append(UInt8(ascii: "]"))
    return base62(murmur3(text))
  }

  private static func append(_ value: Value, to text: inout [UInt8]) {
    switch value {
    case .variable(let variable):
      text.append(ascii: "{\"variable\":\"")
      text.append(variable.name)
      text.append(ascii: "\"}")
    case .constant(let constant):
      text.append(ascii: "{\"value\":")
      append(constant, to: &text)
      text.append(UInt8(ascii: "}"))
    case .list(let items):
      text.append(ascii: "{\"list\":[")
      for (index, item) in items.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        append(item, to: &text)
      }
      text.append(ascii: "]}")
    case .object(let fields):
      text.append(ascii: "{\"object\":{")
      for (index, field) in fields.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.append(ascii: "{\"name\":\"")
        text.append(field.name)
        text.append(ascii: "\",\"value\":")
        append(field.value, to: &text)
        text.append(UInt8(ascii: "}"))
      }
      text.append(ascii: "}}")
    }
  }

  private static func append(_ constant: ConstantValue, to text: inout [UInt8]) {
    switch constant {
    case .int(let number): text.append(contentsOf: String(number).utf8)
    case .float(let number): text.append(decimal: number)
    case .boolean(let boolean): text.append(ascii: boolean ? "true" : "false")
    case .null: text.append(ascii: "null")
    case .string(let string):
      text.append(UInt8(ascii: "\""))
      text.append(contentsOf: string.utf8)
      text.append(UInt8(ascii: "\""))
    case .enum(let name):
      text.append(UInt8(ascii: "\""))
      text.append(name)
      text.append(UInt8(ascii: "\""))
    case .list(let items):
      text.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        append(item, to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let fields):
      text.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.append(UInt8(ascii: "\""))
        text.append(field.name)
        text.append(ascii: "\":")
        append(field.value, to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  static func murmur3(_ bytes: [UInt8]) -> UInt32 {
    var hash: UInt32 = 0
    func scrambled(_ word: UInt32) -> UInt32 { rotatedLeft(word &* 0xcc9e_2d51, by: 15) &* 0x1b87_3593 }
    let whole = bytes.count / 4 * 4
    var position = 0
    while position < whole {
      let word =
        UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8 | UInt32(bytes[position + 2]) << 16
        | UInt32(bytes[position + 3]) << 24
      hash = rotatedLeft(hash ^ scrambled(word), by: 13) &* 5 &+ 0xe654_6b64
      position += 4
    }
    var tail: UInt32 = 0
    for index in (whole..<bytes.count).reversed() { tail = tail << 8 | UInt32(bytes[index]) }
    if whole < bytes.count { hash ^= scrambled(tail) }
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }

  static func base62(_ number: UInt32) -> String {
    let digits = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    var rest = number
    var text: [UInt8] = []
    repeat {
      text.append(digits[Int(rest % 62)])
      rest /= 62
    } while rest > 0
    return String(decoding: text.reversed(), as: UTF8.self)
  }
}
