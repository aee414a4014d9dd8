/// The checksum CRC-32C (Castagnoli): finds every change of up to 32 neighboring bits, and all but one of 2³² others.
package struct CRC32C: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  /// The checksum of what has been added.
  package var value: UInt32 { ~state }

  /// Entry `256 * distance + byte` is the effect of a byte that has `distance` bytes after it.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      table[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    for index in 256..<table.count {
      let before = table[index - 256]
      table[index] = before >> 8 ^ table[Int(before & 0xFF)]
    }
    return table
  }()

  // Not one generic function: other modules would call it through witness tables, which takes longer than a short text. Addresses are
  // used during a call only.

  package mutating func add(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe add($0) } }

  package mutating func add(_ bytes: ArraySlice<UInt8>) { unsafe bytes.withUnsafeBytes { unsafe add($0) } }

  /// Adds a text's UTF-8.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  package mutating func add(_ value: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      state = state >> 8 ^ CRC32C.table[Int((state ^ UInt32(UInt8(truncatingIfNeeded: value >> Int64(shift)))) & 0xFF)]
    }
  }

  /// Eight bytes at a time: about eight times as fast as one by one.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // The table has 2,048 entries; an index below is less than 256 plus a multiple of 256 up to 1,792.
    unsafe CRC32C.table.withUnsafeBufferPointer { table in
      var position = 0
      while position + 8 <= bytes.count {
        let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(state)
        var next: UInt32 = 0
        for distance in 0..<8 {
          let byte = Int(truncatingIfNeeded: word >> UInt64(8 * (7 - distance))) & 0xFF
          next ^= unsafe table[256 * distance + byte]
        }
        state = next
        position += 8
      }
      while position < bytes.count {
        state = unsafe state >> 8 ^ table[Int((state ^ UInt32(bytes[position])) & 0xFF)]
        position += 1
      }
    }
  }
}
