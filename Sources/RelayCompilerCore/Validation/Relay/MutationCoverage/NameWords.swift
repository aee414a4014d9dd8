/// The words of a name in camel case or with underscores.
enum NameWords {
  /// In lower case: `internalID` is `internal` and `id`.
  static func split(_ name: Name) -> [String] { split(name.string) }

  static func split(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let scalars = Array(name.utf8)
    for (index, byte) in scalars.enumerated() {
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      if byte == UInt8(ascii: "_") {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if isUpper, !word.isEmpty {
        let isAfterLower = !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= scalars[index - 1])
        let isBeforeLower = index + 1 < scalars.count && UInt8(ascii: "a")...UInt8(ascii: "z") ~= scalars[index + 1]
        if isAfterLower || isBeforeLower {
          words.append(word)
          word = ""
        }
      }
      word.unicodeScalars.append(Unicode.Scalar(isUpper ? byte + 32 : byte))
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// The words without endings, so that `isFollowed`, `follows` and `followArtist` have one in common. `unread` is also `read`.
  static func stems(of name: Name) -> Set<String> { stems(of: split(name)) }

  static func stems(of words: [String]) -> Set<String> {
    var result: Set<String> = []
    for word in words {
      result.insert(stem(word))
      if word.hasPrefix("un"), word.utf8.count > 5 { result.insert(stem(String(word.dropFirst(2)))) }
    }
    return result
  }

  static func stem(_ word: String) -> String {
    var word = word
    let count = word.utf8.count
    if count > 4, word.hasSuffix("ies") || word.hasSuffix("ied") { return String(word.dropLast(3)) + "y" }
    if count > 5, word.hasSuffix("ing") {
      word = withoutDouble(String(word.dropLast(3)))
    } else if count > 4, word.hasSuffix("ed") {
      word = withoutDouble(String(word.dropLast(2)))
    } else if count > 4, ["ses", "xes", "zes", "ches", "shes"].contains(where: word.hasSuffix) {
      word = String(word.dropLast(2))
    } else if count > 3, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us") {
      word = String(word.dropLast())
    }
    if word.utf8.count > 3, word.hasSuffix("e") { word = String(word.dropLast()) }
    return word
  }

  /// `submitt` is `submit`.
  private static func withoutDouble(_ word: String) -> String {
    let bytes = Array(word.utf8.suffix(2))
    guard bytes.count == 2, bytes[0] == bytes[1], word.utf8.count > 3, !"lsz".utf8.contains(bytes[0]) else { return word }
    return String(word.dropLast())
  }
}
