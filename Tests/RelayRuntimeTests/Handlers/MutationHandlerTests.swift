import Testing

@testable import RelayRuntime

@Suite("Declarative mutations")
struct MutationHandlerTests {
  private let test = TestStore()
  private let connectionID = "client:4:__K_friends_connection"

  private static func mutation(_ field: NormalizationPlanNode, _ handle: NormalizationPlanNode) -> OperationDefinition {
    Plans.operation(
      "AddMutation", kind: .mutation, arguments: ["connections": .null], type: "Mutation",
      normalization: [.linked("add", of: "AddPayload", [field, handle])])
  }
  private static let appendNode = mutation(
    .linked("friend", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
    .linkedHandle("friend", "appendNode", with: ["connections": .variable("connections"), "edgeTypeName": .literal("FriendsEdge")]))
  private static let appendEdge = mutation(
    .linked(
      "edge", of: "FriendsEdge",
      [
        .scalar("cursor", "S"), .linked("node", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
      ]),
    .linkedHandle("edge", "appendEdge", with: .variables("connections")))
  private static let deleteRecord = mutation(
    .scalar("deleted", "J"),
    .scalarHandle("deleted", "deleteRecord"))
  private static let deleteEdge = mutation(
    .scalar("deleted", "J"),
    .scalarHandle("deleted", "deleteEdge", with: .variables("connections")))

  private func commit(_ definition: OperationDefinition, _ response: String) throws {
    let operation = OperationDescriptor(definition, variables: ["connections": [.string(connectionID)]]).withFreshRoot()
    try test.publish(operation, #"{"data":{"add":\#(response)}}"#)
  }

  private func loadTwo() throws {
    try test.publish(Friends.operation(["first": 2]), Friends.page([("c1", "1"), ("c2", "2")]))
  }

  @Test("10. does not insert nodes into connections where that node already exists (Relay.swift's defect 12)")
  func existingNode() throws {
    try loadTwo()
    try commit(Self.appendNode, #"{"friend":{"id":"2","name":"Two"}}"#)
    #expect(Friends.shown(test).ids == ["1", "2"])
    try commit(Self.appendNode, #"{"friend":{"id":"3","name":"Three"}}"#)
    try commit(Self.appendEdge, #"{"edge":{"cursor":"c3","node":{"id":"3","name":"Three"}}}"#)
    #expect(Friends.shown(test).ids == ["1", "2", "3"])
    // A null edge or node is not inserted, and has no other effect.
    try commit(Self.appendEdge, #"{"edge":null}"#)
    try commit(Self.appendEdge, #"{"edge":{"cursor":"c3","node":null}}"#)
    try commit(Self.appendNode, #"{"friend":null}"#)
    #expect(Friends.shown(test).ids == ["1", "2", "3"])
  }

  @Test("11. inserts an edge during optimistic update, and reverts and inserts new edge when server payload is received")
  func optimisticEdge() throws {
    try loadTwo()
    let operation = OperationDescriptor(Self.appendEdge, variables: ["connections": [.string(connectionID)]]).withFreshRoot()
    let payload = try test.normalize(operation, #"{"data":{"add":{"edge":{"cursor":"x","node":{"id":"temporary","name":"…"}}}}}"#)
    let optimistic = PublishQueue.OptimisticUpdate(.payload(.init(operation: operation, payload: payload, updater: nil)))
    test.queue.applyUpdate(optimistic)
    test.queue.run()
    #expect(Friends.shown(test).ids == ["1", "2", "temporary"])
    test.queue.revertUpdate(optimistic)
    try test.publish(operation, #"{"data":{"add":{"edge":{"cursor":"c3","node":{"id":"3","name":"Three"}}}}}"#)
    #expect(Friends.shown(test).ids == ["1", "2", "3"])
  }

  @Test("12. does not overwrite previous edge when appended multiple times")
  func distinctRoots() throws {
    try loadTwo()
    try commit(Self.appendEdge, #"{"edge":{"cursor":"c3","node":{"id":"3","name":"Three"}}}"#)
    try commit(Self.appendEdge, #"{"edge":{"cursor":"c4","node":{"id":"4b","name":"Four"}}}"#)
    #expect(Friends.shown(test).ids == ["1", "2", "3", "4b"])
  }

  @Test("13. commits the mutation, and removes the given id")
  func deleteRecord() throws {
    try loadTwo()
    let snapshot = test.store.lookup(Friends.operation())
    let heard = Recorder<JSON?>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0.row?.json) }
    try commit(Self.deleteRecord, #"{"deleted":"1"}"#)
    #expect(test.record("1") == .some(.null))
    let edges = test.store.lookup(Friends.operation()).row?.json["node"]?["friends"]?["edges"]
    #expect(edges?[0]?["node"] == .some(.null))
    #expect(edges?[1]?["node"]?["id"] == "2")
    #expect(heard.values.count == 1)
    #expect(!test.store.lookup(Friends.operation()).isMissingData)
    try commit(Self.deleteRecord, #"{"deleted":["2","nobody"]}"#)
    #expect(test.record("2") == .some(.null))
    subscription.dispose()
  }

  @Test("@deleteEdge removes the edges of one id or of several")
  func deleteEdges() throws {
    try loadTwo()
    try commit(Self.deleteEdge, #"{"deleted":"1"}"#)
    #expect(Friends.shown(test).ids == ["2"])
    try commit(Self.deleteEdge, #"{"deleted":["2"]}"#)
    #expect(Friends.shown(test).ids.isEmpty)
    #expect(test.record("1")?["id"] == "1")
  }
}
