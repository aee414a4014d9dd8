import Foundation
import TestSupport
import Testing

/// The words that people type into the filter of a documentation archive, which knows only titles, are in the title of their page. What the
/// site's own search finds, `Tests/Site/run` checks with the same words, and with the questions beside them.
@Suite("Search") struct SearchTests {
  private struct Asked: Decodable {
    struct Question: Decodable {
      let question: String
      let pages: [String]
    }

    let questions: [Question]
    let words: [String: String]
  }

  private static let asked = Result {
    try JSONDecoder().decode(Asked.self, from: Data(contentsOf: Repository.url("Tests/Site/questions.json")))
  }

  @Test("sixty-two words that people type are in the title of their page")
  func wordsAreInTitles() throws {
    let words = try Self.asked.get().words
    let tutorial = Repository.url("Sources/RelayRuntime/RelayRuntime.docc/Tutorial/Relay.tutorial")
    let intro = try #require(try String(contentsOf: tutorial, encoding: .utf8).firstMatch(of: /@Intro\(title: "([^"]*)"/)?.1)
    var titles = Dictionary(uniqueKeysWithValues: Catalog.guides.map { ($0.name, $0.title.lowercased()) })
    titles["Relay"] = intro.lowercased()
    #expect(words.count == 62)
    for (word, page) in words { #expect(titles[page]?.contains(word) == true, "\(word): \(titles[page] ?? "no page \(page)")") }
  }

  @Test("forty questions have pages that exist")
  func questionsHavePages() throws {
    let questions = try Self.asked.get().questions
    let names = Set(Catalog.guides.map(\.name))
    #expect(questions.count == 40)
    for question in questions { #expect(!question.pages.isEmpty && names.isSuperset(of: question.pages), "\(question.question)") }
  }
}
