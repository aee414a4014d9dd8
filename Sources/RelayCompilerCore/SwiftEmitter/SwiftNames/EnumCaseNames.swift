/// The Swift names of enum values: `IN_PROGRESS` becomes `inProgress`. Values that would get the same name keep their own.
enum EnumCaseNames {
  static func names(of values: [Name], acronyms: Acronyms, reserving reserved: Set<Name> = []) -> [SwiftText] {
    unique(values.map { acronyms.spelling(camelCase($0)) }, instead: values, reserving: reserved)
  }

  /// Makes the names unique. A name that is taken or reserved is replaced by the one in `originals`, with underscores if necessary.
  static func unique(_ converted: [Name], instead originals: [Name]? = nil, reserving reserved: Set<Name>) -> [SwiftText] {
    var uses: [Name: Int] = [:]
    for name in converted { uses[name, default: 0] += 1 }
    var taken = reserved
    for name in converted where uses[name] == 1 { taken.insert(name) }
    return zip(originals ?? converted, converted).map { original, name in
      if uses[name] == 1, !reserved.contains(name) { return SwiftIdentifier.member(name) }
      var unique = original
      while !taken.insert(unique).inserted { unique = Name(unique.string + "_") }
      return SwiftIdentifier.member(unique)
    }
  }

  /// Words between underscores, capitalized except the first. A name with a lower-case letter keeps the case of its words.
  static func camelCase(_ name: Name) -> Name {
    let bytes = name.bytes
    let hasLower = bytes.contains(where: \.isLower)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var startsWord = false
    for (index, byte) in bytes.enumerated() {
      if byte == 0x5F {
        let isInside = !result.isEmpty && result.last != 0x5F && index + 1 < bytes.count
        if isInside { startsWord = true } else { result.append(byte) }
      } else {
        let isFirst = result.isEmpty || result.last == 0x5F
        if startsWord, !isFirst {
          // Two numbers must stay separate: `V1_2` is not `v12`.
          if byte.isDigit, result.last?.isDigit == true { result.append(0x5F) }
          result.append(byte.uppercased)
        } else {
          result.append(isFirst || !hasLower ? byte.lowercased : byte)
        }
        startsWord = false
      }
    }
    return Name(result[...])
  }
}
