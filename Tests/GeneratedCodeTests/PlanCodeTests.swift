import Testing

@testable import RelayRuntime

@Suite("The version of plans")
struct PlanCodeTests {
  @Test("the runtime has a type for the version, so that a file of another version does not compile")
  func versionType() {
    #expect("\(Generated.Version1.self)" == "Version\(PlanCode.version)")
  }
}
