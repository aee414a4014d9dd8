import Foundation
import RelayRuntime
import TestSupport
import Testing

/// The golden Swift of `Fixtures/artifacts/features`, executed: a response goes through the store and the reader, and is read through the
/// generated properties.
@Suite("Features of generated code")
struct FeatureTests {
  private func data<Operation: GraphQLOperation>(_ operation: Operation, _ response: JSON) throws -> Operation.Data {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    try environment.commitPayload(operation, response)
    return try #require(environment.read(operation))
  }

  // MARK: Provided variables

  @Test("All paths from an operation use provided variables")
  func everyWayFromAnOperationKnowsWhatIsProvided() async throws {
    let provided: JSON = ["id": "1", "__relay_internal__pv__flagsshowsNamesrelayprovider": true, "__relay_internal__pv__PageSize": 2]
    let mock = MockEnvironment()
    async let fetched = mock.environment.fetch(ProvidedQuery(id: "1"))
    try await eventually { !mock.pendingOperations.isEmpty }
    #expect(try mock.mostRecentOperation().request.variables == provided)
    let payload = try await mock.resolve(ProvidedQuery(id: "1"), with: MockPayload())
    #expect(payload["user"]?["name"] != nil && payload["user"]?["bestFriend"]?["friendName"] != nil)
    let user = try #require(try await fetched.user)
    #expect(!user.fragments.provided_user.isMissingData && user.fragments.provided_user.name != nil)

    let read = try data(
      ProvidedQuery(id: "1"),
      ["user": ["id": "1", "name": "Ada", "todos": ["edges": [], "totalCount": 7], "bestFriend": ["id": "2", "friendName": "Grace"]]])
    let ada = try #require(read.user)
    #expect(ada.fragments.provided_user.name == "Ada" && ada.fragments.provided_inline.todos?.totalCount == 7)
    #expect(ada.fragments.provided_inline.bestFriend?.fragments.provided_friend.friendName == "Grace")
    let refetched = try data(ProvidedRefetchQuery(id: "1"), ["node": ["__typename": "User", "id": "1", "name": "Ada"]])
    #expect(refetched.node?.fragments.provided_user.name == "Ada")
  }

  // MARK: Fragments

  @Test("Fragments are standalone models")
  func fragmentsAreStandaloneModels() throws {
    let data = try data(
      HeroAndFriendsQuery(episode: .empire),
      [
        "hero": [
          "__typename": "Droid", "__isCharacter": "Droid", "id": "1", "name": "R2-D2", "appearsIn": ["NEW_HOPE", "SEQUEL"],
          "primaryFunction": "Astromech",
          "friends": [
            ["__typename": "Human", "__isCharacter": "Human", "id": "2", "name": "Luke", "appearsIn": ["JEDI"]]
          ],
        ]
      ])
    let hero: HeroDetails = data.hero.fragments.heroDetails
    #expect(hero.name == "R2-D2")
    #expect(hero.appearsIn == [.newHope, .unknown("SEQUEL")])
    let friends: [HeroDetails] = data.hero.friends.map { $0.fragments.heroDetails }
    #expect(friends.map(\.name) == ["Luke"])
    let name: String = data.hero.name
    let primaryFunction: String? = data.hero.asDroid?.primaryFunction
    #expect(name == "R2-D2" && primaryFunction == "Astromech")
    #expect(data.hero.asDroid?.name == "R2-D2")
  }

  @Test("Connections are collections")
  func connectionsAreCollections() throws {
    let query = CurrentUserToDoListQuery(id: "u")
    let response: JSON = [
      "user": [
        "__typename": "User", "id": "u",
        "todos": [
          "edges": [
            ["cursor": "a", "node": ["__typename": "Todo", "id": "t1", "text": "Write", "complete": false]], nil,
            ["cursor": "b", "node": nil],
            ["cursor": "c", "node": ["__typename": "Todo", "id": "t2", "text": "Test", "complete": true]],
          ],
          "pageInfo": ["endCursor": "c", "hasNextPage": true],
        ],
      ]
    ]
    let user = try #require(try data(query, response).user)
    #expect(user.id == "u")
    let list = user.fragments.toDoList_user.data
    let todos = list.todos ?? []
    #expect(todos.map(\.id) == ["t1", "t2"])
    #expect(todos.map(\.fragments.toDoItem_todo.text) == ["Write", "Test"])
    #expect(list.todos?.edges?.count == 4)
    #expect(ToDoList_user.Data.TodoConnection_todos().isEmpty)
  }

