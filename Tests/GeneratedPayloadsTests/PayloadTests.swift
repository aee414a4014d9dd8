import Foundation
import RelayRuntime
import TestSupport
import Testing

/// The golden Swift of `Fixtures/artifacts/payloads`, executed: a payload as JSON, and all API that accepts one.
@Suite("Payloads")
struct PayloadTests {
  private let mock = MockEnvironment()

  private static let viewer = ViewerQuery.Payload.User_viewer(
    name: "Ada", role: .admin, born: Date(timeIntervalSince1970: 0), settings: ["theme": "dark"], scores: [[1, 2], nil],
    address: .init(city: "London"), self: .init(role: .guest, id: "9"),
    friends: .nodes([.init(name: "Grace", role: .unknown("OWNER"), id: "2")], totalCount: 7), id: "1")

  // MARK: As JSON

  @Test("Members are response keys; nullable ones default to null")
  func membersAreResponseKeys() {
    let json: JSON = [
      "name": "Ada", "role": "ADMIN", "nickname": nil, "born": "1970-01-01T00:00:00Z", "settings": ["theme": "dark"],
      "scores": [[1, 2], nil], "default": nil, "address": ["city": "London", "zip": nil], "self": ["role": "GUEST", "id": "9"],
      "draft": nil, "id": "1",
      "friends": [
        "totalCount": 7,
        "edges": [["cursor": "cursor:1", "node": ["__typename": "User", "name": "Grace", "role": "OWNER", "id": "2"]]],
        "pageInfo": ["endCursor": "cursor:1", "hasNextPage": false],
      ],
    ]
    #expect(Self.viewer.json == json)
  }

  /// These fields are under a condition, deferred, or client fields.
  @Test("A field that a response may lack is left out unless it is given")
  func aFieldThatAResponseMayLackIsLeftOut() {
    var viewer = Self.viewer
    #expect(viewer.json["bestName"] == nil && viewer.json["isSelected"] == nil)
    viewer.bestName = "A"
    viewer.isSelected = true
    #expect(viewer.json["bestName"] == "A" && viewer.json["isSelected"] == true)
    viewer.bestName = nil
    #expect(viewer.json["bestName"] == nil)
  }

