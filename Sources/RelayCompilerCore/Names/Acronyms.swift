/// Acronyms as the app writes them in names (`swift.acronyms`): with `URL`, `avatarUrl` becomes `avatarURL`.
///
/// A word of a name begins with a capital and goes on in lower case and digits: `Url` in `avatarUrl`. It is an acronym if it is one of the
/// list but for case, or one with digits or an `s` behind it (`userIds`). So a name that begins in lower case keeps its beginning, as Swift's
/// own names do: `urlString`, `id`.
struct Acronyms: Sendable, Hashable {
  /// The spellings by the same letters in lower case.
  private var spellings: [[UInt8]: [UInt8]] = [:]

  /// - Parameter list: acronyms; of those that differ only in case, the last counts.
  init(_ list: [String] = []) {
    for acronym in list { spellings[acronym.utf8.map(\.lowercased)] = Array(acronym.utf8) }
  }

  /// Whether the text can be an acronym: at least two letters and digits, starting with a letter, and not all in lower case.
  static func isAcronym(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count > 1, !first.isDigit else { return false }
    return bytes.allSatisfy { $0.isUpper || $0.isLower || $0.isDigit } && bytes.contains(where: \.isUpper)
  }

  var isEmpty: Bool { spellings.isEmpty }

  /// The name with each word that is an acronym in its spelling.
  func spelling(_ name: Name) -> Name {
    if isEmpty { return name }
    let bytes = name.bytes
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let end = Self.endOfWord(in: bytes, at: index)
      result += spelling(ofWord: bytes[index..<end])
      index = end
    }
    return Name(result[...])
  }

  /// Names of members of one type, each with its spelling. A name whose spelling another one has, too, stays as it is.
  func spellings(_ names: [Name]) -> [Name: Name] {
    if isEmpty { return [:] }
    var owners: [Name: Name] = [:]
    var shared: Set<Name> = []
    for name in names {
      let spelling = spelling(name)
      if owners.updateValue(name, forKey: spelling).map({ $0 != name }) ?? false { shared.insert(spelling) }
    }
    var result: [Name: Name] = [:]
    for name in names {
      let spelling = spelling(name)
      if spelling != name, !shared.contains(spelling) { result[name] = spelling }
    }
    return result
  }

  /// The end of the word at an index; of anything else, one byte.
  private static func endOfWord(in bytes: [UInt8], at start: Int) -> Int {
    var end = start + 1
    guard bytes[start].isUpper else { return end }
    while end < bytes.count, bytes[end].isLower || bytes[end].isDigit { end += 1 }
    return end
  }

  private func spelling(ofWord word: ArraySlice<UInt8>) -> [UInt8] {
    let word = Array(word)
    if word.count < 2 { return word }
    let lower = word.map(\.lowercased)
    if let spelling = spellings[lower] { return spelling }
    let letters = lower.count - lower.reversed().prefix(while: \.isDigit).count
    if let spelling = spellings[Array(lower[..<letters])] { return spelling + word[letters...] }
    if lower.last == UInt8(ascii: "s"), let spelling = spellings[Array(lower.dropLast())] { return spelling + [UInt8(ascii: "s")] }
    return word
  }
}
