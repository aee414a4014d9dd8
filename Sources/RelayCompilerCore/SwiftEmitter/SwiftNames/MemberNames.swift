/// The names of the members of a generated type. A field keeps its name if possible; other members are renamed instead.
struct MemberNames {
  private var taken: Set<SwiftText>

  /// - Parameters:
  ///   - fragments: the fragments spread there. The names prescribed by their key protocols have priority.
  ///   - reserved: names that are fixed for other reasons.
  ///   - count: the number of names to come, as far as it is known.
  init(fragments: [Name] = [], reserving reserved: [SwiftText] = [], count: Int = 0) {
    taken = Set(minimumCapacity: fragments.count + reserved.count + count)
    for fragment in fragments { taken.insert("fragment_\(fragment)") }
    for name in reserved { taken.insert(name) }
  }

  mutating func field(_ name: Name) -> SwiftText { unique(SwiftIdentifier.member(name)) }

  mutating func unique(_ name: SwiftText) -> SwiftText {
    var name = name
    while !taken.insert(name).inserted {
      // The underscore goes before a closing backtick.
      if name.bytes.last == 0x60 { name.bytes = Array(name.bytes.dropFirst().dropLast()) }
      name += "_"
    }
    return name
  }
}
