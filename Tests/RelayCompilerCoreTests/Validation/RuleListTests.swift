import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The lists of rules name every existing rule, and the sections that its file refers to.
@Suite("Lists of rules") struct RuleListTests {
  @Test("The specification's rules")
  func specification() throws {
    let rules = SpecificationRules.ofPositions + SpecificationRules.ofDefinitions
    try compare(rules, with: "Specification", apartFrom: ["SpecificationRules", "MergeGraph"])
  }

  @Test("Relay's rules")
  func relay() throws {
    let rules = RelayRules.ofDefinitions + RelayRules.ofPrograms
    try compare(rules, with: "Relay", apartFrom: ["RelayRules", "RelayRuleWalker", "RelayDirective"])
  }

  private func compare(_ rules: [ValidationRule], with folder: String, apartFrom others: Set<String>) throws {
    let folder = Repository.url("Sources/RelayCompilerCore/Validation/\(folder)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .map { $0.replacing(".swift", with: "") }.filter { !$0.hasPrefix("Messages+") && !others.contains($0) }
    #expect(Set(files) == Set(rules.map(\.name)))
    #expect(rules.count == Set(rules.map(\.name)).count)
    for rule in rules {
      let text = try String(contentsOf: folder.appending(path: rule.name + ".swift"), encoding: .utf8)
      let comment = text.prefix { $0 != "{" }
      for section in rule.sections { #expect(comment.contains(section), "\(rule.name) does not name section \(section)") }
    }
  }
}
