import Testing

@testable import RelayCompilerCore
@testable import RelayRuntime

@Suite("The plan codes of compiler and runtime")
struct PlanCodeTests {
  @Test("the kinds of nodes have the same numbers")
  func codes() {
    let compiler = RelayCompilerCore.PlanCode.allCases.map { "\($0.rawValue) \($0)" }
    let runtime = RelayRuntime.PlanCode.allCases.map { "\($0.rawValue) \($0)" }
    #expect(compiler == runtime)
  }

  @Test("the kinds of arguments' values have the same numbers")
  func argumentCodes() {
    let compiler = RelayCompilerCore.PlanArgumentCode.allCases.map { "\($0.rawValue) \($0)" }
    let runtime = RelayRuntime.PlanArgumentCode.allCases.map { "\($0.rawValue) \($0)" }
    #expect(compiler == runtime)
  }

  @Test("the compiler writes the version that the runtime reads")
  func version() {
    #expect(RelayCompilerCore.PlanCode.version == RelayRuntime.PlanCode.version)
  }

  @Test("the runtime has a type for that version, so that a file of another version does not compile")
  func versionType() {
    #expect("\(Generated.Version1.self)" == "Version\(RelayRuntime.PlanCode.version)")
  }
}