  @Test("a slice of a connection is the connection with fewer nodes, at their original indices", arguments: [false, true])
  func connectionsAreSliced(hasGaps: Bool) throws {
    func edge(_ id: String) -> JSON {
      ["cursor": .string(id), "node": ["__typename": "Todo", "id": .string(id), "text": "", "complete": false]]
    }
    let gaps: [JSON] = hasGaps ? [nil, ["cursor": "x", "node": nil]] : []
    let response: JSON = [
      "user": [
        "__typename": "User", "id": "u",
        "todos": [
          "edges": .array([edge("t0")] + gaps + ["t1", "t2", "t3"].map(edge)), "pageInfo": ["endCursor": "t3", "hasNextPage": true],
        ],
      ]
    ]
    let user = try #require(try data(CurrentUserToDoListQuery(id: "u"), response).user)
    let todos = try #require(user.fragments.toDoList_user.data.todos)
    typealias Todos = ToDoList_user.Data.TodoConnection_todos
    #expect(todos.indices == 0..<4)
    let slice: Todos = todos[1..<3]
    #expect(slice.indices == 1..<3)
    #expect(slice.startIndex == 1)
    #expect(slice.endIndex == 3)
    #expect(slice.count == 2)
    #expect(!slice.isEmpty)
    #expect(slice.map(\.id) == ["t1", "t2"])
    #expect(slice[2].id == "t2")
    #expect(slice.first?.id == "t1")
    #expect(slice.last?.id == "t2")
    #expect(slice.reversed().map(\.id) == ["t2", "t1"] && Array(slice) == [todos[1], todos[2]])
    #expect(slice.edges?.count == todos.edges?.count)
    #expect(todos.prefix(2).map(\.id) == ["t0", "t1"])
    #expect(todos.suffix(1).map(\.id) == ["t3"])
    #expect(todos.dropLast(3).map(\.id) == ["t0"])
    #expect(slice.dropFirst().indices == 2..<3)
    #expect(slice.dropFirst().map(\.id) == ["t2"])
    #expect(slice.dropFirst(9).isEmpty)
    #expect(slice.firstIndex { $0.id == "t2" } == 2)
    #expect(slice.index(after: 1) == 2)
    #expect(slice.distance(from: 1, to: 3) == 2)
    #expect(slice[2...].first?.fragments.toDoItem_todo.text == "")
    var queue = todos
    var order: [String] = []
    while let todo = queue.popFirst() { order.append(todo.id) }
    #expect(order == ["t0", "t1", "t2", "t3"])
    #expect(queue.isEmpty)
    #expect(queue.startIndex == 4)
    #expect(todos[0..<4] == todos)
    #expect(todos[0..<2] != todos)
    #expect(todos[0..<2] == todos.prefix(2))
    #expect(todos[0..<0] == todos[1..<1] && todos[0..<1] != todos[1..<2])
    let literal: Todos = [todos[3], todos[0]]
    #expect(literal.map(\.id) == ["t3", "t0"])
    #expect(literal.dropFirst().map(\.id) == ["t0"])
    #expect(Todos().dropFirst().isEmpty)
  }

  @Test("Inline fragments are values")
  func inlineFragmentsAreValues() throws {
    let response: JSON = [
      "user": [
        "__typename": "User", "id": "u", "name": "Ada", "todos": ["edges": [["node": ["id": "t", "text": "Write"]]]],
        "bestFriend": ["__typename": "User", "id": "f", "name": "Bob", "bestFriend": ["id": "u", "name": "Ada"]],
      ]
    ]
    let user = try #require(try data(UserCardQuery(id: "u"), response).user)
    let friend = try #require(user.fragments.userCard_user.bestFriend)
    let name: UserName = friend.fragments.userName
    #expect(name.name == "Bob")
    #expect(name.data.bestFriend?.name == "Ada")
    #expect(name == UserName(key: friend))
    #expect(ToDoRow_todos.definition.isPlural)
  }

  // MARK: Types

