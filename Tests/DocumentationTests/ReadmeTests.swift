import Foundation
import TestSupport
import Testing

/// The README is short, its links lead somewhere, and all pages name one address of the package.
@Suite("README") struct ReadmeTests {
  private static let pages = ["README", "AGENTS", "SKILL", "SUPPORT", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT"]

  @Test("it has at most 900 words")
  func length() {
    #expect(Catalog.readme.split(whereSeparator: \.isWhitespace).count <= 900)
  }

  @Test("links to files lead to files")
  func links() throws {
    for page in Self.pages {
      let text = try String(contentsOf: Repository.url("\(page).md"), encoding: .utf8)
      for match in text.matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/) where !match.1.contains(":") {
        #expect(FileManager.default.fileExists(atPath: Repository.url(String(match.1)).path), "\(page).md: \(match.1)")
      }
    }
  }

  @Test("it links to each guide, in the order of the topic groups")
  func guides() {
    let linked =
      Catalog.readme.components(separatedBy: "<!-- guides -->").dropFirst().first?
      .matches(of: /\.docc\/(\w+)\.md\)/).map { String($0.1) } ?? []
    let topics = Catalog.frontPage?.text.matches(of: /\n- <doc:(\w+)>/).map { String($0.1) }.filter { $0 != "Relay" } ?? []
    #expect(linked.filter { $0 != "RelayCompilerCore" } == topics)
  }

  @Test("all pages have the address of the README, which .ci/set-address changes")
  func address() throws {
    let address = try #require(Catalog.readme.firstMatch(of: /url: "([^"]+)\/relay-swift\.git"/)?.1)
    var texts = Catalog.guides.map(\.text)
    for page in Self.pages { texts.append(try String(contentsOf: Repository.url("\(page).md"), encoding: .utf8)) }
    for text in texts {
      for match in text.matches(of: /(https?:[^\s"]*)\/relay-swift(\.git)?\b/) { #expect(match.1 == address) }
    }
  }
}
