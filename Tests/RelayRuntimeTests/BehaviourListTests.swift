import Foundation
import TestSupport
import Testing

@Suite("The list of behaviors")
struct BehaviourListTests {
  /// The names of the tests in a section of the list, by row number.
  private func rows(_ section: String) throws -> [Int: [String]] {
    let text = try String(contentsOf: Repository.url("Tests/RuntimeBehaviours.md"), encoding: .utf8)
    let body = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(section) })
    var rows: [Int: [String]] = [:]
    for line in body.split(separator: "\n") {
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 3, let number = Int(columns[0]) else { continue }
      rows[number] = columns[2].split(separator: "`").map(String.init).filter { $0 != ", " }
    }
    return rows
  }

  @Test("every behavior and every defect has tests that exist")
  func listedTestsExist() throws {
    var sources = ""
    for file in Repository.swiftFiles(in: "Tests/RelayRuntimeTests") {
      sources += try String(contentsOf: file, encoding: .utf8)
    }
    sources.replace(/@Test\(\s+"/, with: "@Test(\"")  // where a name has a line of its own
    for (section, count) in [("Relay's behaviors", 40), ("Relay.swift's defects", 21)] {
      let rows = try rows(section)
      #expect(rows.keys.sorted() == Array(1...count))
      for (number, names) in rows {
        #expect(!names.isEmpty, "\(section) \(number)")
        for name in names { #expect(sources.contains("@Test(\"\(name)\""), "\(section) \(number): no test is named \(name)") }
      }
    }
  }
}
