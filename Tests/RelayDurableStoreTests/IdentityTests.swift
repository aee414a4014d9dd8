import Foundation
import RelayDurableStore
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Rules of identities and a store on disk")
struct IdentityTests {
  /// The reasons for which the store began empty in a process with these rules, which writes an answer.
  private func process(_ disk: MemoryDisk, _ configuration: RelayEnvironment.Configuration, _ name: String) async throws -> (
    resets: [String], records: Set<String>, found: OperationAvailability
  ) {
    let resets = Recorder<String>()
    var configuration = configuration
    configuration.log = { if case .storeReset(let reason) = $0 { resets.append(reason) } }
    let durable = try await DurableTestStore(disk)
    let environment = RelayEnvironment(network: NoNetwork(), store: durable.store, configuration: configuration)
    let query = CurrentUserToDoListQuery(id: "u1")
    let found = await durable.store.prepare(query)
    try environment.commitPayload(
      query, body: Data(#"{"data":{"user":{"id":"u1","todos":{"edges":[],"pageInfo":{"endCursor":null,"hasNextPage":false}}}}}"#.utf8))
    try await durable.store.flush()
    try await eventually { name.isEmpty || !resets.values.isEmpty }
    durable.kill()
    return (resets.values, disk.withContents { Set($0.records.keys.filter { $0.contains("u1") && !$0.hasPrefix("client:") }) }, found)
  }

  @Test("other rules begin with an empty store, and say so once")
  func rules() async throws {
    let disk = MemoryDisk()
    let byID = RelayEnvironment.Configuration()
    var byType = RelayEnvironment.Configuration()
    byType.identity = .byTypeAndID
    var own = RelayEnvironment.Configuration()
    own.getDataID = { object, type in object.id.map { "own:\(type):\($0)" } }
    let reason = "objects get other identities than before"
    var result = try await process(disk, byID, "")
    #expect(result.resets == [] && result.records == ["u1"] && result.found == .missing)
    result = try await process(disk, byID, "")
    #expect(result.resets == [] && result.records == ["u1"] && result.found != .missing)
    for (rules, records) in [(byType, Set(["User:u1"])), (own, Set(["own:User:u1"])), (byID, Set(["u1"]))] {
      result = try await process(disk, rules, "other")
      #expect(result.resets == [reason] && result.found == .missing)
      #expect(result.records.count == 1 && (result.records == records || rules.identity == .byTypeAndID))
      result = try await process(disk, rules, "")
      #expect(result.resets == [] && result.found != .missing)
    }
  }
}
