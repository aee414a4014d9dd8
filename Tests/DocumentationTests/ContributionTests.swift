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
    var found: Set<String> = []
    // A copy of the documentation has its examples, and JSON Schema has the keyword "required".
    let others = ["DiagnosticPages.swift", "AgentTool.swift"]
    for file in Repository.swiftFiles(in: "Sources") where !others.contains(file.lastPathComponent) {
      guard try String(contentsOf: file, encoding: .utf8).range(of: list.pattern, options: .regularExpression) != nil else { continue }
      found.insert(String(file.path.dropFirst(Repository.root.path.count + 1)))
    }
    #expect(list.files.subtracting(found).sorted() == [], "listed, and without the pattern")
    #expect(found.subtracting(list.files).sorted() == [], "not listed")
  }

  @Test("the table of steps is that of .ci/run")
  func steps() throws {
    let script = try String(contentsOf: Repository.url(".ci/run"), encoding: .utf8)
    let listed = script.matches(of: /\n  "([a-z-]+) +[12](?:\/[12])? ([a-z ]+)"/).map { match in
      let tiers = match.2.split(separator: " ")
      return ([match.1] + ["quick", "gate", "nightly"].filter { tiers.contains($0) }).joined(separator: " ")
    }
    let text = try String(contentsOf: Repository.url("CONTRIBUTING.md"), encoding: .utf8)
    let table = try #require(text.firstMatch(of: /<!-- steps -->\n((?:\|.*\n)+)/)?.1)
    let described = table.split(separator: "\n").dropFirst(2).map { row in
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      // A step that only repeats at night what another one proves says so in the cell of the gate.
      let names = zip(["quick", "gate", "nightly"], cells[3...5]).filter { !$0.1.isEmpty && !$0.1.contains(", in `") }.map(\.0)
      return ([cells[1].trimmingCharacters(in: ["`"])] + names).joined(separator: " ")
    }
    #expect(listed.count > 15)
    #expect(described.sorted() == listed.sorted())
  }

  @Test("the workflow for Linux runs each tier")
  func workflow() throws {
    let workflow = try String(contentsOf: Repository.url(".github/workflows/linux.yml"), encoding: .utf8)
    for tier in ["'pull_request' && 'quick'", "'push' && 'gate'", "|| 'nightly'"] { #expect(workflow.contains(tier)) }
    for event in ["pull_request:", "push:", "schedule:"] { #expect(workflow.contains("\n  \(event)\n")) }
    #expect(workflow.contains("bash .ci/run ${{ env.TIER != 'gate' && env.TIER || '' }}"))
  }

  @Test("the step `slow` runs every test that compares times")
  func comparisons() throws {
    let script = try String(contentsOf: Repository.url(".ci/run"), encoding: .utf8)
    let filter = try #require(script.firstMatch(of: /run slow [^']*'([^']*)'/)?.1)
    let suites = filter.split(separator: "|")
    for file in Repository.swiftFiles(in: "Tests") where file.deletingLastPathComponent().lastPathComponent != "TestSupport" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains(", " + ".comparesTimes") else { continue }
      let isRun = text.matches(of: /(?:struct|enum|class|actor) (\w+)/).contains { match in suites.contains { match.1.contains($0) } }
      #expect(isRun, "\(file.path)")
    }
  }

  @Test("no test has a limit of time of its own")
  func limits() throws {
    for file in Repository.swiftFiles(in: "Tests") where file.lastPathComponent != "HangGuard+Trait.swift" {
      let isOwn = try String(contentsOf: file, encoding: .utf8).contains("." + "timeLimit(")
      #expect(!isOwn, "\(file.path): use .hangGuard, and await what is to happen")
    }
  }
}
