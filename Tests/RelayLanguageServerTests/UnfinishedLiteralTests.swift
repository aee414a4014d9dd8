import Foundation
import RelayLanguageServer
import Testing

/// Literals in Swift that have no closing quotes yet: what follows them is Swift, and the other literals of the file are known.
@Suite struct UnfinishedLiteralTests {
  private let session: Session
  private let file = "documents/View.swift"

  init() throws { session = try Session([:]) }

  private func errors() -> [String] {
    session.settle()
    return session.publishedDiagnostics[file]?.compactMap { $0["message"]?.string } ?? []
  }

  @Test func `a literal that is being written is completed, and the code after it is not`() {
    let rest = "\n\nstruct View {\n  let user = graphql(\"\"\"\n    fragment View_user on User { name }\n    \"\"\")\n}\n"
    for indentation in ["", "  "] {
      let start = "let query = graphql(\"\"\"\n\(indentation)query ViewQuery {\n\(indentation)  me { na"
      #expect(session.completions(start + "¦" + rest, file: file).contains("name"))
      #expect(session.completions(start + rest.replacingOccurrences(of: "let user", with: "let ¦user"), file: file).isEmpty)
      #expect(session.hover(start + rest.replacingOccurrences(of: "name", with: "na¦me"), file: file).contains("User.name"))
    }
    // Nothing is wrong but what is being written.
    #expect(errors().allSatisfy { !$0.contains("struct") && !$0.contains("View_user") })
  }

  @Test func `empty literals end before the code`() {
    let code = "\nfunc name() { let me = 1 }\n"
    #expect(session.completions("let a = graphql(\"\"\"\n¦\n" + code, file: file).contains("query"))
    #expect(session.completions("let a = graphql(\"\"\"\n\n" + code.replacingOccurrences(of: "me =", with: "m¦e ="), file: file).isEmpty)
    #expect(session.completions("let a = graphql(\"\n" + code.replacingOccurrences(of: "me =", with: "m¦e ="), file: file).isEmpty)
    #expect(!errors().contains { $0.contains("func") || $0.contains("name") })
  }

  @Test func `the code after the last unfinished literal of a type is not GraphQL`() {
    let text = """
      struct View {
        let query = graphql(\"\"\"
          query ViewQuery {
            me { ¦ }

        var body: Text { Text("me { name }") }
      }
      """
    #expect(session.completions(text, file: file).contains("name"))
    #expect(
      session.hover(text.replacingOccurrences(of: "¦", with: "").replacingOccurrences(of: "{ name", with: "{ na¦me"), file: file).isEmpty)
  }

  @Test func `a finished literal is what Swift says, however it is indented`() {
    let text = "let query = graphql(\"\"\"\n    query ViewQuery {\n  me { na¦ }\n}\n  \"\"\")\nlet after = (\"\")\n"
    #expect(session.completions(text, file: file).contains("name"))
    #expect(session.completions("let query = graphql(#\"\"\"\n  query ViewQuery { me { ¦ } }\n  \"\"\"#)\n", file: file).contains("name"))
  }
}
