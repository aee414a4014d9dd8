import Foundation
import TestSupport
import Testing

/// CONTRIBUTING.md lists the files that a change touches; each list is compared with the sources by a pattern.
@Suite("Contributing") struct ContributionTests {
  /// A heading's pattern and the files of its list.
  struct FileList: CustomTestStringConvertible {
    let heading: String
    let pattern: String
    let files: Set<String>
    var testDescription: String { heading }
  }

  static let lists: [FileList] = {
    guard let text = try? String(contentsOf: Repository.url("CONTRIBUTING.md"), encoding: .utf8) else { return [] }
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

  @Test("the files of a list are exactly those in which its pattern occurs", .cases)
  func files() {
    eachCase(of: Self.lists) { try files(list: $0) }
  }

  func files(list: FileList) throws {
    let pattern = try Regex(list.pattern)
    var found: Set<String> = []
    for file in Repository.swiftFiles(in: "Sources") where try String(contentsOf: file, encoding: .utf8).contains(pattern) {
      found.insert(String(file.path.dropFirst(Repository.root.path.count + 1)))
    }
    #expect(list.files.subtracting(found).sorted() == [], "listed, and without the pattern")
    #expect(found.subtracting(list.files).sorted() == [], "not listed")
  }
}
