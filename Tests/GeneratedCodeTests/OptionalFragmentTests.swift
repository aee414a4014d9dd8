import RelayRuntime
import TestSupport
import Testing

/// Fragments that an object may not have: in a deferred part, under a condition, on another type.
@Suite("Optional fragments")
struct OptionalFragmentTests {
  private let mock = MockEnvironment()
  private let query = StatisticsQuery(id: "1", detailed: false)

  private static func character(_ type: String, _ id: String) -> JSON {
    var members: [String: JSON] = [
      "__typename": .string(type), "__isCharacter": .string(type), "id": .string(id), "name": .string("Name of \(id)"), "friends": [],
    ]
    if type == "Droid" {
      members["owner"] = .null
      members["primaryFunction"] = "To serve"
    }
    return .object(members)
  }

  private static func hero(_ type: String, friends: [JSON] = []) -> JSON {
    .object((character(type, "h").objectValue ?? [:]).merging(["friends": .array(friends)]) { $1 })
  }

  private static func data(_ hero: JSON = hero("Human")) -> JSON {
    ["user": ["id": "1", "name": "Ada", "bestFriend": ["id": "2", "name": "Grace"]], "hero": hero]
  }

  private static func part(_ label: String, _ path: JSON, _ count: Int) -> JSON {
    ["label": .string(label), "path": path, "data": ["id": "x", "name": "Ada", "todos": ["totalCount": .int(count)]], "hasNext": true]
  }

  private static let statistics = part("StatisticsQuery$defer$statistics", ["user"], 7)

  private static func count(_ data: StatisticsQuery.Data?) -> Int? { data?.user?.fragments.statistics_user?.todos?.totalCount }

  // MARK: Deferred parts

  @Test("A deferred fragment is nil until its part arrives, and a sequence of results then has it")
  func aDeferredFragmentIsNilUntilItsPartArrives() async throws {
    var results = mock.environment.results(of: query).makeAsyncIterator()
    #expect(await results.next()?.data == nil)
    let pending = try await mock.nextOperation(StatisticsQuery.self)
    try await mock.nextValue(pending, ["data": Self.data(), "hasNext": true])
    let first = try #require(await results.next()?.data)
    #expect(first.user?.name == "Ada" && first.user?.fragments.statistics_user == nil)
    try await mock.nextValue(pending, Self.statistics)
    let second = try #require(await results.next()?.data)
    #expect(Self.count(second) == 7)
    #expect(first.user?.fragments.statistics_user == nil, "a value never changes")
    // The second part is awaited, too, although the first is there.
    #expect(second.user?.bestFriend?.later.fragments.statistics_user == nil)
    try await mock.nextValue(pending, Self.part("StatisticsQuery$defer$friend", ["user", "bestFriend"], 8))
    let third = try #require(await results.next()?.data)
    #expect(third.user?.bestFriend?.later.fragments.statistics_user?.todos?.totalCount == 8)
    try await mock.complete(pending)
  }

  @Test("While a fragment is awaited, other changes of masked data are no results")
  func otherChangesAreNoResults() async throws {
    let environment = mock.environment
    var results = environment.results(of: query).makeAsyncIterator()
    _ = await results.next()
    let pending = try await mock.nextOperation(StatisticsQuery.self)
    try await mock.nextValue(pending, ["data": Self.data(Self.hero("Droid")), "hasNext": true])
    #expect(await results.next()?.data?.hero.asDroid?.fragments.statistics_droid.name == "Name of h")
    try environment.commitLocalUpdate { $0["h"]?["name"] = "Only a fragment reads it" }
    try await mock.nextValue(pending, Self.statistics)
    #expect(Self.count(await results.next()?.data) == 7)
  }

  @Test("The values of a fragment have the deferred one in it when it arrives")
  func theValuesOfAFragmentFollow() async throws {
    let environment = mock.environment
    async let fetched = environment.fetch(StatisticsListQuery())
    let pending = try await mock.nextOperation(StatisticsListQuery.self)
    try await mock.nextValue(pending, ["data": ["viewer": ["id": "1", "name": "Ada"]], "hasNext": true])
    let list = try #require(environment.read(StatisticsListQuery())?.viewer.fragments.statistics_list)
    var values = environment.values(of: list).makeAsyncIterator()
    let first = try #require(await values.next() ?? nil)
    #expect(first.name == "Ada" && first.fragments.statistics_user == nil)
    var statistics = environment.values(of: Statistics_user(key: first)).makeAsyncIterator()
    #expect(try #require(await statistics.next()) == nil)
    try await mock.nextValue(pending, Self.part("Statistics_list$defer$statistics", ["viewer"], 3))
    #expect(try #require(await values.next() ?? nil).fragments.statistics_user?.todos?.totalCount == 3)
    #expect(try #require(await statistics.next() ?? nil).todos?.totalCount == 3)
    try await mock.complete(pending)
    _ = try await fetched
  }

