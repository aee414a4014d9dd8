import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The lists are what runs, so a rule that is missing there is never applied.
@Suite("Lists of rules") struct RuleListTests {
  @Test("Every rule of the specification is in the list")
  func specification() throws {
    #expect(try definitions(of: "ValidationRule", in: "Specification") == SpecificationRules.all.count)
  }

  @Test("Every rule of Relay's is in the list")
  func relay() throws {
    #expect(try definitions(of: "RelayRule", in: "Relay") == RelayRules.all.count)
  }

  @Test("No section of the specification belongs to two rules")
  func sections() {
    let sections = SpecificationRules.all.flatMap(\.sections)
    #expect(sections.count == Set(sections).count && SpecificationRules.all.allSatisfy { !$0.sections.isEmpty })
  }

  private func definitions(of type: String, in folder: String) throws -> Int {
    let pattern = try Regex("static let [a-zA-Z]+ = \(type)\\(")
    return try FileManager.default.contentsOfDirectory(
      at: Repository.url("Sources/RelayCompilerCore/Validation/\(folder)"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8).matches(of: pattern).count }.reduce(0, +)
  }
}
