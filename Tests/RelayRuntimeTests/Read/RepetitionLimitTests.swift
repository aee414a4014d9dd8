import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Data that repeats objects more often than the store's configuration allows.
@Suite("A reading with too many repeated objects ends with an error", .hangGuard)
@MainActor
struct RepetitionLimitTests {
  private static let limit = 20_000
  private let mock: MockEnvironment
  private let logged = Recorder<String>()

  init() {
    var configuration = RelayStore.Configuration()
    configuration.maximumRepeatedObjects = Self.limit
    let logged = logged
    mock = MockEnvironment(
      store: RelayStore(configuration: configuration),
      configuration: RelayEnvironment.Configuration(log: { event in
        switch event {
        case .warning(let text): logged.append(text)
        case .fieldError(let error): logged.append(error.description)
        default: break
        }
      }))
  }

  /// Each list of friends is read once, and there are eleven of them.
  private static let large = try? JSON(parsing: Circles.ofOne(3000))["data"]
  private static let small = try? JSON(parsing: Circles.ofOne(100))["data"]

  private func kinds(_ error: (any Error)?) -> [FieldError.Kind]? { (error as? FieldErrors)?.errors.map(\.kind) }

  @Test("`fetch` throws an error that names the field, with either policy", arguments: [ErrorPolicy.returnData, .throwErrors])
  func fetch(_ policy: ErrorPolicy) async throws {
    let request = Task { try await mock.environment.fetch(CircleQuery(), errorPolicy: policy) }
    try await mock.resolve(mock.nextOperation(CircleQuery.self), data: #require(Self.large))
    let error = await #expect(throws: FieldErrors.self) { try await request.value }
    let found = try #require(error?.errors.first)
    #expect(found.kind == .tooManyRepeatedObjects(limit: Self.limit))
    #expect(found.owner == "CircleQuery" && found.path.hasPrefix("me.friends.0.friends.0") && !found.isHandled)
    #expect(found.description.contains("the data repeats objects more than 20000 times"))
    #expect(found.localizedDescription.contains("repeats objects more than 20000 times"))
    #expect(logged.values.contains { $0.contains("repeats objects more than 20000 times") })
  }

  @Test("the store says so when it is asked for the data")
  func reading() async throws {
    try mock.environment.commitPayload(CircleQuery(), #require(Self.large))
    #expect(mock.environment.check(CircleQuery()).isAvailable)
    #expect(mock.environment.read(CircleQuery()) == nil)
    #expect(logged.values.contains { $0.contains("repeats objects more than 20000 times") })
    await #expect(throws: FieldErrors.self) { try await mock.environment.fetch(CircleQuery(), fetchPolicy: .storeOnly) }
    try mock.environment.commitPayload(CircleQuery(), #require(Self.small))
    #expect(mock.environment.read(CircleQuery())?.json["me"]?["name"] == "Ada")
  }

  /// The number is compared before each item of a list, so that the last one may be one more.
  @Test("so many repeated objects as allowed are read, and two more are an error", .cases)
  func boundary() {
    eachCase(of: [(50, false), (52, true)]) { count, isExceeded in
      var configuration = RelayStore.Configuration()
      configuration.maximumRepeatedObjects = 50
      let test = TestStore(configuration)
      let operation = OperationDescriptor(Circles.operation(1))
      try test.publish(operation, Circles.ofOne(count), options: .init(isResponse: true))
      #expect((test.store.lookup(operation).excess != nil) == isExceeded)
    }
  }

  @Test("JSON that is cut says so in the log, once")
  func json() throws {
    try mock.environment.commitPayload(CircleQuery(), #require(Self.small))
    let data = try #require(mock.environment.read(CircleQuery()))
    for _ in 0..<2 { #expect(data.json.description.contains("(repeats more than 1000000 values)")) }
    #expect(logged.values == ["The data repeats more than 1000000 values, so its JSON is incomplete."])
  }

  @Test("a query's handle fails, and recovers when there is less data")
  func queryHandle() async throws {
    let handle = mock.environment.query(CircleQuery())
    try await mock.resolveMostRecentOperation(data: #require(Self.large))
    #expect(kinds(handle.result.error) == [.tooManyRepeatedObjects(limit: Self.limit)])
    try mock.environment.commitPayload(CircleQuery(), #require(Self.small))
    #expect(handle.result.data?.json["me"]?["name"] == "Ada")
    try mock.environment.commitPayload(CircleQuery(), #require(Self.large))
    #expect(kinds(handle.result.error) == [.tooManyRepeatedObjects(limit: Self.limit)])
  }

  @Test("so do the handle of a query whose fragment is too large, and that of the fragment")
  func fragments() async throws {
    try mock.environment.commitPayload(CircleQuery(), #require(Self.large))
    let query = mock.environment.query(CircleFragmentQuery(), fetchPolicy: .storeOnly)
    #expect(kinds(query.result.error) == [.tooManyRepeatedObjects(limit: Self.limit)])
    let row = try #require(mock.environment.store.lookup(CircleFragmentQuery().descriptor).row)
    let user = try #require(CircleFragmentQuery.Data(__row: Generated.RowReference(row)).me)
    let fragment = Circle_user(fragmentPointer: user.fragment_Circle_user)
    let handle = FragmentHandle(fragment)
    #expect(handle.data == nil)
    #expect(kinds(handle.error) == [.tooManyRepeatedObjects(limit: Self.limit)])
    #expect(fragment.isMissingData)
    // A fragment around it.
    let outer = FragmentHandle(CircleAround_query(fragmentPointer: CircleAround_query.pointer(in: mock.environment)))
    #expect(outer.data == nil)
    #expect(kinds(outer.error) == [.tooManyRepeatedObjects(limit: Self.limit)])
    try mock.environment.commitPayload(CircleQuery(), #require(Self.small))
    #expect(handle.error == nil && handle.data?.json["name"] == "Ada")
    #expect(outer.error == nil && outer.data != nil)
    #expect(query.result.data?.me != nil)
  }

  @Test("objects that are read again after a change are not repeated")
  func readingAgain() throws {
    var configuration = RelayStore.Configuration()
    configuration.maximumRepeatedObjects = 100
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in throw CancellationError() }, store: RelayStore(configuration: configuration))
    let users = (0..<1000).map { index -> JSON in
      let friend: JSON = ["id": .string("v\(index)"), "name": "Name", "friends": []]
      return ["id": .string("u\(index)"), "name": "Name", "friends": [friend]]
    }
    try environment.commitPayload(CircleQuery(), ["me": ["id": "1", "name": "Ada", "friends": .array(users)]])
    let heard = Recorder<Snapshot>()
    let subscription = environment.store.subscribe(environment.store.lookup(CircleQuery().descriptor)) { heard.append($0) }
    // The second reading records where it has read each object, and the third cannot reuse the rows above what is gone.
    for gone in ["v0", "v999", "u500", "v998"] { try environment.commitLocalUpdate { $0.delete(dataID: gone) } }
    #expect(heard.values.count == 4)
    #expect(heard.values.allSatisfy { $0.excess == nil && $0.row != nil })
    subscription.dispose()
  }

  @Test("data without repeated objects has no limit")
  func ordinary() throws {
    let users = (0..<20_000).map { JSON.object(["id": .string("u\($0)"), "name": "Name", "friends": []]) }
    try mock.environment.commitPayload(CircleQuery(), ["me": ["id": "1", "name": "Ada", "friends": .array(users)]])
    #expect(mock.environment.read(CircleQuery())?.json["me"]?["friends"]?.arrayValue?.count == 20_000)
  }
}

/// Users with eleven nested lists of friends.
private struct CircleQuery: GraphQLQuery {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables = Generated.EmptyVariables()) { self.variables = variables }
  static let definition = Circles.operation(11)

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { CircleQuery.definition.shape(0) }
  }
}

private struct Circle_user: GraphQLFragment, Hashable {
  let fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition = Generated.FragmentDefinition(plan: Plans.reader("Circle_user", on: "User", Circles.reader(11)))

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { Circle_user.definition.shape(0) }
  }
}

/// A fragment with little data that spreads one with much.
private struct CircleAround_query: GraphQLFragment, Hashable {
  let fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition = Generated.FragmentDefinition(
    plan: Plans.reader("CircleAround_query", on: "Query", [.linked("me", of: "User", [.spread("Circle_user")])]),
    fragments: [Circle_user.definition])

  static func pointer(in environment: RelayEnvironment) -> FragmentPointer {
    let scope = FragmentScope(
      store: environment.store, owner: CircleQuery().descriptor, fragment: "CircleAround_query", arguments: [:], isUnmatched: false)
    return FragmentPointer(dataID: DataID.root, record: .missing, scope: scope)
  }

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { CircleAround_query.definition.shape(0) }
  }
}

private struct CircleFragmentQuery: GraphQLQuery {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables = Generated.EmptyVariables()) { self.variables = variables }
  static let definition = OperationDefinition(
    name: "CircleFragmentQuery", kind: .query, id: nil, cacheID: "CircleFragmentQuery", text: "…",
    normalization: Plans.normalization("CircleFragmentQuery", [.linked("me", of: "User", Circles.normalization(11))]),
    reader: Plans.reader("CircleFragmentQuery", on: "Query", [.linked("me", of: "User", [.spread("Circle_user")])]),
    fragments: [Circle_user.definition], metadata: "{}")

  struct Data: Generated.RootSelectionSet, Hashable, Decodable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { CircleFragmentQuery.definition.shape(0) }
    var me: User_me? { __row.optionalObject(0) }

    struct User_me: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      var fragment_Circle_user: FragmentPointer { __row.fragmentPointer(0) }
    }
  }
}
