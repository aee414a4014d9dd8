import Foundation
import TestSupport
import Testing

@Suite("The list of promises")
struct PromiseListTests {
  @Test("every promise has tests that exist, or is measured")
  func listedTestsExist() throws {
    let text = try String(contentsOf: Repository.url("Tests/DurableStorePromises.md"), encoding: .utf8)
    let tests = try TestNames(in: "Tests/RelayDurableStoreTests")
    var promises: [Int] = []
    for line in text.split(separator: "\n") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 5, let number = Int(columns[1]) else { continue }
      promises.append(number)
      let names = columns[3].codeSpans
      #expect(!names.isEmpty, "promise \(number)")
      for name in names where name != "BackendBenchmarks" {
        #expect(tests.contains(name), "promise \(number): no test is named \(name)")
      }
    }
    #expect(promises == [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 21, 22])
  }
}
