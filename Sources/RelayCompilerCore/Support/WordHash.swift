/// A hash for keys of one or two words that are not taken from documents: addresses and numbers. It is a single multiplication. The
/// standard library's hash also resists keys chosen to collide, and takes many times as long.
///
/// A key passes the hash to sets and dictionaries as `_rawHashValue`. `seed` gives each table a different order, as in the standard
/// library.
enum WordHash {
  static func mix(_ word: UInt64, seed: Int) -> Int {
    let mixed = (word ^ UInt64(truncatingIfNeeded: seed)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
  }

  static func mix(_ first: UInt64, _ second: UInt64, seed: Int) -> Int {
    mix(first ^ (second &+ 1) &* 0xff51_afd7_ed55_8ccd, seed: seed)
  }
}

/// The identity of a node as a key. It is unique only while the node is alive.
struct NodeIdentity: Hashable {
  private let object: ObjectIdentifier

  init(_ node: AnyObject) { object = ObjectIdentifier(node) }

  var word: UInt64 { UInt64(UInt(bitPattern: object)) }

  func hash(into hasher: inout Hasher) { hasher.combine(object) }

  func _rawHashValue(seed: Int) -> Int { WordHash.mix(word, seed: seed) }
}
