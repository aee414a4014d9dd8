import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The cases that Apollo Kotlin's normalized cache publishes for ages in a cache, by name. Its `defaultMaxAge` and `GlobalMaxAgeProvider` are
/// the store's `maxAge`, its `maxStale` is `staleWhileRevalidate`, and a miss that is stale is `.stale` here. Each case of Apollo's is in three
/// kinds of caches (`…Memory`, `…Sql`, `…Chained`), where here a store is restored from a file.
@Suite("Ages in the store as in Apollo Kotlin", .hangGuard)
struct ApolloKotlinCacheTests {
  private let clock = SteppedClock()

  /// A field of the user, with the ages that the schema gives it: `User` 10, `User.name` 5, `User.email` 2.
  private static func user(_ name: String, _ fields: [NormalizationPlanNode]) -> OperationDescriptor {
    OperationDescriptor(Plans.operation(name, normalization: [.linked("user", "O@10", of: "User", fields)]))
  }

  private static let name = user("GetUserNameQuery", [.scalar("name", "S@5")])
  private static let email = user("GetUserEmailQuery", [.scalar("email", "S@2")])
  private static let admin = user("GetUserAdminQuery", [.scalar("admin", "B@10")])
  private static let all = user("GetUserQuery", [.scalar("name", "S@5"), .scalar("email", "S@2"), .scalar("admin", "B@10")])
  private static let company = OperationDescriptor(
    Plans.operation("GetCompanyQuery", normalization: [.linked("company", of: "Company", [.scalar("id", "D")])]))
  private static let project = OperationDescriptor(
    Plans.operation(
      "GetProjectQuery", normalization: [.linked("project", "O@30", of: "Project", [.scalar("id", "D@30"), .scalar("name", "S@30")])]))

  private static let userBody = #"{"data":{"user":{"name":"John","email":"john@doe.com","admin":true}}}"#
  private static let companyBody = #"{"data":{"company":{"id":"42"}}}"#
  private static let projectBody = #"{"data":{"project":{"id":"42","name":"Stardust"}}}"#

  private func configuration(maxAge: Int?, maxStale: Int = 0) -> RelayStore.Configuration {
    var configuration = clock.configuration()
    configuration.maxAge = maxAge.map { .seconds($0) }
    configuration.staleWhileRevalidate = .seconds(maxStale)
    return configuration
  }

  /// What a store has of an operation whose answer it received some seconds ago.
  private func found(
    _ operation: OperationDescriptor, after seconds: Int, of received: OperationDescriptor? = nil, _ body: String, maxAge: Int?,
    maxStale: Int = 0, isRestored: Bool = false
  ) throws -> StoredOperation {
    var test = TestStore(configuration(maxAge: maxAge, maxStale: maxStale))
    // Fields that were received before anybody asked for ages have none.
    _ = test.store.check(operation)
    try test.publish(received ?? operation, body)
    if isRestored {
      let folder = try TemporaryFolder("ages")
      try test.store.save(to: folder.url.appending(path: "store"))
      test = TestStore(configuration(maxAge: maxAge, maxStale: maxStale))
      try test.store.restore(from: folder.url.appending(path: "store"))
    }
    clock.advance(by: .seconds(seconds))
    return test.store.examine(operation)
  }

  /// Whether stale data may be shown.
  private func isShown(_ found: StoredOperation) -> Bool { found.age.shownUntil.map { Moment(clock.now) < $0 } ?? !found.age.isStale }

  // MARK: ClientSideCacheControlTest

  @Test("globalMaxAge", .cases)
  func globalMaxAge() {
    // The plan has no ages, as in the case.
    eachCase(of: [false, true]) { isRestored in
      let old = try found(Self.company, after: 15, Self.companyBody, maxAge: 10, isRestored: isRestored)
      #expect(old.availability == .stale && !isShown(old))
      let shown = try found(Self.company, after: 15, Self.companyBody, maxAge: 10, maxStale: 10, isRestored: isRestored)
      #expect(shown.age.isStale && isShown(shown))
      let fresh = try found(Self.company, after: 0, Self.companyBody, maxAge: 10, isRestored: isRestored)
      #expect(fresh.availability.isAvailable)
    }
  }

