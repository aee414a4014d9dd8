import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Plans of other versions")
struct PlanDecoderTests {
  @Test("a plan of this version has no problem")
  func known() {
    #expect(NormalizationPlan(parsing: #"{"version":1,"name":"Q","selections":["id:D!"]}"#).problems.isEmpty)
    #expect(ReaderPlan(parsing: #"{"version":1,"name":"F","type":"User","shapes":[],"selections":[]}"#).problems.isEmpty)
    #expect(NormalizationPlan(parsing: "{}").problems.isEmpty, "an operation that is never sent has no plan")
  }

  @Test("anything unknown to this runtime is a problem of the plan", .cases)
  func unknown() {
    eachCase(of: [
      (#"{"version":0,"name":"Q","selections":[]}"#, "the plan has version 0, and this runtime reads version 1"),
      (#"{"name":"Q","selections":[]}"#, "the plan has no version, and this runtime reads version 1"),
      ("[]", "the plan is not a JSON object"), (#"{"version":1"#, "the plan is not a JSON object"),
      (
        #"{"version":1,"name":"Q","selections":[[99,"x"]]}"#,
        "the plan has a node of kind 99, which this runtime does not know"
      ),
      (#"{"version":1,"name":"Q","selections":[[10,0,"F"]]}"#, "a fragmentSpread node of the plan is not part of a normalization plan"),
      (#"{"version":1,"name":"Q","selections":[[1]]}"#, "a linkedField node of the plan has no name"),
      (#"{"version":1,"name":"Q","selections":[7]}"#, "the plan has a node of kind null, which this runtime does not know"),
    ]) { unknown(text: $0.0, problem: $0.1) }
  }

  func unknown(text: String, problem: String) {
    #expect(NormalizationPlan(parsing: text).problems == [problem])
  }

  @Test("a reader plan also reports what is unknown")
  func reader() {
    let plan = ReaderPlan(
      parsing: #"{"version":1,"name":"F","type":"User","shapes":[],"selections":[[5,"__isNode"],[13,"LOG",[42]],"id",0,[0,0],[0,-1,"id"]]}"#
    )
    #expect(
      plan.problems == [
        "the plan has a node of kind null, which this runtime does not know",
        "a typeDiscriminator node of the plan is not part of a reader plan",
        "the plan has a node of kind 42, which this runtime does not know",
        "a scalarField node of the plan has no name", "a scalarField node of the plan has no name",
      ])
  }

  @Test("an operation with a plan of another version is not executed")
  func execution() async throws {
    let definition = OperationDefinition(
      name: "FutureQuery", kind: .query, id: nil, cacheID: "FutureQuery", text: "query FutureQuery { id }",
      normalization: #"{"version":3,"name":"FutureQuery","selections":[]}"#,
      reader: #"{"version":3,"name":"FutureQuery","type":"Query","shapes":[],"selections":[]}"#, metadata: "{}")
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in
        Issue.record("The operation was sent.")
        return NetworkPayload(json: "{}")
      })
    let executor = OperationExecutor(OperationDescriptor(definition), in: environment, id: 1, options: ExecutionOptions())
    #expect {
      _ = try executor.begin()
    } throws: { error in
      guard case RelayError.unsupportedOperation(let reason)? = error as? RelayError else { return false }
      return reason.hasPrefix("The generated code of FutureQuery does not fit this version of RelayRuntime: the plan has version 3")
    }
  }

  @Test("reading with a plan of another version warns once")
  func warning() throws {
    let warnings = Recorder<String>()
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload(json: "{}") },
      configuration: RelayEnvironment.Configuration(log: { if case .warning(let text) = $0 { warnings.append(text) } }))
    let fragment = Generated.FragmentDefinition(plan: #"{"version":3,"name":"User_name","type":"User","shapes":[],"selections":[]}"#)
    let operation = OperationDescriptor(Plans.operation("Q"))
    for _ in 0..<2 {
      _ = ReadContext(store: environment.store, definition: fragment, owner: operation, variables: [:])
    }
    #expect(warnings.values.count == 1)
    #expect(warnings.values.first?.contains("User_name") == true)
  }
}
