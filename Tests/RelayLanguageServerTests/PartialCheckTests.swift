import RelayLanguageServer
import Testing

/// After an edit, only what it concerns is checked again. The result must be that of a server that has just been started.
@Suite struct PartialCheckTests {
  private static let files = [
    "documents/A.graphql": "fragment A on User { id ...B }\n",
    "documents/B.graphql": "fragment B on User @argumentDefinitions(n: {type: \"Int!\", defaultValue: 1}) { posts(first: $n) { ...C } }\n",
    "documents/C.graphql": "fragment C on Post { title author { name } }\n",
    "documents/OneQuery.graphql": "query OneQuery { me { ...A } }\n",
    "documents/TwoQuery.graphql": "query TwoQuery($x: Int!) { me { ...B @arguments(n: $x) } }\n",
    "documents/ThreeQuery.graphql": "query ThreeQuery { search { ... on Post { ...C } } }\n",
  ]

  private struct Found: Hashable {
    var file: String
    var message: String
    var line: Int
    var character: Int
  }

  private func diagnostics(_ session: Session) -> Set<Found> {
    var result: Set<Found> = []
    for (file, list) in session.publishedDiagnostics {
      for item in list {
        result.insert(
          Found(
            file: file, message: item["message"]?.string ?? "", line: item["range"]?["start"]?["line"]?.int ?? -1,
            character: item["range"]?["start"]?["character"]?.int ?? -1))
      }
    }
    return result
  }

  private static let edits: [[(file: String, text: String)]] = [
    [("documents/C.graphql", "fragment C on Post { titel author { name } }\n")],
    [("documents/B.graphql", "fragment B on User { posts(first: $n) { ...C } }\n")],
    [("documents/C.graphql", "fragment D on Post { title }\n")],
    [("documents/A.graphql", "fragment A on User { id: name ...B }\n"), ("documents/B.graphql", "fragment B on User { id old }\n")],
    [("documents/A.graphql", "fragment A on User { id ...B ")],
    [
      ("documents/OneQuery.graphql", "query OneQuery { me { ...A ...Nothing } }\n"),
      ("documents/OneQuery.graphql", "query OneQuery { me { ...A } }\n"),
    ],
    [("documents/C.graphql", "fragment C on Post { author { ...A } }\n"), ("documents/C.graphql", "fragment C on Post { title }\n")],
    [("documents/TwoQuery.graphql", "query OneQuery { me { id } }\n"), ("documents/A.graphql", "fragment A on User { id nam }\n")],
    [
      ("documents/TwoQuery.graphql", "query TwoQuery($x: String!) { me { ...B @arguments(n: $x) } }\n"),
      ("documents/C.graphql", "fragment C on Post { id }\n"),
    ],
  ]

  @Test(arguments: edits.indices) func `diagnostics after edits are those of a new server`(index: Int) throws {
    let session = try Session(Self.files)
    for (file, text) in Self.files.sorted(by: { $0.key < $1.key }) { session.open(file, text) }
    session.settle()
    var texts = Self.files
    for edit in Self.edits[index] {
      session.change(edit.file, ["text": .init(stringLiteral: edit.text)])
      texts[edit.file] = edit.text
      session.settle()
    }
    let fresh = try Session(texts)
    for (file, text) in texts.sorted(by: { $0.key < $1.key }) { fresh.open(file, text) }
    fresh.settle()
    #expect(diagnostics(session) == diagnostics(fresh))
  }
}
