import RelayRuntime
import Testing

extension EndToEnd {
  @MainActor
  struct IncrementalTests {
    @Test func showsWhatIsThereAndThenTheDeferredPart() async throws {
      let client = try await EndToEnd.client()
      let query = client.query(ReputationQuery())
      try await eventually("the part that is not deferred") { query.result.data != nil }
      let user = try #require(query.result.data?.user)
      #expect(user.name == "Ada")
      let reputation = FragmentHandle(Reputation_user(key: user))
      #expect(reputation.data == nil)
      #expect(query.isRefreshing)
      try await eventually("the deferred part") { reputation.data?.reputation == "enchantress of numbers" }
      try await eventually("the end") { !query.isRefreshing }
    }

    @Test func waitsForTheDeferredPartWhenAskedForAllOfIt() async throws {
      let client = try await EndToEnd.client()
      let data = try await client.fetch(ReputationQuery())
      #expect(data.user?.fragments.reputation_user?.reputation == "enchantress of numbers")
    }

    @Test func keepsTheErrorOfAFieldInTheDeferredPart() async throws {
      let client = try await EndToEnd.client()
      let response = try await client.response(to: LateBirthdayQuery())
      let user = try #require(response.data.user)
      #expect(user.name == "Ada")
      let late = try #require(user.fragments.birthday_user)
      #expect(late.reputation == "enchantress of numbers")
      let errors = #expect(throws: FieldErrors.self) { try late.birthday.get() }
      #expect(errors?.errors.map(\.path) == ["birthday"])
      #expect(errors?.errors.map(\.error?.message) == ["The register is lost."])
    }

    @Test func growsAListItemByItem() async throws {
      let client = try await EndToEnd.client()
      let query = client.query(ShelfQuery(count: 5))
      var lengths: [Int] = []
      try await eventually("the whole shelf") {
        if let count = query.result.data?.shelf.count, count != lengths.last { lengths.append(count) }
        return lengths.last == 5
      }
      #expect(lengths.first == 1)
      #expect(lengths == lengths.sorted())
      #expect(query.result.data?.shelf.map(\.title) == (1...5).map { "Volume \($0)" })
    }
  }
}