  @Test("Type cases include common fields")
  func typeCasesShareWhatHolds() throws {
    let data = try data(
      SearchQuery(text: "r"),
      [
        "search": [
          [
            "__typename": "Droid", "__isNode": "Droid", "__isCharacter": "Droid", "id": "1", "name": "R2-D2",
            "primaryFunction": "Astromech",
            "friend": ["__typename": "Human", "id": "2", "name": "Luke"], "owner": ["id": "2", "name": "Luke"],
          ],
          ["__typename": "Starship", "__isNode": "Starship", "id": "3", "model": "T-65B"],
          ["__typename": "Planet", "__isNode": "Planet", "id": "4"],
          [
            "__typename": "Human", "__isNode": "Human", "__isCharacter": "Human", "id": "5", "name": "Leia",
            "friend": ["__typename": "Human", "id": "2", "name": "Luke"],
          ],
          ["__typename": "Word"],
        ]
      ])
    let droid = try #require(data.search[0].asDroid)
    #expect(droid.id == "1")
    #expect(droid.name == "R2-D2")
    #expect(droid.friend?.id == "2")
    #expect(droid.friend?.name == "Luke")
    #expect(data.search[0].asCharacter?.friend?.name == "Luke")
    #expect(data.search[1].asStarship?.model == "T-65B" && data.search[1].asCharacter == nil)
    let kinds = data.search.map { result in
      switch result.typeCase {
      case .droid(let droid): "droid \(droid.name)"
      case .starship(let ship): "ship \(ship.model)"
      // A case of an interface, also where the document has a broader one before it.
      case .character(let character): "character with \(character.friend?.name ?? "nobody")"
      case .node(let node): "node \(node.id)"
      case .other: "other \(result.__typename)"
      }
    }
    #expect(kinds == ["droid R2-D2", "ship T-65B", "node 4", "character with Luke", "other Word"])
    #expect(data.search[2].asNode?.id == "4")
  }

  @Test("Lists of lists keep their nesting")
  func listsOfLists() throws {
    let data = try data(
      ListsQuery(),
      [
        "matrix": [[1, 2], nil, []], "grid": nil,
        "hero": [
          "__typename": "Human", "id": "2", "aliased": "Luke",
          "friendsOfFriends": [nil, [nil, ["__typename": "Droid", "id": "4"]], []],
          "small": ["__typename": "Droid", "id": "3", "name": "C-3PO"],
          "big": ["__typename": "Droid", "id": "3", "appearsIn": [], "oldName": "Threepio"],
        ],
      ])
    #expect(data.matrix == [[1, 2], nil, []])
    #expect(data.hero.friendsOfFriends?.map { $0?.map { $0?.id } } == [nil, [nil, "4"], []])
    let lists = ListsQuery.Data(json: ["grid": [[["name": "Leia"], nil]], "hero": ["friendsOfFriends": [nil, [nil, ["id": "3"]]]]])
    #expect(lists.grid?[0].map { $0?.name } == ["Leia", nil])
    #expect(lists.hero.friendsOfFriends?.map { $0?.map { $0?.id } } == [nil, [nil, "3"]])
    #expect(data.hero.aliased == "Luke")
    #expect(data.hero.small?.name == "C-3PO")
    #expect(data.hero.big?.id == "3")
  }

  // MARK: Directives

  @Test("Conditions make fields optional", arguments: [true, false])
  func conditionsMakeFieldsOptional(_ withName: Bool) throws {
    let data = try data(
      ConditionsQuery(withName: withName, withoutFriend: !withName),
      [
        "hero": [
          "__typename": "Human", "id": "1", "name": "Leia", "appearsIn": ["JEDI"], "height": 1.5,
          "friend": ["__typename": "Human", "id": "2", "name": "Luke"],
          "friends": [["__typename": "Human", "id": "2", "name": "Luke"]],
        ]
      ])
    let name: String? = data.hero.name
    #expect(name == (withName ? "Leia" : nil))
    #expect(data.hero.friend?.name == (withName ? "Luke" : nil))
    #expect(data.hero.appearsIn == (withName ? [.jedi] : nil))
    #expect(data.hero.friends[0].id == "2")
    let friendName: String? = data.hero.friends[0].name
    #expect(friendName == (withName ? "Luke" : nil))
  }

