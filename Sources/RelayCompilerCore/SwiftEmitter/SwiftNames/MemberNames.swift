/// The names of the members of one generated type. A field keeps its own where it can; everything else gives way.
struct MemberNames {
  private var taken: Set<SwiftText>

  /// The names that the key protocols of spread fragments prescribe come first.
  init(fragments: [Name] = []) { taken = Set(fragments.map { "fragment_\($0)" }) }

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
