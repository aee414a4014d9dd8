import Foundation
import Synchronization
import Testing

@testable import RelayRuntime

@Suite("Identity")
struct IdentityTests {
  /// `issue(id:)` and `comment(id:)`, whose ids are unique among their kind only, and lists of both.
  private static let pair = Plans.operation(
    "PairQuery", arguments: #"[["id",null]]"#,
    normalization: #"""
      [[1,"issue","Issue","O",[[0,"id","D!"],[0,"title","S"]],0,[["id",1,"id"]]],
      [1,"comment","Comment","O",[[0,"id","D!"],[0,"title","S"]],0,[["id",1,"id"]]]]
      """#,
    readerArguments: #"[["L","id",null]]"#,
    shapes: #"[[[["issue","O1"],["comment","O2"]]],[[["title","S"]]],[[["title","S"]]]]"#,
    reader: #"""
      [[1,0,1,"issue","Issue",0,[[0,0,"title"]],0,[["id",1,"id"]]],
      [1,1,2,"comment","Comment",0,[[0,0,"title"]],0,[["id",1,"id"]]]]
      """#)

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

  // MARK: Telling types apart

  @Test("two types under one id are one record by default, and the log says so at once, with both types, the id and the cure")
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

  @Test("it says so too where the two come one after the other, and with changes of the app's own")
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

  @Test("an object without an id that changes its type at its place is no collision, nor is what an updater makes anew")
  func noCollision() throws {
    let definition = Plans.operation(
      "PlaceQuery", normalization: #"[[1,"place",0,"O",[[0,"__typename","S!"],[0,"name","S"]]]]"#, shapes: "[[[]]]", reader: "[]")
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

  @Test("a server that makes up types does not fill the log")
  func manyCollisions() throws {
    let definition = Plans.operation(
      "SearchQuery", normalization: #"[[1,"search",0,"[O]",[[0,"__typename","S!"],[0,"id","D!"]]]]"#, shapes: "[[[]]]", reader: "[]")
    let environment = environment()
    let items = (0..<5000).map { #"{"__typename":"Collider\#($0)","id":"1"}"# }
    try load(environment, OperationDescriptor(definition), #"{"search":[\#(items.joined(separator: ","))]}"#)
    #expect((1...100).contains(warnings.values.count))
  }

  @Test("by type and id, they are two records, and nothing is warned of")
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

  @Test("getDataID sees the whole object, as the response has it, and its type")
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
    // Without an identity an object is known by its place.
    #expect(environment.store.json["client:root:comment(id:\"1\")"]?["id"] == "1")
    #expect(environment.store.json["1"] == nil)
  }

  @Test("getDataID may keep the object: it is a value")
  func keptObject() throws {
    let kept = Recorder<ResponseObject>()
    let environment = environment(getDataID: { object, _ in
      kept.append(object)
      return object.id
    })
    try loadPair(environment)
    #expect(kept.values.map { $0["title"] } == ["The issue", "The comment"])
  }

  @Test("getDataID decides for the items of a streamed list and for optimistic responses too")
  func getDataIDElsewhere() async throws {
    let mock = MockEnvironment(
      configuration: .init(getDataID: { object, typename in
        (object["name"]?.stringValue ?? object["text"]?.stringValue).map { "\(typename) \($0)" }
      }))
    let task = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: EmptyVariables())) }
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

  @Test("by type and id, the items of a streamed list are told apart too")
  func streamedByType() async throws {
    let mock = MockEnvironment(configuration: .init(identity: .byTypeAndID))
    let task = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: EmptyVariables())) }
    let operation = try await mock.nextOperation(StreamedActorsQuery.self)
    try await mock.nextValue(
      operation, ["data": ["feed": ["id": "1", "actors": [["__typename": "User", "id": "1", "name": "Ada"]]]], "hasNext": true])
    let item: JSON = ["__typename": "Page", "id": 1, "name": "P"]
    try await mock.nextValue(operation, ["label": IncrementalDeliveryTests.streamLabel, "path": ["feed", "actors", 1], "data": item])
    try await mock.complete(operation)
    #expect(try await task.value.feed?.actors?.map { $0?.name } == ["Ada", "P"])
    for id in ["Feed:1", "User:1", "Page:1"] { #expect(mock.environment.store.json[id] != nil) }
  }

  // MARK: Handlers that have an id only

  private static func deletion(_ handle: String) -> OperationDescriptor {
    OperationDescriptor(
      Plans.operation(
        "DeleteMutation", kind: .mutation, arguments: #"[["connections",null]]"#,
        normalization: #"[[1,"delete","Payload","O",[[0,"deleted","D"],\#(handle)]]]"#, type: "Mutation", shapes: "[[[]]]", reader: "[]"),
      variables: ["connections": ["client:User:4:__K_friends_connection", "client:4:__K_friends_connection"]]
    ).withFreshRoot()
  }
  private static let deleteRecord = #"[2,"deleted","deleteRecord","",0]"#
  private static let deleteEdge = #"[2,"deleted","deleteEdge","",0,0,0,0,[["connections",1,"connections"]]]"#

  @Test("@deleteRecord deletes the one record that has the id; where several types have it, none, and the log says why")
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
    // What nobody has is no news.
    try load(environment, Self.deletion(Self.deleteRecord), #"{"delete":{"deleted":"3"}}"#)
    #expect(warnings.values.count == 1)
  }

  private func friends(_ environment: RelayEnvironment) -> [JSON?] {
    let edges = json(environment, Friends.operation())?["node"]?["friends"]?["edges"]?.arrayValue ?? []
    return edges.map { $0["node"]?["id"] }
  }

  @Test("@deleteEdge removes the edges of nodes with the id, whatever they are stored under", arguments: [true, false])
  func deleteEdge(_ isByType: Bool) throws {
    let environment = environment(isByType ? .byTypeAndID : .byID)
    let page = Friends.page([("c1", "1"), ("c2", "2"), ("c3", "3")])
    try environment.commitPayload(Friends.operation(["first": 3]), try JSON(parsing: page)["data"] ?? .null)
    try load(environment, Self.deletion(Self.deleteEdge), #"{"delete":{"deleted":"2"}}"#)
    #expect(friends(environment) == ["1", "3"])
    try load(environment, Self.deletion(Self.deleteEdge), #"{"delete":{"deleted":3}}"#)
    #expect(friends(environment) == ["1"])
  }

  @Test("@deleteEdge goes by what a node is stored under, not by a field that an updater has changed")
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
    "NodeQuery", arguments: #"[["id",null]]"#,
    normalization: #"[[1,"node",0,"O",[[0,"__typename","S!"],[0,"id","D!"],[4,"Issue",0,[[0,"title","S"]]]],0,[["id",1,"id"]]]]"#,
    readerArguments: #"[["L","id",null]]"#, shapes: #"[[[["node","O1"]]],[[["title","S"]]]]"#,
    reader: #"[[1,0,1,"node",0,0,[[4,-1,"Issue",0,[[0,0,"title"]]]],0,[["id",1,"id"]]]]"#)

  @Test("node(id:) is answered from the store where one record has the id, as a string or as a number")
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

  // MARK: Ids that are numbers

  @Test("an id that is a number identifies: it is normalized, read, found, deleted, and shown as it came")
  func intIDs() throws {
    let environment = environment()
    try load(environment, Self.pairOperation(12), #"{"issue":{"id":12,"title":"Twelve"},"comment":null}"#)
    #expect(environment.store.json["12"]?["id"] == 12)
    #expect(json(environment, Self.pairOperation(12)) == ["issue": ["title": "Twelve"], "comment": nil])
    // The same object under its id as a text is the same record.
    try load(environment, Self.pairOperation("12"), #"{"issue":{"id":"12","title":"Changed"},"comment":null}"#)
    #expect(json(environment, Self.pairOperation(12)) == ["issue": ["title": "Changed"], "comment": nil])
    try load(environment, Self.deletion(Self.deleteRecord), #"{"delete":{"deleted":12}}"#)
    #expect(environment.store.json["12"] == .some(.null))
    #expect(warnings.values.isEmpty)
  }

  @Test("a missing field handler may answer with ids that are numbers, one or a list of them")
  func intAnswers() throws {
    let many = Plans.operation(
      "ManyQuery", arguments: #"[["ids",null]]"#,
      normalization: #"""
        [[1,"first","Issue","O",[[0,"title","S"]],0,[["ids",1,"ids"]]],[1,"all","Issue","[O]",[[0,"title","S"]],0,[["ids",1,"ids"]]]]
        """#,
      readerArguments: #"[["L","ids",null]]"#, shapes: #"[[[["first","O1"],["all","[O1]"]]],[[["title","S"]]]]"#,
      reader: #"""
        [[1,0,1,"first","Issue",0,[[0,0,"title"]],0,[["ids",1,"ids"]]],
        [1,1,1,"all","Issue",1,[[0,0,"title"]],0,[["ids",1,"ids"]]]]
        """#)
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
    "BookQuery", arguments: #"[["isbn",null]]"#,
    normalization: #"""
      [[1,"book","Book","O",[[0,"isbn","S!"],[0,"title","S"],[1,"author","Person","O",[[0,"nodeID","D!"],[0,"id","D"],[0,"name","S"]]]],0,
      [["isbn",1,"isbn"]]]]
      """#,
    readerArguments: #"[["L","isbn",null]]"#, shapes: #"[[[["book","O1"]]],[[["title","S"],["author","O2"]]],[[["name","S"]]]]"#,
    reader: #"[[1,0,1,"book","Book",0,[[0,0,"title"],[1,1,2,"author","Person",0,[[0,0,"name"]]]],0,[["isbn",1,"isbn"]]]]"#,
    names: #","id":"nodeID","keys":{"Book":["isbn"],"Place":["country","code"]}"#)
  private static let list = Plans.operation(
    "BooksQuery",
    normalization: #"""
      [[1,"books","Book","[O]",[[0,"isbn","S"],[0,"title","S"],[1,"author","Person","O",[[0,"nodeID","D!"],[0,"id","D"],[0,"name","S"]]]]]]
      """#,
    shapes: "[[[]]]", reader: "[]", names: #","id":"nodeID","keys":{"Book":["isbn"]}"#)

  private static func book(_ isbn: JSON) -> OperationDescriptor { OperationDescriptor(named, variables: ["isbn": isbn]) }

  @Test("the field that identifies objects may have another name: id is a field like others then")
  func otherID() throws {
    let environment = environment()
    try load(
      environment, Self.book("1"), #"{"book":{"isbn":"1","title":"T","author":{"nodeID":"p1","id":"not an identity","name":"Ada"}}}"#)
    #expect(environment.store.json["p1"]?["name"] == "Ada")
    #expect(environment.store.json["p1"]?["id"] == "not an identity")
    #expect(environment.store.json["not an identity"] == nil)
    #expect(environment.check(Self.book("1")).isAvailable)
    // A record of the client's own has no identity to be missing.
    let byPlace = Plans.operation(
      "PlaceQuery", normalization: #"[[1,"place","Place","O",[[0,"nodeID","D"],[0,"name","S"]]]]"#, shapes: "[[[]]]", reader: "[]",
      names: #","id":"nodeID""#)
    try environment.commitLocalUpdate { store in
      let place = store.create(dataID: "client:new", typeName: "Place")
      place["name"] = "Here"
      store.root.setLinkedRecord(place, for: "place")
    }
    #expect(environment.check(OperationDescriptor(byPlace)).isAvailable)
  }

  @Test("key fields identify: all of them, in their order; where one is missing or null, the object is known by its place")
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
      "PlacesQuery", normalization: #"[[1,"place",0,"O",[[0,"__typename","S!"],[0,"code","I!"],[0,"country","S!"],[0,"id","D"]]]]"#,
      shapes: "[[[]]]", reader: "[]", names: #","keys":{"Place":["country","code"]}"#)
    try load(
      environment, OperationDescriptor(two), #"{"place":{"__typename":"Place","code":7,"country":"Côte \"d'Or\"","id":"ignored"}}"#)
    #expect(environment.store.json[#"Place(country:"Côte \"d'Or\"",code:7)"#]?["id"] == "ignored")
  }

  @Test("a field whose arguments are the key fields is answered from the store, as node(id:) is")
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
    // Not what the store has not, in the whole or in part.
    #expect(environment.check(Self.book("979")) == .missing)
    #expect(environment.check(Self.book("980")) == .missing)
    #expect(environment.check(Self.book(.null)) == .missing)
    // What the server has said of the field counts more.
    try load(environment, Self.book("981"), #"{"book":null}"#)
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"981","title":"B","author":null}]}"#)
    #expect(environment.check(Self.book("981")).isAvailable)
    #expect(json(environment, Self.book("981")) == ["book": nil])
  }

  @Test("an id argument may be a number where the objects have it as a text")
  func keyedFieldWithNumber() throws {
    let environment = environment()
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"978","title":"A","author":null}]}"#)
    #expect(environment.check(Self.book(978)).isAvailable)
    #expect(json(environment, Self.book(978)) == ["book": ["title": "A", "author": nil]])
  }

  @Test("the same field below another object is not answered: the book may be none of that library's")
  func keyedFieldBelow() throws {
    let below = Plans.operation(
      "LibraryQuery", arguments: #"[["isbn",null]]"#,
      normalization: #"[[1,"library","Library","O",[[0,"id","D!"],[1,"book","Book","O",[[0,"isbn","S!"]],0,[["isbn",1,"isbn"]]]]]]"#,
      shapes: "[[[]]]", reader: "[]", names: #","keys":{"Book":["isbn"]}"#)
    let environment = environment()
    try load(environment, OperationDescriptor(Self.list), #"{"books":[{"isbn":"978","title":"A","author":null}]}"#)
    try environment.commitLocalUpdate { store in
      let library = store.create(dataID: "l", typeName: "Library")
      library["id"] = "l"
      store.root.setLinkedRecord(library, for: "library")
    }
    #expect(environment.check(OperationDescriptor(below, variables: ["isbn": "978"])) == .missing)
  }

  @Test("an updatable query finds what key fields identify")
  func keyedFieldInUpdater() throws {
    struct UpdatableBook: UpdatableSelectionSet {
      let __record: UpdatableRecord
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

  /// As `Friends`, for a schema that calls everything else.
  private static let links: OperationDefinition = {
    let paging = #"[["after",1,"after"],["first",1,"first"]]"#
    return Plans.operation(
      "LinksQuery", arguments: #"[["after",null],["first",null]]"#,
      normalization: #"""
        [[1,"friends","FriendsConnection","O",[
          [1,"links","FriendsLink","[O]",[[0,"position","S"],[1,"item","User","O",[[0,"id","D!"],[0,"name","S"]]]]],
          [1,"paging","PageInfo","O",[[0,"last","S"],[0,"more","B"]]]],0,\#(paging)],
        [3,"friends","connection","L_friends",0,0,\#(paging)]]
        """#,
      shapes: #"""
        [[[["friends","O1"]]],[[["links","[O2]"],["paging","O4"]],[0,1]],[[["position","S"],["item","O3"]]],[[["id","S!"]]],
        [[["last","S"],["more","B"]]]]
        """#,
      reader: #"""
        [[1,0,1,"__L_friends_connection","FriendsConnection",0,[
          [1,0,2,"links","FriendsLink",1,[[0,0,"position"],[1,1,3,"item","User",0,[[0,0,"id"]]]]],
          [1,1,4,"paging","PageInfo",0,[[0,0,"last"],[0,1,"more"]]]],"friends"]]
        """#,
      names: #"""
        ,"connection":{"edges":"links","node":"item","cursor":"position","pageInfo":"paging","endCursor":"last","hasNextPage":"more"}
        """#)
  }()

  private func linksPage(_ ids: [String], hasNext: Bool) -> String {
    let links = ids.map { #"{"position":"c\#($0)","item":{"id":"\#($0)","name":"N"}}"# }
    return #"""
      {"friends":{"links":[\#(links.joined(separator: ","))],"paging":{"last":"c\#(ids.last ?? "")","more":\#(hasNext)}}}
      """#
  }

  @Test("connections may call everything else: pages, edits by hand and declarative ones")
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
    func mutation(_ handle: String, _ field: String) -> OperationDescriptor {
      OperationDescriptor(
        Plans.operation(
          "EditMutation", kind: .mutation, arguments: #"[["connections",null]]"#,
          normalization: #"[[1,"edit","Payload","O",[\#(field),\#(handle)]]]"#, type: "Mutation", shapes: "[[[]]]", reader: "[]"),
        variables: ["connections": connections]
      ).withFreshRoot()
    }
    let named = #"[["connections",1,"connections"],["edgeTypeName",0,"FriendsLink"]]"#
    try load(
      environment, mutation(#"[3,"user","prependNode","",0,0,0,0,\#(named)]"#, #"[1,"user","User","O",[[0,"id","D!"]]]"#),
      #"{"edit":{"user":{"id":"5"}}}"#)
    try load(
      environment,
      mutation(
        #"[3,"link","appendEdge","",0,0,0,0,\#(named)]"#,
        #"[1,"link","FriendsLink","O",[[0,"position","S"],[1,"item","User","O",[[0,"id","D!"]]]]]"#),
      #"{"edit":{"link":{"position":"c6","item":{"id":"6"}}}}"#)
    try load(environment, mutation(#"[2,"gone","deleteEdge","",0,0,0,0,\#(named)]"#, #"[0,"gone","D"]"#), #"{"edit":{"gone":"3"}}"#)
    #expect(ids() == ["5", "1", "4", "6"])
    // A node that is in the connection already is not inserted again.
    try load(
      environment, mutation(#"[3,"user","prependNode","",0,0,0,0,\#(named)]"#, #"[1,"user","User","O",[[0,"id","D!"]]]"#),
      #"{"edit":{"user":{"id":"6"}}}"#)
    #expect(ids() == ["5", "1", "4", "6"])
  }

  @Test("a refetch asks for the id of its object, whatever it is stored under")
  func identifier() throws {
    let environment = environment(.byTypeAndID)
    try loadPair(environment, 1)
    #expect(environment.store.id(of: "Issue:1") == 1)
    #expect(environment.store.id(of: "nothing") == nil)
  }
}
