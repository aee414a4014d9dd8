import Foundation
import Testing

@testable import RelayRuntime

@Suite("Identity")
struct IdentityTests {
  /// `issue(id:)` and `comment(id:)`, whose ids are unique only within each type, and lists of both.
  private static let pair = Plans.operation(
    "PairQuery", arguments: ["id": .null],
    normalization: [
      .linked("issue", of: "Issue", arguments: .variables("id"), [.scalar("id", "D!"), .scalar("title", "S")]),
      .linked("comment", of: "Comment", arguments: .variables("id"), [.scalar("id", "D!"), .scalar("title", "S")]),
    ],
    readerArguments: [.local("id")],
    reader: [
      .linked("issue", of: "Issue", arguments: .variables("id"), [.scalar("title", "S")]),
      .linked("comment", of: "Comment", arguments: .variables("id"), [.scalar("title", "S")]),
    ])

  private static func pairOperation(_ id: JSON = "1") -> OperationDescriptor { OperationDescriptor(pair, variables: ["id": id]) }

  private let warnings = Recorder<String>()

  private func environment(
    _ identity: RelayEnvironment.Configuration.Identity = .byID,
    getDataID: (@Sendable (ResponseObject, String) -> String?)? = nil, handlers: [MissingFieldHandler] = []
  ) -> RelayEnvironment {
    let warnings = self.warnings
    return RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) },
      configuration: .init(
        identity: identity, getDataID: getDataID, missingFieldHandlers: handlers,
        log: { if case .warning(let text) = $0 { warnings.append(text) } }))
  }

  private func load(_ environment: RelayEnvironment, _ operation: OperationDescriptor, _ data: String) throws {
    try environment.commitPayload(operation, JSON(parsing: data))
  }

  private func loadPair(_ environment: RelayEnvironment, _ id: JSON = "1") throws {
    try load(
      environment, Self.pairOperation(id),
      #"{"issue":{"id":\#(id),"title":"The issue"},"comment":{"id":\#(id),"title":"The comment"}}"#)
  }

  private func json(_ environment: RelayEnvironment, _ operation: OperationDescriptor) -> JSON? {
    environment.store.lookup(operation).row?.json
  }

  // MARK: Distinguishing types

  @Test("two types under one id are one record by default, and the log warns immediately, with both types, the id and the fix")
  func collision() throws {
    let environment = environment()
    try loadPair(environment)
    #expect(environment.store.json["1"]?["title"] == "The comment")
    #expect(warnings.values.count == 1)
    let text = try #require(warnings.values.first)
    for part in ["Issue", "Comment", "\"1\"", ".byTypeAndID", "getDataID"] { #expect(text.contains(part), "\(part) in \(text)") }
    // Once for each pair of types, not for each record.
    for id in 2..<20 { try loadPair(environment, .string("\(id)")) }
    #expect(warnings.values.count == 1)
  }

  @Test("it also warns if the two arrive one after the other, and for changes by the app")
  func lateCollision() throws {
    let environment = environment()
    try load(environment, Self.pairOperation(), #"{"issue":{"id":"1","title":"The issue"},"comment":null}"#)
    #expect(warnings.values.isEmpty)
    try load(environment, Self.pairOperation(), #"{"issue":null,"comment":{"id":"1","title":"The comment"}}"#)
    #expect(warnings.values.count == 1)
    let other = self.environment()
    try load(other, Self.pairOperation(), #"{"issue":{"id":"1","title":"The issue"},"comment":null}"#)
    let optimistic = other.applyOptimistic { $0["1"]?["title"] = "optimistic" }
    try load(other, Self.pairOperation(), #"{"issue":null,"comment":{"id":"1","title":"The comment"}}"#)
    #expect(warnings.values.count == 2)
    optimistic.dispose()
    #expect(warnings.values.count == 2)
  }

  @Test("an object without an id that changes its type is not a collision, nor is a record that an updater recreates")
  func noCollision() throws {
    let definition = Plans.operation(
      "PlaceQuery",
      normalization: [.linked("place", "O", [.scalar("__typename", "S!"), .scalar("name", "S")])])
    let environment = environment()
    let operation = OperationDescriptor(definition)
    try load(environment, operation, #"{"place":{"__typename":"City","name":"A"}}"#)
    try load(environment, operation, #"{"place":{"__typename":"Village","name":"B"}}"#)
    try environment.commitLocalUpdate { store in
      _ = store.create(dataID: "x", typeName: "City")
      _ = store.create(dataID: "x", typeName: "Village")
    }
    #expect(warnings.values.isEmpty)
  }

  @Test("a server that invents types does not fill the log")
  func manyCollisions() throws {
    let definition = Plans.operation(
      "SearchQuery",
      normalization: [.linked("search", "[O]", [.scalar("__typename", "S!"), .scalar("id", "D!")])])
    let environment = environment()
    let items = (0..<5000).map { #"{"__typename":"Collider\#($0)","id":"1"}"# }
    try load(environment, OperationDescriptor(definition), #"{"search":[\#(items.joined(separator: ","))]}"#)
    #expect((1...100).contains(warnings.values.count))
  }

  @Test("by type and id, they are two records, without a warning")
  func byTypeAndID() throws {
    let environment = environment(.byTypeAndID)
    try loadPair(environment)
    try loadPair(environment, 7)
    #expect(warnings.values.isEmpty)
    #expect(environment.store.json["Issue:1"]?["title"] == "The issue")
    #expect(environment.store.json["Comment:1"]?["title"] == "The comment")
    #expect(environment.store.json["Issue:7"]?["id"] == 7)
    #expect(json(environment, Self.pairOperation()) == ["issue": ["title": "The issue"], "comment": ["title": "The comment"]])
    #expect(environment.check(Self.pairOperation()).isAvailable)
  }

  // MARK: getDataID

  @Test("getDataID gets the complete object, as in the response, and its type")
  func getDataID() throws {
    let seen = Recorder<JSON>()
    let environment = environment(
      getDataID: { object, typename in
        seen.append([
          "type": .string(typename), "id": object.id.map { .string($0) } ?? .null, "title": object["title"] ?? "missing",
          "nothing": object["nothing"] ?? "missing",
        ])
        guard typename == "Issue", let title = object["title"]?.stringValue else { return nil }
        return "issue called \(title)"
      })
    try load(environment, Self.pairOperation(), #"{"issue":{"id":12,"title":"The \"issue\""},"comment":{"id":"1","title":null}}"#)
    #expect(
      seen.values == [
        ["type": "Issue", "id": "12", "title": "The \"issue\"", "nothing": "missing"],
        ["type": "Comment", "id": "1", "title": nil, "nothing": "missing"],
      ])
    #expect(environment.store.json["issue called The \"issue\""]?["id"] == 12)
    // Without an identity, an object is identified by its path.
    #expect(environment.store.json["client:root:comment(id:\"1\")"]?["id"] == "1")
    #expect(environment.store.json["1"] == nil)
  }

  @Test("getDataID may keep the object, which is a value")
  func keptObject() throws {
    let kept = Recorder<ResponseObject>()
    let environment = environment(getDataID: { object, _ in
      kept.append(object)
      return object.id
    })
    try loadPair(environment)
    #expect(kept.values.map { $0["title"] } == ["The issue", "The comment"])
  }

  @Test("getDataID also identifies the items of a streamed list and the objects of optimistic responses")
  func getDataIDElsewhere() async throws {
    let mock = MockEnvironment(
      configuration: .init(getDataID: { object, typename in
        (object["name"]?.stringValue ?? object["text"]?.stringValue).map { "\(typename) \($0)" }
      }))
    let task = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: Generated.EmptyVariables())) }
    let operation = try await mock.nextOperation(StreamedActorsQuery.self)
    try await mock.nextValue(
      operation, ["data": ["feed": ["id": "feed", "actors": [["__typename": "User", "id": "1", "name": "Ada"]]]], "hasNext": true])
    try await mock.nextValue(
      operation,
      [
        "label": IncrementalDeliveryTests.streamLabel, "path": ["feed", "actors", 1],
        "data": ["__typename": "User", "id": "2", "name": "Grace"],
      ])
    try await mock.complete(operation)
    #expect(try await task.value.feed?.actors?.map { $0?.name } == ["Ada", "Grace"])
    #expect(mock.environment.store.json["User Ada"] != nil)
    #expect(mock.environment.store.json["User Grace"]?["id"] == "2")
    #expect(mock.environment.store.json["2"] == nil)
    let mutation = Task {
      try await mock.environment.commit(
        RenameTodoMutation(id: "t1", text: "New"), optimisticResponse: ["renameTodo": ["todo": ["id": "t1", "text": "New"]]])
    }
    let renaming = try await mock.nextOperation(RenameTodoMutation.self)
    #expect(mock.environment.store.json["Todo New"]?["id"] == "t1")
    try await mock.reject(renaming, RelayError.http(status: 500, body: ""))
    _ = try? await mutation.value
  }

  @Test("by type and id, the items of a streamed list are distinguished, too")
  func streamedByType() async throws {
    let mock = MockEnvironment(configuration: .init(identity: .byTypeAndID))
    let task = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: Generated.EmptyVariables())) }
    let operation = try await mock.nextOperation(StreamedActorsQuery.self)
    try await mock.nextValue(
      operation, ["data": ["feed": ["id": "1", "actors": [["__typename": "User", "id": "1", "name": "Ada"]]]], "hasNext": true])
    let item: JSON = ["__typename": "Page", "id": 1, "name": "P"]
    try await mock.nextValue(operation, ["label": IncrementalDeliveryTests.streamLabel, "path": ["feed", "actors", 1], "data": item])
    try await mock.complete(operation)
    #expect(try await task.value.feed?.actors?.map { $0?.name } == ["Ada", "P"])
    for id in ["Feed:1", "User:1", "Page:1"] { #expect(mock.environment.store.json[id] != nil) }
  }

  // MARK: Handlers that have only an id

  private static func deletion(_ handle: NormalizationPlanNode) -> OperationDescriptor {
    OperationDescriptor(
      Plans.operation(
        "DeleteMutation", kind: .mutation, arguments: ["connections": .null], type: "Mutation",
        normalization: [.linked("delete", of: "Payload", [.scalar("deleted", "D"), handle])]),
      variables: ["connections": ["client:User:4:__K_friends_connection", "client:4:__K_friends_connection"]]
    ).withFreshRoot()
  }
  private static let deleteRecord = NormalizationPlanNode.scalarHandle("deleted", "deleteRecord")
  private static let deleteEdge = NormalizationPlanNode.scalarHandle("deleted", "deleteEdge", with: .variables("connections"))

  @Test("@deleteRecord deletes the only record with the id; if several types have it, none is deleted, and the log says why")
  func deleteRecord() throws {
    let environment = environment(.byTypeAndID)
    try loadPair(environment, 1)
    try load(environment, Self.pairOperation(2), #"{"issue":{"id":2,"title":"Two"},"comment":null}"#)
    try load(environment, Self.deletion(Self.deleteRecord), #"{"delete":{"deleted":"2"}}"#)
    #expect(environment.store.json["Issue:2"] == .some(.null))
    #expect(warnings.values.isEmpty)
    try load(environment, Self.deletion(Self.deleteRecord), #"{"delete":{"deleted":1}}"#)
    #expect(environment.store.json["Issue:1"]?["title"] == "The issue")
    #expect(environment.store.json["Comment:1"]?["title"] == "The comment")
    let text = try #require(warnings.values.first)
    for part in ["@deleteRecord", "Issue", "Comment", "\"1\""] { #expect(text.contains(part), "\(part) in \(text)") }
    // An id that no record has is ignored.
    try load(environment, Self.deletion(Self.deleteRecord), #"{"delete":{"deleted":"3"}}"#)
    #expect(warnings.values.count == 1)
  }

  private func friends(_ environment: RelayEnvironment) -> [JSON?] {
    let edges = json(environment, Friends.operation())?["node"]?["friends"]?["edges"]?.arrayValue ?? []
    return edges.map { $0["node"]?["id"] }
  }

  @Test("@deleteEdge removes the edges of nodes with the id, whatever their identity is", arguments: [true, false])
  func deleteEdge(_ isByType: Bool) throws {
    let environment = environment(isByType ? .byTypeAndID : .byID)
    let page = Friends.page([("c1", "1"), ("c2", "2"), ("c3", "3")])
    try environment.commitPayload(Friends.operation(["first": 3]), try JSON(parsing: page)["data"] ?? .null)
    try load(environment, Self.deletion(Self.deleteEdge), #"{"delete":{"deleted":"2"}}"#)
    #expect(friends(environment) == ["1", "3"])
    try load(environment, Self.deletion(Self.deleteEdge), #"{"delete":{"deleted":3}}"#)
    #expect(friends(environment) == ["1"])
  }

  @Test("@deleteEdge compares a node's identity, not a field that an updater has changed")
  func deleteEdgeAfterAnEdit() throws {
    let environment = environment()
    let page = Friends.page([("c1", "1"), ("c2", "2")])
    try environment.commitPayload(Friends.operation(["first": 2]), try JSON(parsing: page)["data"] ?? .null)
    try environment.commitLocalUpdate { $0["1"]?["id"] = "2" }
    try load(environment, Self.deletion(Self.deleteEdge), #"{"delete":{"deleted":"2"}}"#)
    #expect(environment.store.json["1"]?["id"] == "2")
    #expect(friends(environment).count == 1)
  }

  private static let node = Plans.operation(
    "NodeQuery", arguments: ["id": .null],
    normalization: [
      .linked(
        "node", arguments: .variables("id"),
        [
          .scalar("__typename", "S!"), .scalar("id", "D!"), .inlineFragment(on: "Issue", [.scalar("title", "S")]),
        ])
    ],
    readerArguments: [.local("id")],
    reader: [.linked("node", arguments: .variables("id"), [.inlineFragment(on: "Issue", [.scalar("title", "S")])])])

  @Test("node(id:) is answered from the store if one record has the id, as a string or as a number")
  func nodeHandler() throws {
    for identity in [RelayEnvironment.Configuration.Identity.byID, .byTypeAndID] {
      let environment = environment(identity, handlers: [.node])
      try load(environment, Self.pairOperation(5), #"{"issue":{"id":5,"title":"Five"},"comment":null}"#)
      for id in ["5", 5] as [JSON] {
        let operation = OperationDescriptor(Self.node, variables: ["id": id])
        #expect(environment.check(operation).isAvailable)
        #expect(json(environment, operation) == ["node": ["title": "Five"]])
      }
      #expect(environment.check(OperationDescriptor(Self.node, variables: ["id": "6"])) == .missing)
    }
    let environment = environment(.byTypeAndID, handlers: [.node])
    try loadPair(environment)
    #expect(environment.check(OperationDescriptor(Self.node, variables: ["id": "1"])) == .missing)
  }

  // MARK: Numeric ids

  @Test("a numeric id identifies a record: it is normalized, read, found, deleted, and keeps its form")
  func intIDs() throws {
    let environment = environment()
    try load(environment, Self.pairOperation(12), #"{"issue":{"id":12,"title":"Twelve"},"comment":null}"#)
    #expect(environment.store.json["12"]?["id"] == 12)
    #expect(json(environment, Self.pairOperation(12)) == ["issue": ["title": "Twelve"], "comment": nil])
    // The same object with its id as a string is the same record.
    try load(environment, Self.pairOperation("12"), #"{"issue":{"id":"12","title":"Changed"},"comment":null}"#)
    #expect(json(environment, Self.pairOperation(12)) == ["issue": ["title": "Changed"], "comment": nil])
    try load(environment, Self.deletion(Self.deleteRecord), #"{"delete":{"deleted":12}}"#)
    #expect(environment.store.json["12"] == .some(.null))
    #expect(warnings.values.isEmpty)
  }

  @Test("a missing field handler may answer with numeric ids, one or a list of them")
  func intAnswers() throws {
    let many = Plans.operation(
      "ManyQuery", arguments: ["ids": .null],
      normalization: [
        .linked("first", of: "Issue", arguments: .variables("ids"), [.scalar("title", "S")]),
        .linked("all", "[O]", of: "Issue", arguments: .variables("ids"), [.scalar("title", "S")]),
      ],
      readerArguments: [.local("ids")],
      reader: [
        .linked("first", of: "Issue", arguments: .variables("ids"), [.scalar("title", "S")]),
        .linked("all", "[O]", of: "Issue", arguments: .variables("ids"), [.scalar("title", "S")]),
      ])
    let environment = environment(handlers: [
      MissingFieldHandler(.linked) { field, _, _ in field.arguments["ids"]?[0] },
      MissingFieldHandler(.pluralLinked) { field, _, _ in field.arguments["ids"] },
    ])
    try loadPair(environment, 1)
    try load(environment, Self.pairOperation(2), #"{"issue":{"id":2,"title":"Two"},"comment":null}"#)
    let operation = OperationDescriptor(many, variables: ["ids": [2, nil, 1]])
    #expect(environment.check(operation).isAvailable)
    #expect(json(environment, operation) == ["first": ["title": "Two"], "all": [["title": "Two"], nil, ["title": "The comment"]]])
  }

  // MARK: Other names

  /// `book(isbn:)` with key fields, and an object that another field identifies.
  private static let named = Plans.operation(
    "BookQuery", arguments: ["isbn": .null], names: PlanNames(id: "nodeID", keys: ["Book": ["isbn"], "Place": ["country", "code"]]),
    normalization: [
      .linked(
        "book", of: "Book", arguments: .variables("isbn"),
        [
          .scalar("isbn", "S!"), .scalar("title", "S"),
          .linked("author", of: "Person", [.scalar("nodeID", "D!"), .scalar("id", "D"), .scalar("name", "S")]),
        ])
    ],
    readerArguments: [.local("isbn")],
    reader: [
      .linked(
        "book", of: "Book", arguments: .variables("isbn"),
        [
          .scalar("title", "S"), .linked("author", of: "Person", [.scalar("name", "S")]),
        ])
    ])
  private static let list = Plans.operation(
    "BooksQuery", names: PlanNames(id: "nodeID", keys: ["Book": ["isbn"]]),
    normalization: [
      .linked(
        "books", "[O]", of: "Book",
        [
          .scalar("isbn", "S"), .scalar("title", "S"),
          .linked("author", of: "Person", [.scalar("nodeID", "D!"), .scalar("id", "D"), .scalar("name", "S")]),
        ])
    ])

  private static func book(_ isbn: JSON) -> OperationDescriptor { OperationDescriptor(named, variables: ["isbn": isbn]) }

  @Test("the field that identifies objects may have another name; then id is an ordinary field")
  func otherID() throws {
    let environment = environment()
    try load(
      environment, Self.book("1"), #"{"book":{"isbn":"1","title":"T","author":{"nodeID":"p1","id":"not an identity","name":"Ada"}}}"#)
    #expect(environment.store.json["p1"]?["name"] == "Ada")
    #expect(environment.store.json["p1"]?["id"] == "not an identity")
    #expect(environment.store.json["not an identity"] == nil)
    #expect(environment.check(Self.book("1")).isAvailable)
    // A client record has no identity that could be missing.
    let byPlace = Plans.operation(
      "PlaceQuery", names: PlanNames(id: "nodeID"),
      normalization: [.linked("place", of: "Place", [.scalar("nodeID", "D"), .scalar("name", "S")])])
    try environment.commitLocalUpdate { store in
      let place = store.create(dataID: "client:new", typeName: "Place")
      place["name"] = "Here"
      store.root.setLinkedRecord(place, for: "place")
    }
    #expect(environment.check(OperationDescriptor(byPlace)).isAvailable)
  }

  @Test("all key fields identify an object, in order; if one is missing or null, its path identifies it")
  func keyFields() throws {
    let environment = environment()
    try load(
      environment, OperationDescriptor(Self.list),
      #"""
      {"books":[{"isbn":"978","title":"A","author":null},{"isbn":978,"title":"B","author":null},
      {"isbn":null,"title":"C","author":null},{"title":"D","author":null}]}
      """#)
    #expect(environment.store.json[#"Book(isbn:"978")"#]?["title"] == "A")
    #expect(environment.store.json["Book(isbn:978)"]?["title"] == "B")
    #expect(environment.store.json["client:root:books:2"]?["title"] == "C")
    #expect(environment.store.json["client:root:books:3"]?["title"] == "D")
    let two = Plans.operation(
      "PlacesQuery", names: PlanNames(keys: ["Place": ["country", "code"]]),
      normalization: [
        .linked(
          "place", "O",
          [
            .scalar("__typename", "S!"), .scalar("code", "I!"), .scalar("country", "S!"), .scalar("id", "D"),
          ])
      ])
    try load(
      environment, OperationDescriptor(two), #"{"place":{"__typename":"Place","code":7,"country":"Côte \"d'Or\"","id":"ignored"}}"#)
    #expect(environment.store.json[#"Place(country:"Côte \"d'Or\"",code:7)"#]?["id"] == "ignored")
  }

  @Test("a field whose arguments are the key fields is answered from the store, like node(id:)")
  func keyedField() throws {
    let environment = environment()
    try load(
      environment, OperationDescriptor(Self.list),
      #"""
      {"books":[{"isbn":"978","title":"A","author":{"nodeID":"p1","id":null,"name":"Ada"}},
      {"isbn":"979","author":null}]}
      """#)
    #expect(environment.check(Self.book("978")).isAvailable)
    #expect(json(environment, Self.book("978")) == ["book": ["title": "A", "author": ["name": "Ada"]]])
    // Except for records that the store lacks in whole or in part.
    #expect(environment.check(Self.book("979")) == .missing)
    #expect(environment.check(Self.book("980")) == .missing)
    #expect(environment.check(Self.book(.null)) == .missing)
    // The server's answer for the field takes precedence.
    try load(environment, Self.book("981"), #"{"book":null}"#)
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"981","title":"B","author":null}]}"#)
    #expect(environment.check(Self.book("981")).isAvailable)
    #expect(json(environment, Self.book("981")) == ["book": nil])
  }

  @Test("an id argument may be a number if the objects have it as a string")
  func keyedFieldWithNumber() throws {
    let environment = environment()
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"978","title":"A","author":null}]}"#)
    #expect(environment.check(Self.book(978)).isAvailable)
    #expect(json(environment, Self.book(978)) == ["book": ["title": "A", "author": nil]])
  }

  @Test("the same field of another object is not answered: the book may not belong to that library")
  func keyedFieldBelow() throws {
    let below = Plans.operation(
      "LibraryQuery", arguments: ["isbn": .null], names: PlanNames(keys: ["Book": ["isbn"]]),
      normalization: [
        .linked(
          "library", of: "Library",
          [
            .scalar("id", "D!"), .linked("book", of: "Book", arguments: .variables("isbn"), [.scalar("isbn", "S!")]),
          ])
      ])
    let environment = environment()
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"978","title":"A","author":null}]}"#)
    try environment.commitLocalUpdate { store in
      let library = store.create(dataID: "l", typeName: "Library")
      library["id"] = "l"
      store.root.setLinkedRecord(library, for: "library")
    }
    #expect(environment.check(OperationDescriptor(below, variables: ["isbn": "978"])) == .missing)
  }

  @Test("an updatable query finds objects by their key fields")
  func keyedFieldInUpdater() throws {
    struct UpdatableBook: Generated.UpdatableSelectionSet {
      let __record: Generated.UpdatableRecord
    }
    let environment = environment()
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"978","title":"A","author":null}]}"#)
    let found = Recorder<String>()
    try environment.commitLocalUpdate { store in
      let context = UpdatableContext(store.transaction, Self.named.fragment, variables: ["isbn": "978"])
      let root = context.view(store.root.id)
      if let book: UpdatableBook = root.linked(0) { found.append(book.__record.dataID) }
    }
    #expect(found.values == [#"Book(isbn:"978")"#])
  }

  // MARK: Connections under other names

  /// Like `Friends`, for a schema with other names.
  private static let links: OperationDefinition = {
    let paging = PlanArguments.variables("after", "first")
    return Plans.operation(
      "LinksQuery", arguments: ["after": .null, "first": .null],
      names: PlanNames(connection: [
        "edges": "links", "node": "item", "cursor": "position", "pageInfo": "paging", "endCursor": "last", "hasNextPage": "more",
      ]),
      normalization: [
        .linked(
          "friends", of: "FriendsConnection", arguments: paging,
          [
            .linked(
              "links", "[O]", of: "FriendsLink",
              [
                .scalar("position", "S"), .linked("item", of: "User", [.scalar("id", "D!"), .scalar("name", "S")]),
              ]),
            .linked("paging", of: "PageInfo", [.scalar("last", "S"), .scalar("more", "B")]),
          ]),
        .linkedHandle("friends", "connection", key: "L_friends", arguments: paging),
      ],
      reader: [
        .linked(
          "__L_friends_connection", of: "FriendsConnection", alias: "friends", connection: ("links", "item"),
          [
            .linked("links", "[O]", of: "FriendsLink", [.scalar("position", "S"), .linked("item", of: "User", [.scalar("id", "S!")])]),
            .linked("paging", of: "PageInfo", [.scalar("last", "S"), .scalar("more", "B")]),
          ])
      ])
  }()

  private func linksPage(_ ids: [String], hasNext: Bool) -> String {
    let links = ids.map { #"{"position":"c\#($0)","item":{"id":"\#($0)","name":"N"}}"# }
    return #"""
      {"friends":{"links":[\#(links.joined(separator: ","))],"paging":{"last":"c\#(ids.last ?? "")","more":\#(hasNext)}}}
      """#
  }

  @Test("connections may have other names: pages, edits by updaters and declarative ones")
  func otherConnectionNames() throws {
    let environment = environment()
    let first = OperationDescriptor(Self.links, variables: ["first": 2])
    func shown() -> JSON? { json(environment, first)?["friends"] }
    func ids() -> [JSON?] { (shown()?["links"]?.arrayValue ?? []).map { $0["item"]?["id"] } }
    try load(environment, first, linksPage(["1", "2"], hasNext: true))
    try load(environment, OperationDescriptor(Self.links, variables: ["first": 2, "after": "c2"]), linksPage(["3", "1"], hasNext: false))
    #expect(ids() == ["1", "2", "3"])
    #expect(shown()?["paging"] == ["last": "c1", "more": false])
    try environment.commitLocalUpdate { store in
      let connection = try #require(ConnectionHandler.default.connection(store.root, key: "L_friends"))
      let user = store.create(dataID: "4", typeName: "User")
      user["id"] = "4"
      let edge = ConnectionHandler.default.createEdge(store, connection: connection, node: user, type: "FriendsLink")
      ConnectionHandler.default.insert(connection: connection, edge: edge, after: "c1")
      ConnectionHandler.default.delete(connection: connection, nodeID: "2")
    }
    #expect(ids() == ["1", "4", "3"])
    let connections: JSON = ["client:root:__L_friends_connection"]
    func mutation(_ field: NormalizationPlanNode, _ handle: NormalizationPlanNode) -> OperationDescriptor {
      OperationDescriptor(
        Plans.operation(
          "EditMutation", kind: .mutation, arguments: ["connections": .null], type: "Mutation",
          normalization: [.linked("edit", of: "Payload", [field, handle])]),
        variables: ["connections": connections]
      ).withFreshRoot()
    }
    let named: PlanArguments = ["connections": .variable("connections"), "edgeTypeName": .literal("FriendsLink")]
    let prependNode = mutation(
      .linked("user", of: "User", [.scalar("id", "D!")]), .linkedHandle("user", "prependNode", with: named))
    let appendEdge = mutation(
      .linked("link", of: "FriendsLink", [.scalar("position", "S"), .linked("item", of: "User", [.scalar("id", "D!")])]),
      .linkedHandle("link", "appendEdge", with: named))
    let deleteEdge = mutation(.scalar("gone", "D"), .scalarHandle("gone", "deleteEdge", with: named))
    try load(environment, prependNode, #"{"edit":{"user":{"id":"5"}}}"#)
    try load(environment, appendEdge, #"{"edit":{"link":{"position":"c6","item":{"id":"6"}}}}"#)
    try load(environment, deleteEdge, #"{"edit":{"gone":"3"}}"#)
    #expect(ids() == ["5", "1", "4", "6"])
    // A node that is already in the connection is not inserted again.
    try load(environment, prependNode, #"{"edit":{"user":{"id":"6"}}}"#)
    #expect(ids() == ["5", "1", "4", "6"])
  }

  @Test("a refetch sends the id of its object, whatever its identity is")
  func identifier() throws {
    let environment = environment(.byTypeAndID)
    try loadPair(environment, 1)
    #expect(environment.store.id(of: "Issue:1") == 1)
    #expect(environment.store.id(of: "nothing") == nil)
  }
}
