import Foundation
import TestSupport
import Testing

/// What people ask in their first week leads to the right page: a search over titles, headings and texts has it among the first three, and
/// the words that they type into the filter of a documentation archive, which knows only titles, are in a title.
@Suite("Search") struct SearchTests {
  // MARK: - The questions and the words

  /// The questions, each with the pages that answer it.
  static let questions: [(String, Set<String>)] = [
    ("how do I install the package, which URL and version", ["GettingStarted"]),
    ("add the plugin to an app project in Xcode step by step", ["GettingStarted", "Xcode"]),
    ("download the schema of a hosted API with a URL and a token", ["Schema"]),
    ("keep the schema up to date in CI", ["Schema"]),
    ("tutorial first screen in ten minutes", ["GettingStarted"]),
    ("completion for relay.config.json in an editor", ["Configuration"]),
    ("where are the generated files", ["GettingStarted", "Names"]),
    ("Xcode asks whether the plugin may run, trust, Xcode Cloud", ["Xcode", "GettingStarted", "Troubleshooting"]),
    ("must generated code be checked in", ["CommandLine", "Troubleshooting", "Names"]),
    ("does the schema end up in my app", ["Xcode", "Troubleshooting"]),
    ("pass variables to a query", ["Queries", "Inputs"]),
    ("loading, error and retry in a view", ["Queries", "Errors"]),
    ("why is data optional in success", ["Queries", "EmptyViews", "Errors"]),
    ("pull to refresh", ["InfiniteScroll", "Queries"]),
    ("search as you type, debounce, keep the previous results", ["SearchAsYouType"]),
    ("infinite scroll, load the next page at the last row", ["InfiniteScroll"]),
    ("filter or sort a list and start over", ["Pagination", "InfiniteScroll"]),
    ("save, wait, then dismiss the sheet", ["SaveAndDismiss"]),
    ("add or remove a row of a list after a mutation", ["Mutations", "AfterAMutation"]),
    ("connection id of a list with filters", ["Mutations", "Pagination"]),
    ("optimistic update and rollback", ["Mutations"]),
    ("bearer token, authentication, renew", ["SignIn", "Networking"]),
    ("log out and clear everything", ["SignIn", "TheStore"]),
    ("start offline with old data from disk", ["TheStore"]),
    ("queue mutations while offline", ["Mutations", "Troubleshooting", "TheStore"]),
    ("how long is data fresh, TTL, stale", ["Freshness", "TheStore"]),
    ("fetch policies, cache first", ["Queries", "ComingFromApollo"]),
    ("read the store synchronously", ["TheStore", "Queries"]),
    ("local client state", ["TheStore", "Updaters"]),
    ("dates, decimals, custom scalars, enums", ["Scalars"]),
    ("send null for a variable", ["Inputs"]),
    ("upload a file with progress", ["Mutations"]),
    ("why @RelayRuntime.Subscription", ["NameClashes", "Subscriptions"]),
    ("Query is ambiguous beside SwiftData", ["NameClashes"]),
    ("view model, UIKit, observable", ["ViewModels"]),
    ("log every request, why is my view empty, debugging", ["EmptyViews"]),
    ("test a view model with a mock, previews", ["Testing"]),
    ("UI tests, snapshot tests", ["UITests"]),
    ("two servers or two schemas in one app", ["TwoServers"]),
    ("fragments across several modules", ["Names", "Composition"]),
  ]

  /// The words, each with the page that a reader expects.
  static let words: [(String, String)] = [
    ("install", "GettingStarted"), ("getting started", "GettingStarted"), ("setup", "GettingStarted"), ("tutorial", "Relay"),
    ("token", "SignIn"), ("login", "SignIn"), ("logout", "SignIn"), ("offline", "TheStore"), ("disk", "TheStore"),
    ("introspection", "Schema"), ("module", "Names"), ("swiftdata", "NameClashes"), ("uikit", "ViewModels"), ("view model", "ViewModels"),
    ("navigation", "Preloading"), ("deep link", "DeepLinks"), ("search", "SearchAsYouType"), ("infinite", "InfiniteScroll"),
    ("troubleshoot", "Troubleshooting"), ("faq", "Troubleshooting"), ("snapshot", "UITests"), ("migrate", "BesideApollo"),
    ("mask", "UsingFragments"), ("list", "Pagination"), ("cancel", "Performance"), ("thread", "Performance"),
    ("performance", "Performance"), ("ci", "Schema"), ("codegen", "CommandLine"), ("schema", "Schema"), ("date", "Scalars"),
    ("loading", "Queries"), ("cache", "TheStore"), ("error", "Errors"), ("retry", "Networking"), ("pagination", "Pagination"),
    ("mutation", "Mutations"), ("optimistic", "Mutations"), ("upload", "Mutations"), ("subscription", "Subscriptions"),
    ("websocket", "Networking"), ("auth", "Networking"), ("timeout", "Networking"), ("enum", "Scalars"), ("scalar", "Scalars"),
    ("null", "Inputs"), ("variable", "Inputs"), ("fragment", "UsingFragments"), ("query", "Queries"), ("refresh", "Queries"),
    ("poll", "Queries"), ("test", "Testing"), ("mock", "Testing"), ("preview", "Testing"), ("server", "Servers"), ("linux", "Servers"),
    ("xcode", "Xcode"), ("combine", "NameClashes"), ("apollo", "ComingFromApollo"), ("logging", "EmptyViews"), ("ttl", "Freshness"),
    ("pinning", "Transports"),
  ]