  @Test("The sequences of handles follow, too")
  @MainActor
  func theSequencesOfHandlesFollow() async throws {
    let handle = mock.environment.query(query)
    var results = handle.results.makeAsyncIterator()
    _ = await results.next()
    let pending = try await mock.nextOperation(StatisticsQuery.self)
    try await mock.nextValue(pending, ["data": Self.data(), "hasNext": true])
    let first = try #require(await results.next()?.data)
    #expect(Self.count(first) == nil)
    let statistics = FragmentHandle(Statistics_user(key: try #require(first.user)))
    #expect(statistics.data == nil)
    try await mock.nextValue(pending, Self.statistics)
    #expect(Self.count(await results.next()?.data) == 7)
    #expect(statistics.data?.todos?.totalCount == 7)
  }

  @Test("Everything is there at once if the server ignores @defer")
  func everythingAtOnce() async throws {
    async let fetched = mock.environment.fetch(StatisticsListQuery())
    let pending = try await mock.nextOperation(StatisticsListQuery.self)
    try await mock.resolve(pending, data: ["viewer": ["id": "1", "name": "Ada", "todos": ["totalCount": 5]]])
    let list = try await fetched.viewer.fragments.statistics_list
    #expect(list.fragments.statistics_user?.todos?.totalCount == 5)
    #expect(list.fragments.statistics_user?.fragments.statistics_name.name == "Ada")
  }

  // MARK: Conditions and types

  private func read(detailed: Bool, _ hero: JSON) throws -> StatisticsQuery.Data {
    let query = StatisticsQuery(id: "1", detailed: detailed)
    try mock.environment.commitPayload(query, Self.data(hero))
    return try #require(mock.environment.read(query))
  }

  @Test("A fragment under a condition that is false is nil", arguments: [true, false])
  func aFragmentUnderACondition(_ detailed: Bool) throws {
    let data = try read(detailed: detailed, Self.hero("Human"))
    #expect(data.user?.fragments.statistics_name?.name == (detailed ? "Ada" : nil))
    #expect(data.hero.fragments.statistics_card?.name == (detailed ? "Name of h" : nil))
  }

  @Test("A fragment on another type is nil, even if the object has all of its fields")
  func aFragmentOnAnotherType() throws {
    let human = try read(detailed: true, Self.hero("Human", friends: [Self.character("Droid", "f"), Self.character("Human", "g")]))
    #expect(human.hero.fragments.statistics_card?.name == "Name of h")
    #expect(human.hero.fragments.statistics_droid == nil && human.hero.asDroid == nil)
    #expect(human.hero.friends.map { $0.fragments.statistics_droids?.primaryFunction } == ["To serve", nil])
    let droid = try read(detailed: true, Self.hero("Droid"))
    #expect(droid.hero.fragments.statistics_droid?.name == "Name of h")
    #expect(droid.hero.asDroid?.fragments.statistics_droid.name == "Name of h")
  }

  @Test("Data from JSON has the fragments whose fields it has")
  func dataFromJSON() throws {
    func user(_ json: JSON) throws -> StatisticsQuery.Data.User_user { try #require(StatisticsQuery.Data(json: ["user": json]).user) }
    #expect(try user(["name": "Ada"]).fragments.statistics_user == nil)
    #expect(try user(["name": "Ada", "todos": ["totalCount": 2]]).fragments.statistics_user?.todos?.totalCount == 2)
    #expect(try user(["name": "Ada"]).fragments.statistics_name?.name == "Ada")
    #expect(try user([:]).fragments.statistics_name == nil)
    #expect(StatisticsQuery.Data(json: ["hero": ["__typename": "Human", "name": "Leia"]]).hero.fragments.statistics_droid == nil)
    #expect(StatisticsQuery.Data(json: ["hero": ["__typename": "Droid", "name": "R2"]]).hero.fragments.statistics_droid?.name == "R2")
  }

  // MARK: Mock data

  @Test("The parts of mock data have the overrides of their fields")
  func thePartsOfMockData() throws {
    let parts = try MockPayload(paths: ["user.todos.totalCount": 9, "user.bestFriend.name": "Grace"])
      .responses(for: query)
    #expect(parts.count == 3)
    #expect(parts[0]["data"]?["user"]?["todos"] == nil && parts[0]["data"]?["user"]?["bestFriend"]?["id"] != nil)
    let user = try #require(parts.first { $0["path"] == ["user"] })
    let friend = try #require(parts.first { $0["path"] == ["user", "bestFriend"] })
    #expect(user["data"]?["todos"]?["totalCount"] == 9 && friend["data"]?["name"] == "Grace")
    #expect(parts.map { $0["hasNext"] } == [true, true, false])
  }
}
