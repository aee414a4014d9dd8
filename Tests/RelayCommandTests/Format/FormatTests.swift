import Foundation
import RelayCompilerCore
import TestSupport
import Testing

@testable import RelayFormat
@testable import relay

/// `relay format`: the form of documents, and the comments in them.
@Suite struct FormatTests {
  private func format(_ text: String, width: Int = 80) throws -> String {
    let bytes = try #require(DocumentFormatter.format(SourceFile(path: "a.graphql", text: text), width: width).text)
    let again = try #require(DocumentFormatter.format(SourceFile(path: "a.graphql", bytes: bytes), width: width).text)
    #expect(again == bytes, "formats differently again")
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("{a}", "{\n  a\n}\n"),
    (
      "query  Q ( $a:Int=1,$b : [ String! ] )@d{ b : a(x:{y:[1,2],z:$a}) @include(if:true) }",
      """
      query Q($a: Int = 1, $b: [String!]) @d {
        b: a(x: { y: [1, 2], z: $a }) @include(if: true)
      }

      """
    ),
    ("{ a\n\n\n\n  b\n c }", "{\n  a\n\n  b\n  c\n}\n"),
    ("{ ... on T @d { a } ...F @e ...{b} }", "{\n  ... on T @d {\n    a\n  }\n  ...F @e\n  ... {\n    b\n  }\n}\n"),
    ("fragment F($a:Int=1) on T{...G(a:$a)}", "fragment F($a: Int = 1) on T {\n  ...G(a: $a)\n}\n"),
    ("fragment F(\"x\"$a:Int) on T{a}", "fragment F(\n  \"x\"\n  $a: Int\n) on T {\n  a\n}\n"),
    (
      "type A implements B&C @d{\"x\" a(b:Int=1):[Int!]!}",
      """
      type A implements B & C @d {
        "x"
        a(b: Int = 1): [Int!]!
      }

      """
    ),
    (
      "union U=|A|B extend enum E{A B} scalar S@d directive@d repeatable on|FIELD|QUERY",
      """
      union U = A | B
      extend enum E {
        A
        B
      }
      scalar S @d
      directive @d repeatable on FIELD | QUERY

      """
    ),
    // The last of the three quotes is one Character with the mark after it.
    (
      "\"\"\"a \\\"\"\"\u{301} b\"\"\" type A{a:Int}", "\"\"\"\na \\\"\"\"\u{301} b\n\"\"\"\ntype A {\n  a: Int\n}\n"
    ),
    ("\"\"\"\n   text\n     more\n\"\"\" type A{a:Int}", "\"\"\"\ntext\n  more\n\"\"\"\ntype A {\n  a: Int\n}\n"),
  ])
  func documentsHaveOneForm(text: String, expected: String) throws {
    #expect(try format(text) == expected)
  }

  @Test func longListsAreBroken() throws {
    #expect(
      try format("{ a(first: 1, second: \"two\") { b } }", width: 20) == """
        {
          a(
            first: 1
            second: "two"
          ) {
            b
          }
        }

        """)
  }

  @Test func commentsStayWhereTheyBelong() throws {
    let text = """
      # first

      query Q(
        # of the variable
        $a: Int
      ) {
        # of the field
        a # behind it
        b(x: [
          # nothing else
        ])
        # last
      }

      # at the end

      """
    #expect(
      try format(text) == """
        # first

        query Q(
          # of the variable
          $a: Int
        ) {
          # of the field
          a # behind it
          b(
            x: [
              # nothing else
            ]
          )
          # last
        }

        # at the end

        """)
  }

  @Test func whatStartsLikeACommentInAStringIsNone() throws {
    #expect(try format("{ a(x: \"#\", y: \"\\\"#\") #c\n}") == "{\n  a(x: \"#\", y: \"\\\"#\") #c\n}\n")
  }

  @Test func lineBreaksAreLineFeedsAndTheMarkStays() throws {
    #expect(try format("\u{FEFF}{\r\n a\r\n\r\n b }") == "\u{FEFF}{\n  a\n\n  b\n}\n")
  }

  @Test func definitionsAfterPrettierIgnoreStay() throws {
    #expect(try format("{\n # prettier-ignore\n a(x:   1)\n b(x:   1) }") == "{\n  # prettier-ignore\n  a(x:   1)\n  b(x: 1)\n}\n")
  }

  /// Definitions of each kind, with a space between tokens, and with ' in place of ".
  private static let definitions: [String] = [
    "'d' query Q ( 'v' $ a : [ Int ! ] ! = [ 1 , 2 ] @ x ( b : { c : 1 } ) , $ b : In = { a : 1 , b : [ ] } ) @ d ( a : "
      + "1 ) @ e { al : f ( a : $ a , s : 'x' , o : { } , e : EN ) @ inc ( if : true ) { ... F @ d ... on T @ e ( a : 1 ) { "
      + "x } ... @ f { y } ... { z } } }",
    "{ a b }",
    "query ( $ a : Int ) { a }",
    "query @ d { a }",
    "subscription { a ( x : '''b''' ) }",
    "'d' fragment F on T @ d ( a : 1 ) @ e { a }",
    "fragment F ( 'x' $ a : [ Int ! ] = 1 @ d ( a : 1 ) , $ b : Int ) on T { ... G ( a : $ a , b : [ 1 2 ] ) @ d }",
    "'d' schema @ a ( b : 1 ) @ c { query : Q mutation : M }",
    "extend schema @ a",
    "extend schema { query : Q }",
    "'d' scalar S @ a ( b : 1 )",
    "'''d''' type A implements & B & C @ d ( a : 1 ) @ e { 'x' a ( 'y' b : Int = 1 @ d , c : [ X ! ] ! = { a : 1 } ) : "
      + "[ Int ! ] ! @ d ( a : 1 ) '''z''' k : X }",
    "type A implements B",
    "extend type A @ d",
    "interface I implements J & K @ a { a : Int }",
    "union U @ a = | A | B",
    "extend union U = A",
    "enum E @ a { 'd' A @ b ( c : 1 ) B }",
    "input I @ a { 'x' a : Int = 1 @ d 'y' b : [ In ! ] = [ { a : 1 } , { b : 2 } ] }",
    "'d' directive @ d ( 'x' a : Int = 1 @ y , b : X ) @ z ( a : 1 ) repeatable on | FIELD | QUERY",
    "extend directive @ d @ a ( b : 1 ) @ c",
  ]

  /// Wherever a comment stands, it is there once afterwards, and formatting again changes nothing.
  @Test(arguments: Self.definitions)
  func aCommentMayStandAnywhere(definition: String) throws {
    func tokens(_ text: String) -> String {
      text.split(separator: "\n").map { $0.prefix { $0 != "#" } }.joined().filter { !$0.isWhitespace && !",&|".contains($0) }
    }
    let words = definition.replacing("'", with: "\"").split(separator: " ")
    for position in 0...words.count {
      for comment in [" # c\n", "\n# c\n", "\n\n# c\n\n", " # c\n# e\n"] {
        let text = words[..<position].joined(separator: " ") + comment + words[position...].joined(separator: " ")
        let formatted = try format(text)
        #expect(formatted.count { $0 == "#" } == text.count { $0 == "#" }, "\(text)\n\(formatted)")
        #expect(tokens(formatted) == tokens(text), "\(text)\n\(formatted)")
      }
    }
  }

  /// Formatting keeps every token and every comment of the project's own documents, and formats to itself.
  @Test func formattingKeepsTokens() throws {
    var count = 0
    let source = try String(contentsOf: Repository.url("Fixtures/LintApp/Sources/Things/schema.graphql"), encoding: .utf8)
    for text in [source, "# a\n" + source.replacing("\n", with: " # c\n")] {
      let formatted = try format(text)
      func tokens(_ text: String) -> [Substring] { text.split { $0.isWhitespace || $0 == "," } }
      #expect(tokens(formatted) == tokens(text))
      count += 1
    }
    #expect(count == 2)
  }

  // MARK: - The command

  @Test func filesAreFormattedInPlace() throws {
    let folder = try ProjectFolder(["a.graphql": "{a}", "b/b.graphqls": "scalar   S", "c.txt": "{a}"])
    let check = Run("format", "--check", folder.path(""))
    #expect(check.status == .findings)
    #expect(try folder.text("a.graphql") == "{a}")
    let run = Run("format", folder.path(""))
    #expect(run.status == .success)
    #expect(run.errors == "2 of 2 files changed.\n")
    #expect(try folder.text("a.graphql") == "{\n  a\n}\n")
    #expect(try folder.text("b/b.graphqls") == "scalar S\n")
    #expect(try folder.text("c.txt") == "{a}")
    #expect(Run("format", "--check", folder.path("")).status == .success)
  }

  @Test func aLinkStaysOneAndPermissionsStay() throws {
    let folder = try ProjectFolder(["elsewhere/a.graphql": "{a}", "documents/b.graphql": "{\n  b\n}\n"])
    let (target, link) = (folder.path("elsewhere/a.graphql"), folder.path("documents/a.graphql"))
    try FileManager.default.setAttributes([.posixPermissions: 0o662], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../elsewhere/a.graphql")
    #expect(Run("format", folder.path("documents")).errors == "1 of 2 files changed.\n")
    #expect(try folder.text("elsewhere/a.graphql") == "{\n  a\n}\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../elsewhere/a.graphql")
    #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o662)
  }

  @Test func documentsWithErrorsStay() throws {
    let folder = try ProjectFolder(["a.graphql": "{a", "b.graphql": "{b}"])
    let run = Run("format", folder.path(""))
    #expect(run.status == .findings)
    #expect(run.errors.contains("a.graphql:1:3: error:"))
    #expect(try folder.text("a.graphql") == "{a")
    #expect(try folder.text("b.graphql") == "{\n  b\n}\n")
  }

  @Test(.disabled(if: geteuid() == 0, "the superuser can read everything"))
  func folderThatCannotBeReadIsAnError() throws {
    let folder = try ProjectFolder(["a.graphql": "{a}", "b/b.graphql": "{b}"])
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.path("b"))
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("b")) }
    let run = Run("format", "--check", folder.path(""))
    #expect(run.status == .environment)
    #expect(run.errors.hasPrefix("error: cannot read '\(folder.path("b"))': Permission denied"))
  }

  #if os(Linux)
    @Test func aNameThatIsNotATextIsAnError() throws {
      let folder = try ProjectFolder(["a.graphql": "{a}"])
      var path = Array(folder.path("caf").utf8CString.dropLast())
      path.append(CChar(truncatingIfNeeded: 0xE9))
      path += ".graphql".utf8CString
      close(open(path, O_CREAT | O_WRONLY, 0o600))
      let run = Run("format", "--check", folder.path(""))
      #expect(run.status == .environment)
      #expect(run.errors.contains(#"caf\xE9.graphql' is not UTF-8. Rename the file"#), "\(run.errors)")
    }
  #endif
}