  // MARK: - The search

  /// A page with its words, by where they are.
  private struct Entry {
    let name: String
    let title, abstract, headings: [String]
    let text: [String: Int]
    let length: Int

    init(_ page: Page) {
      name = page.name
      title = SearchTests.words(in: page.title)
      abstract = SearchTests.words(in: page.abstract)
      headings = SearchTests.words(in: page.headings.joined(separator: " "))
      let all = SearchTests.words(in: page.text)
      text = Dictionary(grouping: all, by: \.self).mapValues(\.count)
      length = all.count
    }

    /// How well the page fits a word: a title says more than a heading, and that more than a text, in which repetitions count less and less.
    func score(of word: String) -> Double {
      func hit(_ words: [String], _ weight: Double) -> Double { words.contains { $0.hasPrefix(word) } ? weight : 0 }
      let count = text.reduce(0) { $0 + ($1.key.hasPrefix(word) ? $1.value : 0) }
      let frequency = Double(count) / (Double(count) + 1 + Double(length) / 400)
      return hit(title, 3) + hit(abstract, 1.5) + hit(headings, 1.5) + 2 * frequency
    }
  }

  private static let entries = Catalog.guides.map(Entry.init)
  private static let stopWords: Set = [
    "a", "an", "and", "as", "at", "be", "do", "does", "for", "how", "i", "in", "is", "it", "me", "my", "of", "on", "or", "the", "then",
    "to",
    "up", "what", "where", "which", "while", "why", "with", "you", "your", "are", "one", "end", "may", "everything", "every",
  ]

  /// Lowercase words without endings that make no difference.
  private static func words(in text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
      var word = String(word)
      for ending in ["ies", "ing", "es", "ed", "s", "y"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
        word.removeLast(ending.count)
        break
      }
      return word
    }.filter { !stopWords.contains($0) }
  }

  /// The names of the three best pages. Rare words weigh more.
  static func search(_ query: String) -> [String] {
    let words = words(in: query)
    let weights = words.map { word in
      log(1 + Double(entries.count) / Double(1 + entries.count { entry in entry.text.keys.contains { $0.hasPrefix(word) } }))
    }
    let ranked = entries.map { entry in (entry.name, zip(words, weights).reduce(0) { $0 + entry.score(of: $1.0) * $1.1 }) }
    return ranked.sorted { $0.1 > $1.1 }.prefix(3).map(\.0)
  }

  @Test("forty questions of a first week find their page among the first three")
  func questionsFindTheirPage() {
    #expect(Self.questions.count == 40)
    for (question, pages) in Self.questions {
      let found = Self.search(question)
      #expect(!pages.isDisjoint(with: found), "\(question): \(found)")
    }
  }

  @Test("sixty-two words that people type are in the title of their page")
  func wordsAreInTitles() throws {
    let tutorial = Repository.url("Sources/RelayRuntime/RelayRuntime.docc/Tutorial/Relay.tutorial")
    let intro = try #require(try String(contentsOf: tutorial, encoding: .utf8).firstMatch(of: /@Intro\(title: "([^"]*)"/)?.1)
    var titles = Dictionary(uniqueKeysWithValues: Catalog.guides.map { ($0.name, $0.title.lowercased()) })
    titles["Relay"] = intro.lowercased()
    #expect(Self.words.count == 62)
    for (word, page) in Self.words { #expect(titles[page]?.contains(word) == true, "\(word): \(titles[page] ?? "no page \(page)")") }
  }

  @Test("sixty-two words find their page among the first three")
  func wordsFindTheirPage() {
    for (word, page) in Self.words where page != "Relay" {
      let found = Self.search(word)
      #expect(found.contains(page), "\(word): \(found)")
    }
  }
}