  @Test("Required fields bubble")
  func requiredFieldsBubble() throws {
    func response(_ dueDate: JSON, _ friend: JSON) -> JSON {
      ["viewer": ["id": "u", "bestFriend": friend, "todos": ["edges": [["node": ["id": "t", "text": "Write", "dueDate": dueDate]]]]]]
    }
    let whole = try data(RequiredQuery(), response("2026-01-02T03:04:05Z", ["id": "f", "name": "Bob"]))
    let viewer = try #require(whole.viewer)
    let friend: RequiredQuery.Data.User_viewer.User_bestFriend = viewer.bestFriend
    #expect(friend.name == "Bob")
    let node = try #require(viewer.todos?.edges?[0]?.node)
    let dueDate: Date = node.dueDate
    #expect(dueDate.timeIntervalSince1970 == 1_767_323_045)
    let partial = try data(RequiredQuery(), response(nil, ["id": "f", "name": "Bob"]))
    #expect(partial.viewer?.todos?.edges?[0]?.node == nil)
    #expect(try data(RequiredQuery(), response(nil, nil)).viewer == nil)
  }

  @Test("Caught fields are results")
  func caughtFieldsAreResults() throws {
    let data = try data(
      CaughtQuery(),
      [
        "hero": [
          "__typename": "Human", "id": "1", "nickname": "Leia", "friend": ["__typename": "Human", "id": "2", "name": "Luke"],
          "small": ["__typename": "Human", "id": "2", "name": "Luke"],
        ]
      ])
    let nickname: String = data.hero.nickname
    #expect(nickname == "Leia")
    let friend: Result<CaughtQuery.Data.Character_hero.Character_friend?, FieldErrors> = data.hero.friend
    #expect(try friend.get()?.name == "Luke")
    #expect(data.hero.small?.name == "Luke")
    let plain: String? = try self.data(PlainQuery(), ["hero": ["__typename": "Human", "id": "1", "nickname": nil]]).hero.nickname
    #expect(plain == nil)
  }

  @Test("Aliased fragments are optional")
  func aliasedFragmentsAreOptional() throws {
    let query = AliasedQuery(id: "t", withUser: true)
    let data = try data(query, ["node": ["__typename": "Todo", "id": "t", "text": "Write", "complete": true]])
    #expect(data.node?.todo?.fragments.toDoItem_todo.text == "Write")
    #expect(data.node?.ship == nil)
    #expect(data.node?.user == nil)
  }

  @Test("An alias and an @inline fragment of one name are two values", arguments: [false, true])
  func anAliasAndAnInlineFragmentOfOneName(again: Bool) throws {
    let viewer: JSON = ["id": "1", "name": "Ada", "bestFriend": nil]
    let human: JSON = ["__typename": "Human", "__isCharacter": "Human", "id": "h", "name": "Han"]
    let user = try data(NamesakesQuery(again: again), ["viewer": viewer, "hero": human])
    #expect(user.viewer.fragments.userName.name == "Ada")
    #expect(user.viewer.UserName?.fragments.userName.name == (again ? "Ada" : nil))
    #expect(user.hero.fragments.statistics_card.name == "Han" && user.hero.Statistics_card == nil)
    let droid: JSON = ["__typename": "Droid", "__isCharacter": "Droid", "id": "d", "name": "R2-D2", "primaryFunction": "Repairs"]
    let hero = try data(NamesakesQuery(again: again), ["viewer": viewer, "hero": droid]).hero
    #expect(hero.fragments.statistics_card.name == "R2-D2" && hero.Statistics_card?.primaryFunction == "Repairs")
  }

  @Test("Client fields are fields")
  func clientFieldsAreFields() throws {
    let data = try data(
      SelectedQuery(id: "t"),
      ["node": ["__typename": "Todo", "id": "t", "text": "Write", "isSelected": true], "selection": ["count": 2]])
    #expect(data.node?.asTodo?.text == "Write")
  }

  // MARK: Scalars and inputs

