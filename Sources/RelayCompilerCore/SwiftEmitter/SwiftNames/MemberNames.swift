/// The names of the members of a generated type. A field keeps its name if possible; other members are renamed instead.
struct MemberNames {
  private var taken = PositionTable<SwiftText>()
  private let spellings: [Name: Name]

  /// - Parameters:
  ///   - fragments: the fragments spread there. The names prescribed by their key protocols have priority.
  ///   - reserved: names that are fixed for other reasons.
  ///   - spellings: the Swift names of fields that are not written as in the schema.
  init(fragments: [Name] = [], reserving reserved: [SwiftText] = [], spellings: [Name: Name]) {
    self.spellings = spellings
    for fragment in fragments { _ = taken.insert("fragment_\(fragment)") }
    for name in reserved { _ = taken.insert(name) }
  }

  mutating func field(_ name: Name) -> SwiftText { unique(SwiftIdentifier.member(spellings[name] ?? name)) }

  mutating func unique(_ name: SwiftText) -> SwiftText {
    var name = name
    while !taken.insert(name) {
      // The underscore goes before a closing backtick.
      if name.bytes.last == 0x60 { name.bytes = Array(name.bytes.dropFirst().dropLast()) }
      name += "_"
    }
    return name
  }
}
