import Foundation
import RelayLanguageServer
import Testing

/// Whatever is typed, the diagnostics are those of a server that has just been started with the same texts.
@Suite struct RandomEditTests {
  private static let files = [
    "documents/A.graphql": "fragment A on User { id ...B }\n",
    "documents/B.graphql":
      "fragment B on User @argumentDefinitions(n: {type: \"Int!\", defaultValue: 1}) { posts(first: $n) { ...C } }\n",
    "documents/C.graphql": "fragment C on Post { title author { name } }\nfragment C2 on Post { ...C title }\n",
    "documents/D.graphql":
      "fragment D on User @refetchable(queryName: \"OneMoreQuery\") { name }\nfragment D2 on User { a: id }\nfragment D3 on User { a: name }\n",
    "documents/E.graphql":
      "fragment E on User @argumentDefinitions(p: {type: \"Int!\", provider: \"Places\"}) { posts(first: $p) { id } }\n",
    "documents/F.graphql":
      "fragment F on User @argumentDefinitions(p: {type: \"Int!\", provider: \"Places\"}) { posts(first: $p) { id } }\n",
    "documents/OneQuery.graphql": "query OneQuery { me { ...A ...D ...D2 } }\n",
    "documents/TwoQuery.graphql": "query TwoQuery($x: Int!) { me { ...B @arguments(n: $x) ...E ...F } }\n",
    "documents/ThreeQuery.graphql":
      "query ThreeQuery { search { ... on Post { ...C2 } } }\nmutation Rename($input: RenameInput!) { rename(input: $input) { ...A } }\n",
    "documents/View.swift":
      "let a = graphql(\"\"\"\n  fragment View on User { name ...A }\n  \"\"\")\nlet b = graphql(\"\"\"\n  query ViewQuery { me { ...View } }\n  \"\"\")\n",
  ]

  private struct Found: Hashable {
    var file: String
    var message: String
    var place: String
  }

  private func diagnostics(_ session: Session) -> Set<Found> {
    var result: Set<Found> = []
    for (file, list) in session.publishedDiagnostics {
      for item in list {
        let related = item["relatedInformation"]?.array ?? []
        let places = [item["range"]] + related.map { $0["location"]?["range"] }
        let text = places.map { String(decoding: ($0 ?? .null).text, as: UTF8.self) }.joined()
        result.insert(Found(file: file, message: item["message"]?.string ?? "", place: text))
      }
    }
    return result
  }

  @Test(arguments: 1...4) func `diagnostics after random edits are those of a new server`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let names = Self.files.keys.sorted()
    let session = try Session(Self.files)
    var texts = Self.files
    for name in names { session.open(name, texts[name, default: ""]) }
    session.settle()
    let words =
      Self.files.values.sorted().flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init) + [
        "{", "}", "(", "\"", "...", "#", "𝄞",
      ]
    var differences = 0
    for step in 1...60 {
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      var text = Array(texts[name, default: ""])
      if Int.random(in: 0..<4, using: &random) == 0 {
        text = Array(Self.files[name, default: ""])
      } else {
        let start = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, start + [0, 0, 1, 4, 12][Int.random(in: 0..<5, using: &random)])
        text.replaceSubrange(start..<end, with: Bool.random(using: &random) ? Array(words.randomElement(using: &random) ?? "") : [])
      }
      texts[name] = String(text)
      session.change(name, ["text": .init(stringLiteral: String(text))])
      // Several edits between two checks, and checks that are given up.
      guard step % 3 == 0 else { continue }
      session.settle()
      guard step % 6 == 0 else { continue }
      let fresh = try Session(texts)
      for name in names { fresh.open(name, texts[name, default: ""]) }
      fresh.settle()
      let (kept, new) = (diagnostics(session), diagnostics(fresh))
      if kept != new { differences += 1 }
      #expect(kept == new, "seed \(seed), step \(step)")
    }
    #expect(differences == 0)
  }
}

/// A generator whose numbers are the same on every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