  @Test("Scalars are Swift types")
  func scalarsAreSwiftTypes() throws {
    let data = try data(
      ProductsQuery(),
      [
        "products": [
          [
            "sku": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "price": "12.50", "page": "https://example.com/a", "color": "#ff0080",
            "colors": ["#000000"], "released": "2026-01-02T03:04:05Z", "metadata": ["a": [1]], "ratings": [1, 2.5, nil],
            "checksum": "AQL/", "stock": 9_007_199_254_740_993,
          ],
          ["sku": "?", "price": 1, "page": nil, "color": "red", "colors": [], "released": nil, "metadata": nil, "ratings": nil],
        ]
      ])
    let product = data.products[0]
    let sku: UUID = product.sku
    let price: Decimal = product.price
    let page: URL? = product.page
    let released: Date? = product.released
    #expect(sku.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F" && price == Decimal(string: "12.5"))
    #expect(page?.host() == "example.com" && released != nil)
    #expect(product.color == Color(red: 255, green: 0, blue: 128) && product.colors == [Color(red: 0, green: 0, blue: 0)])
    #expect(product.metadata == ["a": [1]] && product.ratings == [1, 2.5, nil])
    let checksum: Data? = product.checksum
    let stock: Int64 = product.stock
    #expect(checksum == Data([1, 2, 255]) && stock == 9_007_199_254_740_993)
    #expect(data.products[1].color == nil && data.products[1].sku == UUID.placeholder)
  }

