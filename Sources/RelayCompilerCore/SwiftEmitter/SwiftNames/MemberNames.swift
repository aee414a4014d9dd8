/// The names of the members of one generated type. A field keeps its own where it can; everything else gives way.
struct MemberNames {
  private var taken: Set<SwiftText>

  /// - Parameters:
  ///   - fragments: the fragments spread there; the names that their key protocols prescribe come first.
  ///   - reserved: what else has its name from elsewhere.
  init(fragments: [Name] = [], reserving reserved: [SwiftText] = []) {
    taken = Set(fragments.map { "fragment_\($0)" }).union(reserved)
  }

  mutating func field(_ name: Name) -> SwiftText { unique(SwiftIdentifier.member(name)) }

  mutating func unique(_ name: SwiftText) -> SwiftText {
    var name = name
    while !taken.insert(name).inserted {
      // Behind the name proper, not behind its closing backtick.
      if name.bytes.last == 0x60 { name.bytes = Array(name.bytes.dropFirst().dropLast()) }
      name += "_"
    }
    return name
  }
}
