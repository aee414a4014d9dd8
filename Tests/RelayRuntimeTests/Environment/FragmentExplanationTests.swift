import TestSupport
import Testing

@testable import RelayRuntime

/// `explain` for a fragment that has no data.
@Suite("Why a fragment has no data", .hangGuard)
struct FragmentExplanationTests {
  private let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
  private let owner = Friends.operation()

  init() throws {
    try environment.commitLocalUpdate { store in
      let me = store.create(dataID: "1", typeName: "User")
      me["email"] = "a@b.c"
      let friend = store.create(dataID: "2", typeName: "User")
      friend["email"] = .some(.null)
      me.setLinkedRecord(friend, for: "friend")
    }
  }

  /// What is said of a fragment of the record with the identity "1".
  private func explain(_ selections: [ReaderPlanNode], in other: RelayEnvironment? = nil) -> FieldExplanation {
    let fragment = Plans.fragment("F", on: "User", selections)
    let scope = FragmentScope(store: environment.store, owner: owner, fragment: "F", arguments: [:], isUnmatched: false)
    let pointer = FragmentPointer(dataID: "1", record: .missing, scope: scope)
    return FieldExplainer(other ?? environment).explain(pointer, fragment)
  }

  private func setError(of field: String, in id: String) throws {
    try environment.commitLocalUpdate { store in
      guard let record = store[id] else { return }
      record[field] = .some(.null)
      record.setError("no \(field)", of: field)
    }
  }

  @Test("a required field has no value, in the record or in one below it", .cases)
  func required() {
    let email = ReaderPlanNode.required(.none, .scalar("email", "S!"))
    let cases: [(selections: [ReaderPlanNode], path: String)] = [
      ([.scalar("email", "S"), .required(.none, .scalar("name", "S!"))], "name"),
      ([.required(.log, .linked("best", "O!", of: "User", [.scalar("name", "S")]))], "best"),
      ([.required(.none, .linked("friend", "O!", of: "User", [email]))], "friend.email"),
      ([.inlineFragment(on: "User", [.required(.none, .scalar("name", "S!"))])], "name"),
      ([.catch(.null, .scalar("email", "S")), .required(.throw, .catch(.null, .scalar("name", "S")))], "name"),
    ]
    eachCase(of: cases) { selections, path in
      let explanation = explain(selections)
      #expect(explanation.reason == .required(path))
      #expect(explanation.record == "1")
    }
    #expect(
      "\(explain(cases[0].selections))"
        == "F of 1 is null, because name in it has @required and no value. Explain name in data without the directive, or remove @required."
    )
  }

  @Test("an error leaves nothing of it, at a field or below one")
  func errors() throws {
    try setError(of: "name", in: "1")
    #expect(explain([.scalar("email", "S"), .scalar("name", "S!")]).reason == .fieldError([GraphQLError(message: "no name")]))
    try setError(of: "name", in: "2")
    #expect(
      explain([.linked("friend", "O!", of: "User", [.scalar("name", "S!")])]).reason == .fieldError([GraphQLError(message: "no name")]))
    try environment.commitLocalUpdate { store in store["1"]?.setLinkedRecords([store["2"]], for: "friends") }
    #expect(
      explain([.linked("friends", "[O!]!", of: "User", [.scalar("name", "S!")])]).reason
        == .fieldError([GraphQLError(message: "no name")]))
  }

  @Test("the field that is required has a value now, or the error is that of a list whose items may be null")
  func outdated() throws {
    #expect(explain([.required(.none, .scalar("email", "S!"))]).reason == .outdated)
    try setError(of: "name", in: "2")
    try environment.commitLocalUpdate { store in store["1"]?.setLinkedRecords([store["2"]], for: "friends") }
    #expect(explain([.linked("friends", "[O]!", of: "User", [.scalar("name", "S!")])]).reason == .outdated)
  }

  @Test("the record was deleted, or removed with all others")
  func gone() throws {
    try environment.commitLocalUpdate { $0.delete(dataID: "1") }
    #expect(explain([.scalar("email", "S")]).reason == .deleted)
    environment.store.clear()
    #expect(explain([.scalar("email", "S")]).reason == .missing)
  }

  @Test("it belongs to another environment, or to none")
  func elsewhere() {
    let other = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    #expect(explain([.scalar("email", "S")], in: other).reason == .otherEnvironment)
    #expect(FieldExplainer(environment).explain(.nowhere, Plans.fragment("F", on: "User", [])).reason == .noStore)
  }
}
