import Foundation
import Observation
@testable import RelayRuntime
import TestSupport
import Testing

/// Responses that violate the schema: the nearest nullable field becomes null, with an error. No value is invented.
@MainActor @Suite struct BrokenSchemaTests {
  private static func environment(
    _ data: JSON, errors: JSON? = nil, log: (@Sendable (RelayLogEvent) -> Void)? = nil
  ) -> RelayEnvironment {
    var configuration = RelayEnvironment.Configuration()
    configuration.log = log
    var response: [String: JSON] = ["data": data]
    response["errors"] = errors
    let payload = NetworkPayload(.object(response))
    return RelayEnvironment(network: FetchNetwork { _ in payload }, configuration: configuration)
  }

  private static func hero(_ changes: [String: JSON?] = [:], friends: [JSON] = []) -> JSON {
    var members: [String: JSON] = [
      "__typename": "Human", "__isCharacter": "Human", "id": "1", "name": "Leia", "appearsIn": ["JEDI"], "friends": .array(friends),
    ]
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  private static func product(_ changes: [String: JSON?] = [:]) -> JSON {
    var members: [String: JSON] = [
      "sku": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "price": "9.99", "page": nil, "color": "#102030", "colors": ["#000000"],
      "released": "2021-11-07", "metadata": ["any": ["thing"]], "ratings": [4.5, nil, 3], "stock": 7, "checksum": nil,
    ]
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  /// The error's path, the expected type and the actual value.
  private static func failure(_ error: (any Error)?) -> [String] {
    guard case .unexpectedValue(let path, let expected, let found)? = error as? NormalizationError else { return [] }
    return [path, expected, found]
  }

  // MARK: At the root

  @Test("at the root the operation fails with an error that names the path, what was expected and what came", .cases)
  func theOperationFails() async {
    await eachCase(
      of: [
        (["name": .some(.null)], ["hero.name", "String!", "null"]), (["name": nil], ["hero.name", "String!", "nothing"]),
        (["name": 7], ["hero.name", "String!", "a number"]), (["name": ["Leia"]], ["hero.name", "String!", "a list"]),
        (["friends": "many"], ["hero.friends", "[object!]!", "a string"]), (["friends": [:]], ["hero.friends", "[object!]!", "an object"]),
        (["friends": [nil]], ["hero.friends.0", "object!", "null"]), (["appearsIn": [3]], ["hero.appearsIn.0", "enum value!", "a number"]),
        (["__typename": nil], ["hero", "object!", "an object without __typename"]),
      ] as [([String: JSON?], [String])]
    ) { try await theOperationFails(change: $0.0, expected: $0.1) }
  }

  func theOperationFails(change: [String: JSON?], expected: [String]) async throws {
    let environment = Self.environment(["hero": Self.hero(change)])
    let error = await #expect(throws: NormalizationError.self) { try await environment.fetch(HeroAndFriendsQuery()) }
    #expect(Self.failure(error) == expected)
    #expect(environment.store.json.keys.allSatisfy { $0 == "client:root" })
    #expect(error?.errorDescription?.contains(expected[0]) == true)
  }

  @Test("a value of an enum of more than 256 bytes that are not ASCII is none")
  func longEnumValue() async throws {
    for (value, isRefused) in [("é".times(128), false), ("é".times(129), true), ("X".times(300), false)] {
      let environment = Self.environment(["hero": Self.hero(["appearsIn": [.string(value)]])])
      if isRefused {
        let error = await #expect(throws: NormalizationError.self) { try await environment.fetch(HeroAndFriendsQuery()) }
        #expect(Self.failure(error).first == "hero.appearsIn.0")
      } else {
        _ = try await environment.fetch(HeroAndFriendsQuery())
        #expect(environment.store.json["1"]?["appearsIn"] == [.string(value)])
      }
    }
  }

  @Test("a thousand violations are kept, in addition to the server's errors")
  func manyViolations() async throws {
    let products = Array(repeating: Self.product(["page": 3]), count: 1_500)
    let errors = (0..<5).map { JSON.object(["message": "no", "path": ["elsewhere", .int($0)]]) }
    for count in [0, 5] {
      let environment = Self.environment(["products": .array(products)], errors: .array(Array(errors.prefix(count))))
      let response = try await environment.response(to: ProductsQuery())
      #expect(response.data.products.count == 1_500 && response.data.products.allSatisfy { $0.page == nil })
      #expect(response.errors.count == 1_000 + count)
    }
  }

  @Test("fetch, results and views agree")
  func everybodyAgrees() async throws {
    let environment = Self.environment(["hero": Self.hero(["name": .some(.null)])])
    let fetched = await #expect(throws: NormalizationError.self) { try await environment.fetch(HeroAndFriendsQuery()) }
    var sequence: (any Error)?
    for await result in environment.results(of: HeroAndFriendsQuery()) {
      if case .failure(let error) = result {
        sequence = error
        break
      }
    }
    let handle = environment.query(HeroAndFriendsQuery())
    _ = try? await handle.refetch().value
    #expect(Self.failure(fetched) == ["hero.name", "String!", "null"])
    #expect(Self.failure(sequence) == Self.failure(fetched) && Self.failure(handle.result.error) == Self.failure(fetched))
  }

  @Test("a server's error that leaves nothing to show is the operation's error")
  func serverErrorsAtTheRoot() async throws {
    let environment = Self.environment(["hero": .null], errors: [["message": "No hero", "path": ["hero"]]])
    let thrown = await #expect(throws: FieldErrors.self) { try await environment.fetch(HeroAndFriendsQuery()) }
    #expect(thrown?.errors.map(\.error) == [GraphQLError(message: "No hero", path: ["hero"])])
    let without = Self.environment(.null, errors: [["message": "No hero", "path": ["hero"]]])
    await #expect(throws: RelayError.noData(operation: "HeroAndFriends", errors: [GraphQLError(message: "No hero", path: ["hero"])])) {
      try await without.fetch(HeroAndFriendsQuery())
    }
  }

  // MARK: Below a nullable field

  @Test("what is wrong in a nullable field is null, with an error at its path", .cases)
  func nullableFields() async {
    await eachCase(
      of: [
        ("released", "never"), ("released", true), ("page", 3), ("color", "red"), ("ratings", "none"), ("ratings", [true]),
      ] as [(String, JSON)]
    ) { try await nullableFields(field: $0.0, value: $0.1) }
  }

  func nullableFields(field: String, value: JSON) async throws {
    let environment = Self.environment(["products": [Self.product([field: value])]])
    let response = try await environment.response(to: ProductsQuery())
    let product = try #require(response.data.products.first)
    let isNull: Bool
    switch field {
    case "released": isNull = product.released == nil
    case "page": isNull = product.page == nil
    case "color": isNull = product.color == nil
    // An item of a list can be null itself.
    default: isNull = product.ratings?.allSatisfy { $0 == nil } ?? true
    }
    #expect(isNull)
    #expect(response.errors.count == 1 && response.errors[0].path?.prefix(3) == ["products", 0, .string(field)])
    #expect(response.errors[0].extensions["code"] == .string(NormalizationError.code))
  }

  @Test("the fields of a fragment count for the object into which it is spread")
  func overTheWholeOperation() async throws {
    let wrong: JSON = ["__typename": "Human", "__isCharacter": "Human", "id": "2", "name": "Luke", "appearsIn": .null]
    let environment = Self.environment(["hero": Self.hero(friends: [wrong])])
    let error = await #expect(throws: NormalizationError.self) { try await environment.fetch(HeroAndFriendsQuery()) }
    #expect(Self.failure(error) == ["hero.friends.0.appearsIn", "[enum value!]!", "null"])
  }

  @Test("no date, number or text is invented")
  func nothingIsMadeUp() async throws {
    for change in ["sku": "no id", "price": [:], "colors": ["#00"]] as [String: JSON] {
      let environment = Self.environment(["products": [Self.product([change.key: change.value])]])
      let error = await #expect(throws: NormalizationError.self) { try await environment.fetch(ProductsQuery()) }
      #expect(Self.failure(error).first?.hasPrefix("products.0.\(change.key)") == true)
    }
  }

  @Test("custom scalars without a Swift type accept any value")
  func unmappedScalars() async throws {
    let data = try await Self.environment(["products": [Self.product()]]).fetch(ProductsQuery())
    #expect(data.products[0].metadata == ["any": ["thing"]] && data.products[0].ratings == [4.5, nil, 3])
  }

  // MARK: With @catch, @required and @throwOnFieldError

  @Test("@catch catches violations of the schema")
  func caught() async throws {
    let friend: JSON = ["__typename": "Human", "id": "2", "name": 7]
    let hero = Self.hero(["nickname": "L", "friend": friend, "small": friend])
    let data = try await Self.environment(["hero": hero]).fetch(CaughtQuery())
    let error = #expect(throws: FieldErrors.self) { try data.hero.friend.get() }
    #expect(error?.errors.map(\.error?.path?.last) == ["name"])
    #expect(data.hero.small == nil && data.hero.nickname == "L")
  }

  @Test("@throwOnFieldError throws for violations of the schema")
  func thrown() async throws {
    let environment = Self.environment(["hero": Self.hero(["nickname": 7, "friend": nil, "small": nil, "friends": nil])])
    await #expect(throws: FieldErrors.self) { try await environment.fetch(CaughtQuery()) }
  }

  @Test("@required(action: THROW) throws for fields that became null")
  func required() async throws {
    let environment = Self.environment(["board": ["price": ["no", "price"]]])
    let error = await #expect(throws: FieldErrors.self) { try await environment.fetch(ThrownQuery()) }
    #expect(error?.errors.map(\.kind) == [.requiredFieldThrown])
  }

  // MARK: Data that comes from no response

  @Test("objects made by the app show placeholders, which is logged once")
  func localData() async throws {
    let warnings = Lock<[String]>([])
    let environment = Self.environment(["products": [Self.product()]]) { event in
      if case .warning(let text) = event { warnings.withLock { $0.append(text) } }
    }
    _ = try await environment.fetch(ProductsQuery())
    try environment.commitLocalUpdate { store in
      let product = store.create(dataID: "client:mine", typeName: "Product")
      store.root.setLinkedRecords([product], for: "products")
    }
    for _ in 0..<2 {
      let product = try #require(environment.read(ProductsQuery())?.products.first)
      #expect(product.price == Decimal.placeholder && product.released == nil)
    }
    #expect(warnings.withLock { $0.filter { $0.contains("Products: price") } }.count == 1)
  }

  @Test("a preview may leave fields out")
  func partialData() async throws {
    let data = try await RelayEnvironment.preview(PreviewPayload(ProductsQuery(), ["products": [["color": "#102030"]]]))
      .fetch(ProductsQuery())
    #expect(data.products.first?.color == Color(red: 16, green: 32, blue: 48))
  }

  @Test("data made from JSON is not checked")
  func sample() {
    let data = ProductsQuery.Data(json: ["products": [["price": ["no price"], "released": "never"]]])
    #expect(data.products[0].price == Decimal.placeholder && data.products[0].released == nil)
  }

  // MARK: App code

  @Test("a custom scalar may read the store during its conversion")
  func scalarsReadTheStore() async throws {
    let environment = Self.environment(["products": [Self.product()]])
    let data = try await Color.$whileDecoding.withValue({ _ = environment.read(ProductsQuery()) }) {
      try await environment.fetch(ProductsQuery())
    }
    #expect(data.products[0].color == Color(red: 16, green: 32, blue: 48))
    // A value written by an updater is converted when it is read.
    try environment.commitLocalUpdate { store in store.root.linkedRecords("products")?[0]?["color"] = "#ffffff" }
    Color.$whileDecoding.withValue({ _ = environment.read(HeroAndFriendsQuery()) }) {
      #expect(environment.read(ProductsQuery())?.products[0].color == Color(red: 255, green: 255, blue: 255))
    }
  }

  @Test("an equal custom scalar is not a change")
  func scalarsComeAgain() async throws {
    let environment = Self.environment(["products": [Self.product()]])
    _ = try await environment.fetch(ProductsQuery())
    let handle = QueryHandle<ProductsQuery>(environment: environment, fetchPolicy: .storeOnly)
    _ = handle.get(ProductsQuery())
    let hasChanged = Lock(false)
    withObservationTracking({ _ = handle.result }) { hasChanged.withLock { $0 = true } }
    _ = try await environment.fetch(ProductsQuery())
    // An updater writes the same value in another form.
    try environment.commitLocalUpdate { store in store.root.linkedRecords("products")?[0]?["color"] = "#102030" }
    await MockEnvironment.settle()
    #expect(!hasChanged.withLock { $0 })
    try environment.commitLocalUpdate { store in store.root.linkedRecords("products")?[0]?["color"] = "#102031" }
    try await eventually { hasChanged.withLock({ $0 }) }
  }

  @Test("a slow custom scalar blocks nothing else", .hangGuard)
  func slowScalars() async throws {
    let environment = Self.environment(["products": [Self.product()]])
    try environment.commitLocalUpdate { $0.root["seen"] = 1 }
    let (started, hasStarted) = AsyncStream<Void>.makeStream()
    let waiting = DispatchSemaphore(value: 0)
    let isOver = Lock(false)
    let fetched = Task.detached {
      try await Color.$whileDecoding.withValue({
        let isFirst = isOver.withLock { isOver in
          defer { isOver = true }
          return !isOver
        }
        guard isFirst else { return }
        hasStarted.finish()
        waiting.wait()
      }) { try await environment.fetch(ProductsQuery()) }
    }
    for await _ in started {}
    // The conversion continues until this test has read and written.
    _ = environment.read(HeroAndFriendsQuery())
    try environment.commitLocalUpdate { $0.root["seen"] = 2 }
    #expect(environment.store.json["client:root"]?["seen"] == 2)
    waiting.signal()
    #expect(try await fetched.value.products.count == 1)
  }
}

extension String {
  fileprivate func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