  /// Types of Foundation and Swift in `customScalarTypes` that need no app code.
  @Test("Bytes and long integers are decoded and encoded")
  func bytesAndLongIntegersGoBothWays() throws {
    #expect(try Data(json: "AQL/") == Data([1, 2, 255]) && Data([1, 2, 255]).json == "AQL/")
    #expect(try Int64(json: 7) == 7)
    #expect(try Int64(json: "-9223372036854775808") == .min)
    #expect(try Int64(json: 2.0) == 2)
    #expect(Int64.max.json == .int(.max))
    for json: JSON in ["AQL", "?", 7, .null, ["AQL/"]] { #expect(throws: CustomScalarError.self) { try Data(json: json) } }
    for json: JSON in ["x", 1.5, "9223372036854775808", true, .null] { #expect(throws: CustomScalarError.self) { try Int64(json: json) } }
    let filter = ProductFilter(checksum: Data([0]), stock: 1 << 40)
    #expect(filter.debugDescription == #"{"checksum":"AA==","stock":1099511627776}"#)
    #expect(filter.checksum == Data([0]) && filter.stock == 1 << 40)
  }

  @Test("Inputs leave out values that are not set")
  func inputsLeaveOutWhatIsNotGiven() {
    var input = AddTodoInput(text: "Write", children: [AddTodoInput(text: "Test", priority: 2)])
    #expect(input.debugDescription == #"{"children":[{"priority":2,"text":"Test"}],"text":"Write"}"#)
    input.place = .near(.any([.id("1"), .name("x")]))
    input.dueDate = Date(timeIntervalSince1970: 0)
    input.setNull(.tags)
    #expect(input.place == .near(.any([.id("1"), .name("x")])))
    #expect(input.dueDate == Date(timeIntervalSince1970: 0))
    #expect(input.tags == nil)
    #expect(input.children?[0].priority == 2)
    #expect(
      input.__fields.values["place"] == ["near": ["any": [["id": "1"], ["name": "x"]]]] && input.__fields.values["tags"] == .null)
    input.dueDate = nil
    #expect(!input.__fields.has("dueDate"))
    var mutation = AddTodoMutation(input: input, connections: [])
    mutation.variables.input.text = "Rewrite"
    #expect(mutation.variables.input.text == "Rewrite")
    #expect(ChangeTodoMutation(id: "t").variables.__fields.values == ["id": "t"])
    #expect(ChangeTodoMutation(id: "t", complete: false).variables.complete == false)
  }

  @Test("Enums know their values")
  func enumsKnowTheirValues() {
    #expect(Episode.allCases == [.newHope, .empire, .jedi])
    #expect(Episode(rawValue: "HOLIDAY_SPECIAL").rawValue == "HOLIDAY_SPECIAL")
    #expect(Episode(rawValue: "SEQUEL") == .unknown("SEQUEL"))
    #expect(ProductFilter(episode: .newHope).__fields.values == ["episode": "NEW_HOPE"])
  }

  // MARK: Previews

  @Test("Data is made from JSON")
  func dataFromJSON() throws {
    let data = HeroAndFriendsQuery.Data(json: ["hero": ["__typename": "Droid", "name": "R2-D2", "primaryFunction": "Astromech"]])
    #expect(data.hero.name == "R2-D2" && data.hero.asDroid?.primaryFunction == "Astromech")
    let text = #"{"text": "Write", "complete": true}"#
    let todo = try JSONDecoder().decode(ToDoItem_todo.Data.self, from: Data(text.utf8))
    #expect(todo.text == "Write" && todo.complete)
    #expect(todo == ToDoItem_todo.Data(json: ["text": "Write", "complete": true]))
    #expect(todo != ToDoItem_todo.Data(json: ["text": "Write", "complete": false]))
    let search = SearchQuery.Data(json: ["search": [["__typename": "Starship", "id": "1", "model": "T-65B"]]])
    #expect(search.search[0].asStarship?.model == "T-65B")
    #expect(search.search[0].asDroid == nil)
    #expect(search.search[0].asNode?.id == "1")
  }
  @Test("Fragments read the JSON from which data was made")
  func fragmentsReadTheJSONThatDataWasMadeOf() {
    let data = HeroAndFriendsQuery.Data(json: [
      "hero": [
        "name": "R2-D2", "appearsIn": ["EMPIRE"], "friends": [["id": "1", "name": "Leia", "appearsIn": ["JEDI"]], ["name": "Luke"]],
      ]
    ])
    let hero: HeroDetails = data.hero.fragments.heroDetails
    #expect(hero.name == "R2-D2")
    #expect(hero.appearsIn == [.empire])
    #expect(!hero.isMissingData)
    #expect(data.hero.friends.map { $0.fragments.heroDetails.name } == ["Leia", "Luke"])
    #expect(data.hero.friends[0].fragments.heroDetails.__id == "1")
    #expect(HeroDetails.Data(json: ["name": "Han"]).json == ["name": "Han"])
    // A fragment's data is part of its parent's.
    let others = HeroAndFriendsQuery.Data(json: ["hero": ["name": "R2-D2", "appearsIn": ["JEDI"], "friends": []]])
    #expect(data.hero.fragments.heroDetails != others.hero.fragments.heroDetails && data != others)
    #expect(others == HeroAndFriendsQuery.Data(json: ["hero": ["name": "R2-D2", "appearsIn": ["JEDI"], "friends": []]]))
  }

  @Test @MainActor func viewsShowTheJSONThatDataWasMadeOf() async throws {
    let data = CurrentUserToDoListQuery.Data(json: [
      "user": [
        "id": "u",
        "todos": [
          "edges": [["node": ["id": "1", "text": "Write", "complete": true]], nil, ["node": ["id": "2", "text": "Test"]]],
          "pageInfo": ["hasNextPage": true, "endCursor": "2"],
        ],
      ]
    ])
    let user = try #require(data.user)
    let list = PaginationHandle(user.fragments.toDoList_user)
    #expect(list.data?.todos?.map(\.id) == ["1", "2"])
    #expect(list.hasNext)
    #expect(!list.hasPrevious)
    let todos = list.data?.todos?.map { FragmentHandle($0.fragments.toDoItem_todo).data }
    #expect(todos?.map { $0?.text } == ["Write", "Test"] && todos?.map { $0?.complete } == [true, false])
    // There is nothing to load from.
    try await list.loadNext(1).value
    #expect(list.data?.todos?.count == 2)
  }

  @Test("Inline and aliased fragments read the JSON from which data was made")
  func inlineAndAliasedFragmentsReadTheJSONThatDataWasMadeOf() {
    let card = UserCard_user.Data(json: ["name": "Ada", "bestFriend": ["name": "Grace", "bestFriend": ["name": "Ada"]]])
    let friend = card.bestFriend?.fragments.userName
    #expect(friend?.name == "Grace" && friend?.bestFriend?.name == "Ada")
    let todo = AliasedQuery.Data(json: ["node": ["__typename": "Todo", "text": "Write", "complete": true]])
    #expect(todo.node?.todo?.fragments.toDoItem_todo.text == "Write")
    #expect(todo.node?.ship == nil)
    #expect(todo.node?.user == nil)
    let ship = AliasedQuery.Data(json: ["node": ["model": "T-65B"]])
    #expect(ship.node?.ship?.model == "T-65B")
  }
}
