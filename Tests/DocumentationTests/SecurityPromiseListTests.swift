import Foundation
import TestSupport
import Testing

/// `Tests/SecurityPromises.md` names the tests of what SECURITY.md guarantees.
@Suite("The list of SECURITY.md's tests")
struct SecurityPromiseListTests {
  /// The rows of the list's tables: what is promised, and the names of tests.
  private static func rows() throws -> [(promise: String, tests: [String])] {
    let text = try String(contentsOf: Repository.url("Tests/SecurityPromises.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      // A promise may contain the bars of a table; the tests never do.
      guard line.hasPrefix("| "), line.hasSuffix(" |"), let bar = line.ranges(of: " | ").last else { return nil }
      return (String(line[..<bar.lowerBound].dropFirst(2)), line[bar.upperBound...].codeSpans)
    }
    .filter { !["limit", "sentence"].contains($0.promise) }
  }

  @Test("every test in it exists, and every promise has one or says why not")
  func tests() throws {
    let tests = try TestNames(in: "Tests")
    let list = try String(contentsOf: Repository.url("Tests/SecurityPromises.md"), encoding: .utf8)
    let rows = try Self.rows()
    #expect(rows.count > 100)
    for row in rows {
      #expect(!row.tests.isEmpty || list.contains("| \(row.promise) | not tested: "), "\(row.promise)")
      for name in row.tests { #expect(tests.contains(name), "no test is named \(name)") }
    }
  }

  @Test("it has every limit, and every sentence about what is guaranteed")
  func promises() throws {
    let promises = Set(try Self.rows().map(\.promise))
    for limit in try SecurityLimits().rows { #expect(promises.contains(limit.what), "\(limit.what)") }
    let text = try String(contentsOf: Repository.url("SECURITY.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").drop { $0 != "### Limits" }.prefix { $0 != "## What is not guaranteed" }
    #expect(lines.count > 100)
    // Whatever is not a sentence of the list: the table, headings, and the marks of lists.
    var rest = lines.filter { !$0.hasPrefix("|") && !$0.hasPrefix("#") }
      .map { $0.hasPrefix("- ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n").split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    for promise in promises.sorted(by: { $0.count > $1.count }) { rest = rest.replacing(promise, with: "") }
    #expect(rest.trimmingCharacters(in: .whitespaces) == "")
  }
}
