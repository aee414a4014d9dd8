import Foundation
import Testing

/// CONTRIBUTING.md lists the files that a change touches; each list is held to the sources by a pattern.
@Suite("Contributing") struct ContributionTests {
  /// A heading's pattern and the files of its list.
  struct FileList: CustomTestStringConvertible {
    let heading: String
    let pattern: String
    let files: Set<String>
    var testDescription: String { heading }
  }

  static let lists: [FileList] = {
    guard let text = try? String(contentsOf: Workshop.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8) else { return [] }
    return text.split(separator: "\n### ").dropFirst().compactMap { section in
      guard let pattern = section.firstMatch(of: /<!-- files: (.*) -->/) else { return nil }
      let files = section.matches(of: /`(Sources\/[^`]*\.swift)`/).map { String($0.1) }
      return FileList(heading: String(section.prefix { $0 != "\n" }), pattern: String(pattern.1), files: Set(files))
    }
  }()

  @Test("there is a list for a directive, a rule and a transport")
  func headings() {
    #expect(Self.lists.map { $0.heading.prefix { $0 != "," } } == ["A directive", "A rule", "A transport"])
  }

  @Test("the files of a list are those in which its pattern occurs", arguments: lists)
  func files(list: FileList) throws {
    let pattern = try Regex(list.pattern)
    var found: Set<String> = []
    let sources = Workshop.root.appending(path: "Sources")
    let paths = try #require(FileManager.default.subpaths(atPath: sources.path))
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      if text.contains(pattern) { found.insert("Sources/\(path)") }
    }
    #expect(list.files.subtracting(found).sorted() == [], "listed, and without the pattern")
    #expect(found.subtracting(list.files).sorted() == [], "not listed")
  }
}
