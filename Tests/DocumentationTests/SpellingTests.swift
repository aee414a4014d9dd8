import Foundation
import TestSupport
import Testing

/// Sources, guides and messages have American spelling. The script that checks it also corrects it.
@Suite("Spelling") struct SpellingTests {
  @Test("the spelling is American")
  func spelling() async throws {
    let run = try await ProcessRun.result(of: [Repository.url("Tests/Style/american-spelling").path])
    #expect(run.status == 0, "\(run.output)")
  }
}
