import Foundation
import TestSupport
import Testing

/// The guides have one form, and everything in the documentation has a place.
@Suite("Guides") struct GuideTests {
  /// The links in the topic groups of the front page, in order.
  private static let topics: [String] = {
    let text = Catalog.frontPage?.text.components(separatedBy: "\n## Topics\n").last ?? ""
    return text.matches(of: /\n- (?:<doc:(\w+)>|``([^`]+)``)/).map { String($0.1 ?? $0.2 ?? "") }
  }()

  @Test("a guide has an abstract, says what to read next, and links to pages that exist")
  func form() {
    let names = Set(Catalog.guides.map(\.name)).union(["Relay"])
    #expect(names.count > 40)
    for page in Catalog.guides {
      #expect(page.text.hasPrefix("# ") && !page.abstract.isEmpty && !page.abstract.hasPrefix("#"), "\(page.name)")
      #expect(page.headings.last == "Read next", "\(page.name) does not end with what to read next")
      #expect(Set(page.links).subtracting(names).sorted() == [], "\(page.name)")
    }
  }

  @Test("each guide and each public type is in one topic group")
  func everythingHasAPlace() throws {
    let listing = try String(contentsOf: Repository.url("Tests/SlowTests/PublicAPI.txt"), encoding: .utf8)
    let kinds: Set = ["struct", "final", "class", "enum", "protocol", "typealias", "func"]
    let types = listing.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let kind = parts[1].split(separator: " ").first, kinds.contains(String(kind)) else { return nil }
      // A member has a dot before its parameters.
      return parts[0].prefix { $0 != "(" }.contains(".") ? nil : parts[0]
    }
    #expect(types.count > 100)
    let places = Dictionary(grouping: Self.topics, by: \.self).mapValues(\.count)
    #expect(places.filter { $0.value > 1 }.keys.sorted() == [], "in two groups")
    #expect(Set(types).subtracting(Self.topics).sorted() == [], "public, and in no group")
    #expect(Set(Catalog.guides.map(\.name)).subtracting(Self.topics).sorted() == [], "in no group")
    // The other tests of types read the sources.
    let found = try Set(PublicType.all(in: Catalog.root).map(\.name))
    #expect(Set(types).subtracting(found).subtracting(["graphql(_:)"]).sorted() == [], "not found in the sources")
    // Linux has no SwiftUI, and so not what is for it.
    let others = Set(Self.topics).subtracting(types).subtracting(Catalog.guides.map(\.name)).subtracting(["QueryPreview", "Relay"])
    #expect(others.sorted() == [], "in a group, and neither a guide nor public")
  }

  @Test("each public type of the libraries beside the runtime is in one topic group", arguments: ["RelayDurableStore", "RelayOutbox"])
  func librariesHaveTopics(module: String) throws {
    let page = try String(contentsOf: Repository.url("Sources/\(module)/\(module).docc/\(module).md"), encoding: .utf8)
    let topics = page.matches(of: /\n- ``(\w+)``/).map { String($0.1) }
    #expect(try topics.sorted() == PublicType.all(in: module).map(\.name).sorted())
  }

  @Test(
    "each public type has a sample, and ends with a link to its guide", arguments: ["RelayRuntime", "RelayDurableStore", "RelayOutbox"])
  func everythingHasASample(module: String) throws {
    let guides = Set(Catalog.guides.map(\.name))
    let types = try PublicType.all(in: module)
    #expect(!types.isEmpty)
    // Only generated code names `Generated`.
    for type in types where type.name != "Generated" {
      #expect(type.sample != nil, "\(type.name) has no sample: \(type.file.path):\(type.line)")
      #expect(type.guide.map(guides.contains) == true, "\(type.name) does not end with a link to a guide: \(type.file.path):\(type.line)")
    }
  }

  @Test("a sample has no statement that is there for the compiler alone")
  func samples() {
    for page in Catalog.guides {
      for block in page.blocks where block.language == "swift" {
        let last = block.text.split(separator: "\n").last.map(String.init) ?? ""
        // At the end, `print(x)` uses a value that would otherwise be unused.
        #expect(
          last.wholeMatch(of: /print\([\w, ]+\)/) == nil && !block.text.contains(/(?m)^\s*_ = (\w+|\(.*\))$/), "\(page.name): \(last)")
      }
    }
  }

  @Test("the index has each id of a diagnostic, with the first sentence of its entry")
  func diagnosticIndex() throws {
    var rows: [String] = []
    for page in Catalog.diagnostics where page.name.hasSuffix("Diagnostics") {
      for match in page.text.matches(of: /(?ms)^## (\S+)\n\n(.*?)\n\n/) {
        let text = match.2.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let sentence = text.firstRange(of: ". ").map { text[..<$0.lowerBound] + "." } ?? text[...]
        rows.append("| <doc:\(page.name)#\(match.1)> | \(sentence) |")
      }
    }
    rows.sort { $0.prefix { $0 != ">" }.split(separator: "#")[1] < $1.prefix { $0 != ">" }.split(separator: "#")[1] }
    let url = Repository.url("Sources/RelayCompilerCore/RelayCompilerCore.docc/RelayCompilerCore.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let table = try #require(text.firstMatch(of: /\|---\|---\|\n((?:\| .*\n)+)/))
    let written = table.1.split(separator: "\n").map(String.init)
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil {
      try text.replacingCharacters(in: table.1.startIndex..<table.1.endIndex, with: rows.joined(separator: "\n") + "\n")
        .write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(rows.count > 180)
    #expect(written == rows, "UPDATE_FIXTURES=1 writes the index")
  }
}