  /// What `programmaticMaxAge`, `declarativeMaxAge` and `configureClock` read, how old it is, and whether it is stale then.
  private static let reads: [(read: OperationDescriptor, received: OperationDescriptor, body: String, age: Int, isStale: Bool)] = [
    (company, company, companyBody, 25, true), (company, company, companyBody, 15, false),
    (admin, all, userBody, 15, true), (admin, all, userBody, 5, false),
    (name, all, userBody, 10, true), (name, all, userBody, 2, false),
    (email, all, userBody, 5, true), (email, all, userBody, 1, false),
    (project, project, projectBody, 10, false), (project, project, projectBody, 32, true),
  ]

  @Test("programmaticMaxAge, declarativeMaxAge, configureClock", .cases)
  func maxAges() {
    eachCase(of: Self.reads.flatMap { read in [(read, false), (read, true)] }) { read, isRestored in
      let found = try found(read.read, after: read.age, of: read.received, read.body, maxAge: 20, isRestored: isRestored)
      #expect((found.availability == .stale) == read.isStale, "\(read.read.definition.name) after \(read.age)")
    }
  }

  @Test("apolloStoreWriteStoreReceivedDate")
  func receivedDate() throws {
    let found = try found(Self.all, after: 7, Self.userBody, maxAge: nil)
    #expect(found.age.fetchedAt?.instant == clock.now.advanced(by: .seconds(-7)))
  }

  @Test("apolloStoreWriteStoreReceivedDateCanOverride: by the Age of a response")
  func overriddenReceivedDate() async throws {
    let environment = makeEnvironment(["Age": "42"], maxAge: nil)
    try await fetch(Self.all, environment)
    #expect(environment.store.examine(Self.all).age.fetchedAt?.instant == clock.now.advanced(by: .seconds(-42)))
  }

  // MARK: ServerSideCacheControlTest, ClientAndServerSideCacheControlTest

  private func makeEnvironment(
    _ headers: HTTPNetwork.Headers, status: Int = 200, maxAge: Int?, maxStale: Int = 0, body: String = userBody
  ) -> RelayEnvironment {
    let server = FakeServer { _ in (status, headers, body) }
    var network = HTTPNetwork.Configuration()
    network.obeysCacheControl = true
    return RelayEnvironment(
      network: HTTPNetwork(url: URL(string: "https://example.com")!, configuration: network, transport: server),
      store: RelayStore(configuration: configuration(maxAge: maxAge, maxStale: maxStale)))
  }

  private func fetch(_ operation: OperationDescriptor, _ environment: RelayEnvironment) async throws {
    for try await _ in environment.execute(operation, options: ExecutionOptions(cacheConfig: CacheConfig(force: true))) {}
  }

  private static let plain = OperationDescriptor(
    Plans.operation("PlainUserQuery", normalization: [.linked("user", of: "User", [.scalar("name", "S")])]))

  @Test("ServerSideCacheControlTest.test")
  func serverSide() async throws {
    let fresh = makeEnvironment(["Cache-Control": "max-age=10"], maxAge: nil, maxStale: 1)
    _ = fresh.store.check(Self.all)
    try await fetch(Self.plain, fresh)
    #expect(fresh.store.check(Self.plain).isAvailable)
    let old = makeEnvironment(["Cache-Control": "max-age=0"], maxAge: nil, maxStale: 1)
    _ = old.store.check(Self.all)
    try await fetch(Self.plain, old)
    let found = old.store.examine(Self.plain)
    #expect(found.availability == .stale && isShown(found))
    clock.advance(by: .seconds(1))
    #expect(!isShown(old.store.examine(Self.plain)))
  }

