import Foundation
import Testing

@testable import relay

/// `relay fix`: what it changes, and what it leaves.
@Suite struct FixTests {
  private static let schema = """
    type Query { me: User, node: Node }
    interface Node { id: ID! }
    type User implements Node { id: ID!, name: String, friends(first: Int): [User] }
    type Bot implements Node { id: ID!, model: String }

    """

  private func project(_ documents: [String: String]) throws -> ProjectFolder {
    var files = ["relay.config.json": #"{"schema": "schema.graphql", "src": "src"}"#, "schema.graphql": Self.schema]
    for (name, text) in documents { files["src/" + name] = text }
    return try ProjectFolder(files)
  }

  @Test func fixesAreAppliedUntilNoneIsLeft() throws {
    // Behind the syntax error are an unknown field, an argument that lacks its '$', and a fragment that may not match.
    let folder = try project([
      "a.graphql": """
      # comment   kept
      query  AQuery($first:Int) {
        me { nam, friends(first: first) { ..User_user } }
        node { ... on User { name }  ...User_user }
      }
      fragment User_user on User { name }
      """
    ])
    let run = Run("fix", "--config", folder.path("relay.config.json"))
    #expect(run.status == .success)
    #expect(run.errors == "4 fixes in 1 file.\n")
    #expect(
      try folder.text("src/a.graphql") == """
        # comment   kept
        query  AQuery($first:Int) {
          me { name, friends(first: $first) { ...User_user } }
          node { ... on User { name }  ...User_user @alias }
        }
        fragment User_user on User { name }
        """)
    #expect(Run("fix", "--config", folder.path("relay.config.json")).errors == "Nothing to fix.\n")
  }

  @Test func literalsInSwiftAreFixed() throws {
    let text = "let a = graphql(\"\"\"\n  query AQuery { me { NAME } }\n  \"\"\")\nlet b = graphql(\"query BQuery { me { nme } }\") // é\n"
    let folder = try project(["a.swift": text.replacing("NAME", with: "naem")])
    #expect(Run("fix", "--config", folder.path("relay.config.json")).status == .success)
    #expect(try folder.text("src/a.swift") == text.replacing("NAME", with: "name").replacing("nme", with: "name"))
  }

  /// It would end at the quotes.
  @Test func aLiteralOfOneLineGetsNoQuotes() throws {
    func folder(_ text: String) throws -> ProjectFolder {
      try ProjectFolder([
        "relay.config.json": #"{"schema": "schema.graphql", "src": "src"}"#, "src/a.swift": text,
        "schema.graphql": "type Query { me(name: String): User }\ntype User { name: String }\n",
      ])
    }
    let text = "let a = graphql(\"query AQuery { me(name: 'b') { name } }\")\n"
    let plain = try folder(text)
    let run = Run("fix", "--config", plain.path("relay.config.json"))
    #expect(run.status == .findings)
    #expect(run.errors == "Nothing to fix.\n1 error has no fix; 'relay check' shows it.\n")
    #expect(try plain.text("src/a.swift") == text)
    let raw = try folder("let a = graphql(#\"query AQuery { me(name: 'b') { name } }\"#)\n")
    #expect(Run("fix", "--config", raw.path("relay.config.json")).status == .success)
    #expect(try raw.text("src/a.swift") == "let a = graphql(#\"query AQuery { me(name: \"b\") { name } }\"#)\n")
  }

  @Test func aDryRunPrintsADifference() throws {
    let folder = try project(["a.graphql": "query AQuery {\n  me {\n    nam\n  }\n}\n"])
    let run = Run("fix", "--dry-run", "--config", folder.path("relay.config.json"))
    #expect(run.status == .findings)
    let path = folder.path("src/a.graphql")
    #expect(
      run.output == """
        --- \(path)
        +++ \(path)
        @@ -1,5 +1,5 @@
         query AQuery {
           me {
        -    nam
        +    name
           }
         }

        """)
    #expect(try folder.text("src/a.graphql").contains("nam\n"))
  }

  @Test func aLinkStaysOneAndPermissionsStay() throws {
    let folder = try project([:])
    try folder.write("query AQuery { me { nam } }\n", to: "elsewhere/a.graphql")
    let (target, link) = (folder.path("elsewhere/a.graphql"), folder.path("src/a.graphql"))
    try FileManager.default.createDirectory(atPath: folder.path("src"), withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o662], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../elsewhere/a.graphql")
    #expect(Run("fix", "--config", folder.path("relay.config.json")).status == .success)
    #expect(try folder.text("elsewhere/a.graphql") == "query AQuery { me { name } }\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../elsewhere/a.graphql")
    #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o662)
  }

  @Test func oneRuleCanBePicked() throws {
    let folder = try project(["a.graphql": "query AQuery { me { nam } node { ...User_user } }\nfragment User_user on User { name }\n"])
    let run = Run("fix", "--rule", "alias-required", "--config", folder.path("relay.config.json"))
    #expect(try folder.text("src/a.graphql").contains("nam }"))
    #expect(run.errors.contains("1 error has no fix"))
  }

  @Test func errorsWithoutAFixAreCounted() throws {
    let folder = try project(["a.graphql": "query AQuery { me { zzzzz } }\n"])
    let run = Run("fix", "--json", "--config", folder.path("relay.config.json"))
    #expect(run.status == .findings)
    #expect(run.output.contains("\"errors\" : 1"))
  }

  @Test func differencesHaveContext() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("10\n", with: "ten\n")
    #expect(
      TextDifference.unified(Array(old.utf8), Array(new.utf8), path: "f") == """
        --- f
        +++ f
        @@ -7,7 +7,7 @@
         7
         8
         9
        -10
        +ten
         11
         12
         13

        """)
  }

  /// What a patch has is what the file has: lines that end in CR LF, a last line without an end, and letters that only look alike.
  @Test func differencesAreOfBytes() {
    func difference(_ old: String, _ new: String) -> String { TextDifference.unified(Array(old.utf8), Array(new.utf8), path: "f") }
    #expect(difference("a\r\nb\r\n", "a\r\nc\r\n") == "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")
    #expect(
      difference("\u{E9}", "e\u{301}\n") == "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-\u{E9}\n\\ No newline at end of file\n+e\u{301}\n")
  }
}
