import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// A mounted query with a refetchable fragment against a model: when what is stale is fetched, and whether the fragment suffices.
@Suite("Stale fragments against a model", .hangGuard)
@MainActor
struct StalePartModelTests {
  /// Every field is fresh for a minute. The query's own are the link to the user and its id, the fragment's everything else.
  private struct Model {
    static let age = 60
    var now = 0
    var own = 0
    var fragment = 0
    /// When an answer last came, or the query was mounted.
    var answered = 0
    var isInvalidated = false
    var hasFragment = false
    var sent: [String] = []

    /// The request that is sent now, if any.
    var request: String? {
      if isInvalidated { return "CurrentUserToDoListQuery" }
      func isDue(_ time: Int) -> Bool { time + Model.age <= now && time + Model.age > answered }
      guard isDue(own) || isDue(fragment) else { return nil }
      return isDue(own) || !hasFragment ? "CurrentUserToDoListQuery" : "ToDoListPaginationQuery"
    }

    mutating func receive(_ operation: String) {
      if operation != "ToDoListPaginationQuery" { own = now }
      if operation != "PlainUserQuery" { fragment = now }
      if operation == "CurrentUserToDoListQuery" { isInvalidated = false }
    }

    /// Sends what is due, and receives the answer in the same second.
    mutating func settle() {
      guard let request else { return }
      sent.append("\(now): \(request)")
      receive(request)
      answered = now
    }
  }

  /// The user without the fragment.
  private nonisolated static let plain = OperationDescriptor(
    Plans.operation(
      "PlainUserQuery", arguments: ["id": .null],
      normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D")])]),
    variables: ["id": "u1"])

  private let query = CurrentUserToDoListQuery(id: "u1")

  /// Answers immediately.
  private nonisolated static func answer(_ operation: String) -> JSON {
    operation == "ToDoListPaginationQuery" ? ToDoPayloads.page(ToDoPayloads.firstPage) : ToDoPayloads.user
  }

  /// - Returns: the names of the requests that were sent; nil after a difference.
  private func run(seed: UInt64) async throws -> Set<String>? {
    var random = SplitMix(seed: seed)
    let clock = SteppedClock()
    let start = clock.now
    let sent = Recorder<String>()
    let network = FetchNetwork { request in
      sent.append("\(Int((clock.now - start) / .seconds(1))): \(request.operationName)")
      return NetworkPayload(["data": Self.answer(request.operationName)])
    }
    var configuration = RelayStore.Configuration()
    configuration.maxAge = .seconds(Model.age)
    let environment = RelayEnvironment(network: network, store: RelayStore(configuration: clock.configuration(configuration)))
    var model = Model()
    var log: [String] = []
    _ = environment.check(query)
    try environment.commitPayload(query, ToDoPayloads.user)
    let handle = environment.query(query, refetchWhenStale: true)
    let user = try #require(handle.result.data?.user)
    var list: RefetchableHandle<ToDoList_user>?

    /// Waits until what is sent in this second has been answered and is in the store.
    func settle() async throws {
      let count = model.sent.count
      model.settle()
      ChangeSignal.deliver()
      if model.sent.count > count {
        try await eventually { sent.values.count >= model.sent.count && !handle.isRefreshing && list?.isRefetching != true }
        // The end of a part is noted a little later.
        let observer = try #require(environment.mounted.queries.first as? QueryObserver)
        try await eventually { !observer.isFetchingPart }
      }
      ChangeSignal.deliver()
    }

    for _ in 0..<40 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        let seconds = [1, 7, 20, 30, 45, 61].randomElement(using: &random) ?? 1
        log.append("wait \(seconds)")
        for _ in 0..<seconds {
          clock.advance(by: .seconds(1))
          model.now += 1
          try await settle()
        }
      case 6:
        log.append("plain")
        try environment.commitPayload(Self.plain, ["user": ["id": "u1"]])
        model.receive("PlainUserQuery")
      case 7:
        log.append("list")
        try environment.commitPayload(
          ToDoListPaginationQuery(variables: ToDoListPaginationQuery.Variables(id: "u1")), Self.answer("ToDoListPaginationQuery"))
        model.receive("ToDoListPaginationQuery")
      case 8:
        log.append("mount \(list == nil)")
        list = list == nil ? RefetchableHandle(user.fragments.toDoList_user) : nil
        #expect(list == nil || list?.data != nil)
        model.hasFragment = list != nil
      default:
        log.append("invalidate")
        environment.store.invalidate(type: "Todo")
        model.isInvalidated = true
        try await settle()
      }
      if sent.values != model.sent {
        Issue.record(
          "seed \(seed): sent \(sent.values.suffix(3)), expected \(model.sent.suffix(3))\n\(log.suffix(20).joined(separator: "\n"))")
        return nil
      }
    }
    return Set(model.sent.map { String($0.drop { $0 != " " }.dropFirst()) })
  }

  @Test("random times, answers and views: the request that is sent is the query's or the fragment's, as in the model")
  func randomRuns() async throws {
    let runs =
      switch TestEffort.current {
      case .quick: 20
      case .gate: 60
      case .nightly: 1_000
      }
    var kinds: Set<String> = []
    for seed in 0..<UInt64(runs) {
      guard let sent = try await run(seed: seed) else { return }
      kinds.formUnion(sent)
    }
    #expect(kinds == ["CurrentUserToDoListQuery", "ToDoListPaginationQuery"])
  }
}
