import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Parts in random order")
struct IncrementalOrderTests {
  @Test("in whatever form and order parts arrive, the store is that of the answer in one piece", arguments: RandomParts.Form.allCases)
  func order(_ form: RandomParts.Form) throws {
    for seed in 0..<UInt64(TestEffort.repetitions(200)) {
      var random = SplitMix(seed: seed)
      let parts = RandomParts(form, &random)
      let (found, expected) = (try RandomParts.store(after: parts.payloads), try RandomParts.store(after: [parts.whole]))
      #expect(found == expected, "seed \(seed): \(parts.payloads)")
    }
  }

  @Test("a part that is deferred within a streamed item, with ids, lacks the fields that the item has")
  func deferredInItems() throws {
    let label = RandomParts.definition.name
    let store = try RandomParts.store(after: [
      #"{"data":{"people":[]},"pending":[{"id":"s","label":"\#(label)$stream$people","path":["people"]}],"hasNext":true}"#,
      #"{"pending":[{"id":"f","label":"\#(label)$defer$friend","path":["people",0]}],"#
        + #""incremental":[{"id":"s","items":[{"id":"p0","friend":{"id":"p1"}}]}],"hasNext":true}"#,
      #"{"incremental":[{"id":"f","data":{}}],"completed":[{"id":"f"},{"id":"s"}],"hasNext":false}"#,
    ])
    #expect(store["p0"]?["friend"] == ["__ref": "p1"])
  }
}