  @Test("cacheMisses, isStale: the smaller of both ages counts")
  func clientAndServerSide() async throws {
    // Ten seconds old when it arrives, and fresh for ten more.
    let environment = makeEnvironment(["Cache-Control": "max-age=20", "Age": "10"], maxAge: 20, maxStale: 10)
    let name = OperationDescriptor(
      Plans.operation("DefaultNameQuery", normalization: [.linked("user", of: "User", [.scalar("name", "S")])]))
    let email = OperationDescriptor(
      Plans.operation("DefaultEmailQuery", normalization: [.linked("user", of: "User", [.scalar("email", "S@2")])]))
    try await fetch(Self.all, environment)
    #expect(environment.store.check(name).isAvailable && !environment.store.examine(name).age.isStale)
    let found = environment.store.examine(email)
    // Stale for eight seconds, and shown for two more.
    #expect(found.availability == .stale && found.age.isStale && isShown(found))
    clock.advance(by: .seconds(2))
    #expect(!isShown(environment.store.examine(email)))
    let expired = makeEnvironment(["Cache-Control": "max-age=0"], maxAge: 20, maxStale: 10)
    try await fetch(Self.all, expired)
    #expect(expired.store.check(email) == .stale && isShown(expired.store.examine(email)))
  }

  @Test("queryNetworkIfStale")
  func queryNetworkIfStale() async throws {
    let clock = clock
    let requests = Recorder<String>()
    let network = FetchNetwork { request in
      requests.append(request.operationName)
      return NetworkPayload(json: Self.companyBody)
    }
    let environment = RelayEnvironment(network: network, store: RelayStore(configuration: configuration(maxAge: 86_400)))
    _ = environment.store.check(Self.company)
    func mount() -> QueryObserver {
      QueryObserver(Self.company, in: environment, fetchPolicy: .storeOrNetwork, renderPolicy: .full) {}
    }
    for (hours, count) in [(0, 1), (23, 1), (2, 2), (23, 2)] {
      clock.advance(by: .seconds(hours * 3600))
      let observer = mount()
      try await eventually { !observer.isFetching }
      #expect(requests.values.count == count, "after \(hours) hours")
    }
  }

  // MARK: StaleTest

  @Test("staleErrorThenNetworkError")
  func staleErrorThenNetworkError() async throws {
    let day = 86_400
    let environment = makeEnvironment([:], status: 500, maxAge: day, maxStale: 14 * day, body: "out of order")
    _ = environment.store.check(Self.company)
    try environment.commitPayload(Self.company, ["company": ["id": "42"]])
    clock.advance(by: .seconds(14 * day))
    // A difference: as long as stale data may be shown it stays, and the error is beside it.
    let early = QueryObserver(Self.company, in: environment, fetchPolicy: .storeOrNetwork, renderPolicy: .full) {}
    try await eventually { !early.isFetching }
    guard case .success = early.status else { Issue.record("\(early.status)"); return }
    #expect(early.fetchFailure?.error as? RelayError == .http(status: 500, body: "out of order"))
    clock.advance(by: .seconds(day))
    let late = QueryObserver(Self.company, in: environment, fetchPolicy: .storeOrNetwork, renderPolicy: .full) {}
    guard case .loading = late.status else { Issue.record("\(late.status)"); return }
    try await eventually { !late.isFetching }
    guard case .failure = late.status else { Issue.record("\(late.status)"); return }
  }

  @Test("unknownAgeConsideredStale")
  func unknownAge() throws {
    let test = TestStore(configuration(maxAge: 86_400))
    test.queue.commitUpdate { store in
      store.create(dataID: "42", typeName: "Company")["id"] = "42"
      store.root.setLinkedRecord(store["42"], for: "company")
    }
    test.queue.run()
    #expect(test.store.check(Self.company) == .stale)
    #expect(test.store.examine(Self.company).age.fetchedAt == nil)
  }