  @Test("The case of an object determines its type name and the selected interfaces")
  func theCaseOfAnObjectSaysItsType() {
    let things = ThingsQuery.Payload(things: [
      .robot(name: "R2", tags: ["a"], id: "1"), .tagged(__typename: "Boat", name: "Ferry", tags: [], id: "2"),
      .tagged(__typename: "Tram", name: "28", tags: [], id: "3"), .other(__typename: "Cloud", name: "Nimbus", id: "4"),
    ])
    #expect(
      things.json["things"] == [
        [
          "__typename": "Robot", "__isTagged": "Robot", "__isNode": "Robot", "name": "R2", "owner": nil,
          "tags": ["a"], "id": "1",
        ],
        ["__typename": "Boat", "__isTagged": "Boat", "__isNode": "Boat", "name": "Ferry", "tags": [], "id": "2"],
        ["__typename": "Tram", "__isTagged": "Tram", "__isNode": "Tram", "name": "28", "tags": [], "id": "3"],
        ["__typename": "Cloud", "__isNode": "Cloud", "name": "Nimbus", "id": "4"],
      ])
    #expect(things.json["first"] == JSON.null)
  }

  @Test("Payloads are values: equal, hashable, and changed through their properties")
  func payloadsAreValues() {
    var other = Self.viewer
    #expect(other == Self.viewer && Set([other, Self.viewer]).count == 1)
    other.address.city = "Paris"
    other.friends?.edges[0].node?.name = "Barbara"
    #expect(other != Self.viewer && other.address.city == "Paris" && Self.viewer.address.city == "London")
    #expect(other.friends?.edges.map(\.node?.name) == ["Barbara"] && other.friends?.edges.map(\.cursor) == ["cursor:1"])
    #expect(other.role == .admin && other.scores == [[1, 2], nil] && other.born == Date(timeIntervalSince1970: 0))
  }

  // MARK: As the answer of a server

  @Test("A mock answers with a payload")
  @MainActor
  func aMockAnswersWithIt() async throws {
    let handle = mock.environment.query(ViewerQuery(full: true))
    _ = handle.result
    try await mock.resolve(ViewerQuery(full: true), data: ViewerQuery.Payload(viewer: Self.viewer))
    let viewer = try #require(handle.result.data?.viewer)
    #expect(viewer.name == "Ada")
    #expect(viewer.role == .admin)
    #expect(viewer.born == Date(timeIntervalSince1970: 0))
    #expect(viewer.fragments.payloadFriends_user.friends?.map(\.name) == ["Grace"])
    #expect(viewer.fragments.payloadFriends_user.friends?.totalCount == 7)
  }

  @Test("A queued resolver answers only operations of its type")
  func aResolverAnswersOperationsOfItsTypeAlone() async throws {
    mock.queueOperationResolver(with: PingMutation.Payload(ping: true))
    async let things = mock.environment.fetch(ThingsQuery())
    _ = try await mock.nextOperation(ThingsQuery.self)
    #expect(try await mock.environment.commit(PingMutation()).ping == true)
    try await mock.resolve(ThingsQuery.Payload(things: [.other(__typename: "Rock", name: "Rock", id: "1")]))
    #expect(try await things.things.map(\.name) == ["Rock"])
  }

  @Test("An event of a subscription")
  func anEventOfASubscription() async throws {
    var events = mock.environment.subscribe(NoteAddedSubscription()).makeAsyncIterator()
    async let first = events.next()
    _ = try await mock.nextOperation(NoteAddedSubscription.self)
    try await mock.nextValue(NoteAddedSubscription(), data: NoteAddedSubscription.Payload(noteAdded: .init(text: "Hi", id: "1")))
    #expect(try await first?.noteAdded.text == "Hi")
  }

  @Test("A payload can fill the store")
  func theStoreIsFilledWithIt() async throws {
    try mock.environment.commitPayload(ViewerQuery(full: true), ViewerQuery.Payload(viewer: Self.viewer))
    #expect(mock.environment.read(ViewerQuery(full: true))?.viewer?.address.city == "London")
    try await mock.cachePayload(ThingsQuery(), data: ThingsQuery.Payload(things: [], first: .init(__typename: "Stone", id: "9")))
    #expect(mock.environment.read(ThingsQuery())?.first?.id == "9")
  }

  @Test("A preview shows a payload")
  @MainActor
  func aPreviewShowsIt() throws {
    let things = ThingsQuery.Payload(things: [.other(__typename: "Rock", name: "Rock", id: "1")])
    let environment = RelayEnvironment.preview(PreviewPayload(ThingsQuery(), things))
    #expect(environment.query(ThingsQuery()).result.data?.things.map(\.name) == ["Rock"])
  }

  // MARK: As an optimistic response

  @Test("A payload is an optimistic response, however the mutation is committed")
  func itIsTheOptimisticResponse() async throws {
    let environment = mock.environment
    try environment.commitPayload(ViewerQuery(full: true), ViewerQuery.Payload(viewer: Self.viewer))
    func name() -> String? { environment.read(ViewerQuery(full: true))?.viewer?.name }
    let mutation = RenameMutation(id: "1", name: "Grace")
    let expected = RenameMutation.Payload(rename: .init(user: .init(name: "Grace", id: "1"), note: .init(text: "Renamed", id: "n")))

    let committed = Task { try await environment.commit(mutation, optimisticResponse: expected) }
    try await eventually { name() == "Grace" }
    try await mock.reject(mutation, URLError(.timedOut))
    await #expect(throws: URLError.self) { try await committed.value }
    #expect(name() == "Ada")

    let responded = Task { try await environment.response(to: mutation, optimisticResponse: expected).data }
    try await eventually { name() == "Grace" }
    let answer = RenameMutation.Payload(rename: .init(user: .init(name: "Eve", id: "1"), note: .init(text: "", id: "n")))
    try await mock.resolve(mutation, data: answer)
    #expect(try await responded.value.rename.user?.name == "Eve")
    #expect(name() == "Eve")
  }

  @Test("A view commits a mutation with a payload, also through the mutation's own parameters")
  @MainActor
  func aViewCommitsIt() async throws {
    let environment = mock.environment
    try environment.commitPayload(ViewerQuery(full: true), ViewerQuery.Payload(viewer: Self.viewer))
    func name() -> String? { environment.read(ViewerQuery(full: true))?.viewer?.name }
    let view = Mutation<RenameMutation>(environment: environment)
    let ping = Mutation<PingMutation>(environment: environment)
    func answer(_ name: String) -> RenameMutation.Payload {
      RenameMutation.Payload(rename: .init(user: .init(name: name, id: "1"), note: .init(text: "", id: "n")))
    }
    let tasks = [
      view.wrappedValue.commit(
        id: "1", name: "B", optimisticResponse: .init(rename: .init(user: .init(name: "B", id: "1"), note: .init(text: "", id: "n")))),
      view.wrappedValue.commit(RenameMutation(id: "1", name: "C"), optimisticResponse: answer("C")),
      view.wrappedValue.commit(RenameMutation(id: "1", name: "D"), optimisticResponse: answer("D")) { _ in },
      view.projectedValue.commit(RenameMutation(id: "1", name: "E"), optimisticResponse: answer("E")),
    ]
    #expect(name() == "E")
    let none: RenameMutation.Payload? = nil
    let others = [
      view.wrappedValue.commit(id: "1", name: "F", optimisticResponse: nil),
      view.wrappedValue.commit(RenameMutation(id: "1", name: "G"), optimisticResponse: none),
      view.wrappedValue.commit(id: "1", name: "H", optimisticResponse: ["rename": ["user": ["id": "1", "name": "H"]]]),
    ]
    #expect(name() == "H")
    let pinged = ping.wrappedValue.commit(optimisticResponse: PingMutation.Payload(ping: true))
    for task in tasks + others { task.cancel() }
    pinged.cancel()
    try await eventually { name() == "Ada" }
  }

  @Test("a trailing closure is the updater, not the optimistic one, in every shape of a commit with a payload")
  @MainActor
  func aTrailingClosureIsTheUpdater() async throws {
    let environment = mock.environment
    try environment.commitPayload(ViewerQuery(full: true), ViewerQuery.Payload(viewer: Self.viewer))
    func name() -> String? { environment.read(ViewerQuery(full: true))?.viewer?.name }
    let handle = Mutation<RenameMutation>(environment: environment).wrappedValue
    let mutation = RenameMutation(id: "1", name: "Eve")
    let answer = RenameMutation.Payload(rename: .init(user: .init(name: "Eve", id: "1"), note: .init(text: "", id: "n")))
    let options = MutationOptions(optimisticUpdater: { $0["1"]?["name"] = "Optimist" })
    let commits: [@MainActor () async throws -> Void] = [
      { _ = try await environment.commit(mutation, optimisticResponse: answer) { $0["1"]?["name"] = "0" } },
      { _ = try await environment.response(to: mutation, optimisticResponse: answer) { $0["1"]?["name"] = "1" } },
      { _ = try await handle.commit(mutation, optimisticResponse: answer) { $0["1"]?["name"] = "2" }.value },
      { _ = try await handle.commit(id: "1", name: "Eve", optimisticResponse: answer) { $0["1"]?["name"] = "3" }.value },
      { _ = try await handle.commit(mutation, optimisticResponse: answer, options: options) { $0["1"]?["name"] = "4" }.value },
    ]
    for (index, commit) in commits.enumerated() {
      let task = Task { try await commit() }
      _ = try await mock.nextOperation(RenameMutation.self)
      #expect(name() == (index == 4 ? "Optimist" : "Eve"))
      try await mock.resolve(answer)
      try await task.value
      // The server's name, and then the updater's; what an optimistic updater has written is gone.
      #expect(name() == "\(index)")
    }
  }

  // MARK: As data

  @Test("Data is made from a payload without a store, including fragment data")
  func dataIsMadeOfIt() throws {
    let data = ViewerQuery.Data(ViewerQuery.Payload(viewer: Self.viewer))
    #expect(data.viewer?.name == "Ada" && data.viewer?.fragments.payloadFriends_user.friends?.first?.name == "Grace")

    let friends = PayloadFriends_user.Data(
      PayloadFriends_user.Payload(friends: .nodes([.init(name: "Grace", role: .guest, id: "2")], totalCount: 1), id: "1"))
    #expect(friends.friends?.map(\.name) == ["Grace"] && friends.friends?.first?.fragments.payloadFriend_user.role == .guest)

    let subjects = SubjectsQuery.Data(SubjectsQuery.Payload(subjects: [.user(role: .admin, id: "1"), nil, .robot(model: "R2", id: "2")]))
    #expect(subjects.subjects?.map { $0?.asRobot?.model } == [nil, nil, "R2"])

    let things = ThingsQuery.Data(
      ThingsQuery.Payload(things: [
        .tagged(__typename: "Boat", name: "Ferry", tags: ["blue"], id: "2"), .other(__typename: "Rock", name: "Rock", id: "3"),
      ]))
    #expect(things.things.map { $0.tagged?.fragments.payloadTags_tagged.tags } == [["blue"], nil])
    #expect(PayloadSubject_node.Data(PayloadSubject_node.Payload.user(id: "1", name: "Ada")).asUser?.name == "Ada")
    #expect(PayloadTags_tagged.Data(PayloadTags_tagged.Payload(__typename: "Tram", tags: ["a"])).tags == ["a"])
  }

  @Test("A page of a connection is built from nodes")
  func aPageIsAnsweredWithNodes() throws {
    let page = PayloadFriendsPaginationQuery.Payload(
      node: .user(id: "1", friends: .nodes([.init(name: "B", role: .guest, id: "2")], hasNextPage: true, totalCount: 3)))
    let environment = mock.environment
    try environment.commitPayload(PayloadFriendsPaginationQuery(id: "1"), page)
    let data = try #require(environment.read(PayloadFriendsPaginationQuery(id: "1"))?.node?.fragments.payloadFriends_user)
    #expect(data.friends?.map(\.name) == ["B"] && !data.isMissingData)
    let empty = PayloadFriendsPaginationQuery.Payload.Node_node.AsUser.UserConnection_friends.nodes([], totalCount: 0)
    #expect(empty.pageInfo.endCursor == nil && empty.edges.isEmpty)
  }

  // MARK: Mock data

  @Test("Mock data is changed through the payload")
  func madeUpDataIsChangedThroughThePayload() throws {
    let payload = MockPayload()
      .changing(ViewerQuery.Payload.self) { answer in
        answer.viewer?.name = "Ada"
        answer.viewer?.friends?.edges[0].node?.role = .admin
      }
      .setting(\ThingsQuery.Payload.first, to: nil)
    let viewer = try #require(
      ViewerQuery.Payload(__fields: Generated.PayloadFields(try payload.data(for: ViewerQuery(full: true)).members)).viewer)
    #expect(viewer.name == "Ada" && viewer.friends?.edges.map(\.node?.role) == [.admin] && viewer.address.city != "")
    #expect(try payload.data(for: ThingsQuery())["first"] == JSON.null)
    #expect(try MockPayload().data(for: ThingsQuery())["first"]?["id"] != nil)
  }

  @Test("Mock data includes client fields")
  func madeUpDataHasTheClientsFields() throws {
    let query = ViewerQuery(full: true)
    let data = try MockPayload(paths: ["viewer.isSelected": true]).data(for: query)
    #expect(data["viewer"]?["draft"] != nil)
    try mock.environment.commitPayload(query, data)
    #expect(mock.environment.read(query)?.viewer?.isSelected == true)
  }

  @Test("A deferred part arrives separately")
  func aDeferredPartComesByItself() async throws {
    let query = ViewerQuery(full: true)
    async let fetched = mock.environment.fetch(query)
    _ = try await mock.nextOperation(ViewerQuery.self)
    let environment = mock.environment
    var arrived: [Bool] = []
    let parts = try await mock.resolveInParts(query, with: MockPayload()) { _ in
      arrived.append(environment.read(query)?.viewer?.fragments.payloadPart_user != nil)
    }
    #expect(parts.count == 2 && arrived == [false])
    #expect(parts[0]["data"]?["viewer"]?["bestName"] == nil && parts[0]["hasNext"] == true)
    #expect(parts[1]["label"] == "ViewerQuery$defer$part" && parts[1]["path"] == ["viewer"] && parts[1]["hasNext"] == false)
    #expect(parts[1]["data"]?["bestName"] != nil)
    _ = try await fetched
    #expect(environment.read(query)?.viewer?.fragments.payloadPart_user?.isMissingData == false)
    // A change is in the part that has its field.
    let changed = MockPayload().changing(ViewerQuery.Payload.self) { answer in
      answer.viewer?.bestName = "A"
      answer.viewer?.name = "B"
    }
    let changedParts = try changed.responses(for: query)
    #expect(changedParts[0]["data"]?["viewer"]?["name"] == "B" && changedParts[0]["data"]?["viewer"]?["bestName"] == nil)
    #expect(changedParts[1]["data"]?["bestName"] == "A")
    // If parts are not requested, everything arrives at once.
    #expect(try MockPayload().data(for: query)["viewer"]?["bestName"] != nil)
  }
}

extension JSON {
  fileprivate var members: [String: JSON] {
    guard case .object(let members) = self else { return [:] }
    return members
  }
}