  @Test("nonStaleCache, nonStaleCacheWithParam, nonStaleCacheWithoutParam", .cases)
  func nonStale() {
    let withParameter = Plans.operation(
      "GetProductNameQuery", arguments: ["id": .null],
      normalization: [.linked("product", of: "Product", arguments: .variables("id"), [.scalar("id", "D"), .scalar("name", "S")])])
    let operations = [
      (Self.company, Self.companyBody),
      (OperationDescriptor(withParameter, variables: ["id": "1"]), #"{"data":{"product":{"id":"1","name":"name"}}}"#),
      (
        OperationDescriptor(
          Plans.operation(
            "GetProductNameWithoutParamQuery",
            normalization: [.linked("product", of: "Product", [.scalar("id", "D"), .scalar("name", "S")])])),
        #"{"data":{"product":{"id":"1","name":"name"}}}"#
      ),
    ]
    eachCase(of: operations) { operation, body in
      let found = try found(operation, after: 0, body, maxAge: 86_400)
      #expect(found.availability.isAvailable)
    }
  }

  @Test("missingFieldDoesntShowAsStale")
  func missingField() throws {
    let found = try found(Self.email, after: 0, of: Self.admin, #"{"data":{"user":{"admin":true}}}"#, maxAge: nil)
    #expect(found.availability == .missing && !found.age.isStale)
  }

  @Test("expired partially: one stale field makes the operation stale, and the others are as they were")
  func partiallyExpired() throws {
    let whole = try found(Self.all, after: 3, Self.userBody, maxAge: 20)
    #expect(whole.availability == .stale)
    #expect(try found(Self.admin, after: 3, of: Self.all, Self.userBody, maxAge: 20).availability.isAvailable)
  }

  // MARK: DoNotStoreTest

  @Test(
    "doNotStoreQuery: a difference. What has the age 0 is in the store, never shown without a request, and not in files if it is private")
  func doNotStoreQuery() throws {
    let sensitive = OperationDescriptor(
      Plans.operation(
        "SensitiveQuery",
        normalization: [.linked("user", of: "User", [.scalar("id", "D"), .scalar("name", "S"), .scalar("sensitiveScalar", "S@0P")])]))
    let harmless = OperationDescriptor(
      Plans.operation("HarmlessQuery", normalization: [.linked("user", of: "User", [.scalar("id", "D"), .scalar("name", "S")])]))
    let body = #"{"data":{"user":{"id":"42","name":"John","sensitiveScalar":"authToken"}}}"#
    let inMemory = try found(sensitive, after: 0, body, maxAge: 20)
    #expect(!inMemory.isMissing && inMemory.availability == .stale)
    let inFile = try found(sensitive, after: 0, body, maxAge: 20, isRestored: true)
    #expect(inFile.isMissing)
    #expect(try found(harmless, after: 0, of: sensitive, body, maxAge: 20, isRestored: true).availability.isAvailable)
  }

  @Test("doNotStoreMutation: a difference. The answer to a mutation is in the store until the next collection, apart from its objects")
  func doNotStoreMutation() async throws {
    let signIn = Plans.operation(
      "SignInMutation", kind: .mutation, arguments: ["password": .null], type: "Mutation",
      normalization: [
        .linked(
          "signIn", of: "SignIn", arguments: .variables("password"),
          [.scalar("token", "S"), .linked("userData", of: "User", [.scalar("id", "D"), .scalar("name", "S")])])
      ])
    let body = #"{"data":{"signIn":{"token":"aaaabbbbccc","userData":{"id":"42","name":"John"}}}}"#
    let environment = makeEnvironment([:], maxAge: nil, body: body)
    for try await _ in environment.execute(OperationDescriptor(signIn, variables: ["password": "tiger"]).withFreshRoot()) {}
    environment.store.collectGarbage()
    let text = "\(environment.store.json)"
    #expect(!text.contains("aaaabbbbccc") && !text.contains("tiger"))
  }
}
