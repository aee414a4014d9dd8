import TestSupport
import Testing

@testable import RelayRuntime

@Suite("A fragment of an object by its id", .hangGuard)
@MainActor struct FragmentByIDTests {
  private let mock = MockEnvironment()
  private var environment: RelayEnvironment { mock.environment }

  /// `Title` on the given type, with a field that may be null.
  private struct Title<Kind: FragmentKind>: GraphQLFragment, Hashable {
    var fragmentPointer: FragmentPointer
    static var definition: Generated.FragmentDefinition { Kind.definition }

    struct Data: SelectionSet, Hashable {
      let __row: Generated.RowReference
      static var __shape: Generated.RowShape { Kind.definition.shape(0) }
      var title: String { __row.string(0) }
      var note: String? { __row.optionalString(1) }
    }
  }

  private enum OnBook: FragmentKind {
    static let definition = Plans.fragment("Title_book", on: "Book", [.scalar("title", "S!"), .scalar("note", "S")])
  }

  private enum OnNamed: FragmentKind {
    static let definition = Plans.fragment(
      "Title_named", on: "Named", abstractKey: "__isNamed", [.scalar("title", "S!"), .scalar("note", "S")])
  }

  private enum WithVariables: FragmentKind {
    static let definition = Plans.fragment(
      "Title_sized", on: "Book", arguments: [.local("size", default: 1), .root("locale")],
      [
        .scalar("title", "S!", arguments: ["locale": .variable("locale"), "size": .variable("size")]), .scalar("note", "S"),
      ])
  }

  private func write(_ dataID: String, _ type: String, _ fields: [String: JSON], in environment: RelayEnvironment? = nil) throws {
    try (environment ?? self.environment).commitLocalUpdate { store in
      let record = store[dataID] ?? store.create(dataID: dataID, typeName: type)
      for (name, value) in fields { record[name] = value }
    }
  }

  @Test("it is missing, arrives, changes and goes, and its readers are told")
  func live() async throws {
    let handle = environment.fragment(ToDoItem_todo.self, id: "t1")
    #expect(handle.data == nil && handle.isMissingData)
    var values = handle.values.makeAsyncIterator()
    #expect(await values.next() == .some(.none))
    try write("t1", "Todo", ["id": "t1", "text": "Tea", "complete": false])
    #expect(await values.next()??.text == "Tea")
    #expect(handle.data?.text == "Tea" && !handle.isMissingData)
    try write("t1", "Todo", ["text": "Oat milk"])
    #expect(await values.next()??.text == "Oat milk")
    try environment.commitLocalUpdate { $0.delete(dataID: "t1") }
    #expect(await values.next() == .some(.none))
    #expect(handle.data == nil)
  }

  @Test("what a query has fetched is there, and nothing is fetched")
  func fetched() async throws {
    let query = environment.query(CurrentUserToDoListQuery(id: "u1"))
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let todo = environment.fragment(ToDoItem_todo.self, id: "t2")
    #expect(todo.data?.text == "Feed the cat")
    #expect(environment.fragment(ToDoItem_todo.self, id: "t9").data == nil)
    #expect(mock.pendingOperations.isEmpty)
    _ = query
  }

  @Test("no data while a field is missing that cannot be null; one that may be null is nil")
  func missingFields() throws {
    let handle = environment.fragment(Title<OnBook>.self, id: "b")
    try write("b", "Book", ["note": "thin"])
    #expect(handle.data == nil && handle.isMissingData)
    try write("b", "Book", ["title": "Emma"])
    #expect(handle.data?.title == "Emma" && handle.data?.note == "thin" && !handle.isMissingData)
    let other = environment.fragment(Title<OnBook>.self, id: "c")
    try write("c", "Book", ["title": "Persuasion"])
    #expect(other.data?.title == "Persuasion" && other.data?.note == nil && other.isMissingData)
  }

  @Test("an object of another type has no data")
  func otherType() throws {
    try write("x", "Film", ["title": "Emma", "note": .null])
    #expect(environment.fragment(Title<OnBook>.self, id: "x").data == nil)
    // The store does not know whether a film is named.
    #expect(environment.fragment(Title<OnNamed>.self, id: "x").data?.title == "Emma")
    try write("client:__type:Film", "__TypeSchema", ["__isNamed": false])
    #expect(environment.fragment(Title<OnNamed>.self, id: "x").data == nil)
    try write("client:__type:Film", "__TypeSchema", ["__isNamed": true])
    #expect(environment.fragment(Title<OnNamed>.self, id: "x").data?.title == "Emma")
  }

  @Test("variables and arguments of the fragment")
  func variables() throws {
    try write("b", "Book", ["note": .null])
    try environment.commitLocalUpdate { store in
      store["b"]?["title", ["size": 1, "locale": "de"]] = "klein"
      store["b"]?["title", ["size": 2, "locale": "de"]] = "groß"
    }
    #expect(environment.fragment(Title<WithVariables>.self, id: "b").data == nil)
    #expect(environment.fragment(Title<WithVariables>.self, id: "b", variables: ["locale": "de"]).data?.title == "klein")
    #expect(environment.fragment(Title<WithVariables>.self, id: "b", variables: ["locale": "de", "size": 2]).data?.title == "groß")
  }

  // MARK: Identities

  private func environment(_ configuration: RelayEnvironment.Configuration) -> RelayEnvironment {
    RelayEnvironment(network: FetchNetwork { _ in NetworkPayload([:]) }, configuration: configuration)
  }

  @Test("ids that are unique only within a type")
  func typedIdentity() throws {
    let environment = environment(.init(identity: .byTypeAndID))
    try write("Book:1", "Book", ["title": "Emma", "note": .null], in: environment)
    try write("Film:1", "Film", ["title": "Emma, the film", "note": .null], in: environment)
    #expect(environment.fragment(Title<OnBook>.self, id: "1").data?.title == "Emma")
    #expect(environment.fragment(Title<OnNamed>.self, id: "1").data == nil)
    try write("client:__type:Film", "__TypeSchema", ["__isNamed": true], in: environment)
    #expect(environment.fragment(Title<OnNamed>.self, id: "1").data?.title == "Emma, the film")
  }

  @Test("the app's own rule")
  func ownIdentity() throws {
    let environment = environment(.init(getDataID: { object, type in object.id.map { "\(type)/\($0)" } }))
    try write("Book/1", "Book", ["title": "Emma", "note": .null], in: environment)
    #expect(environment.fragment(Title<OnBook>.self, id: "1").data?.title == "Emma")
    let nameless = self.environment(.init(getDataID: { _, _ in nil }))
    try write("1", "Book", ["title": "Emma", "note": .null], in: nameless)
    #expect(nameless.fragment(Title<OnBook>.self, id: "1").data == nil)
  }

  @Test("a type with a key")
  func keyedIdentity() throws {
    let definition = Plans.operation(
      "BookQuery", names: PlanNames(keys: ["Book": ["isbn"]]),
      normalization: [.linked("book", of: "Book", [.scalar("isbn", "S!"), .scalar("title", "S!"), .scalar("note", "S")])],
      reader: [.linked("book", of: "Book", [.scalar("title", "S!")])])
    try environment.commitPayload(
      OperationDescriptor(definition), ["book": ["isbn": "978", "title": "Emma", "note": .null]])
    #expect(environment.fragment(Title<OnBook>.self, id: "978").data?.title == "Emma")
  }

  // MARK: Views and sequences

  @Test("a sequence off the main actor")
  func sequence() async throws {
    try write("t1", "Todo", ["id": "t1", "text": "Tea", "complete": false])
    let environment = environment
    let texts = await Task.detached {
      var texts: [String?] = []
      for await item in environment.values(of: ToDoItem_todo.self, id: "t1") {
        texts.append(item?.text)
        if texts.count == 2 { break }
        try? environment.commitLocalUpdate { $0["t1"]?["text"] = "Coffee" }
      }
      return texts
    }.value
    #expect(texts == ["Tea", "Coffee"])
  }

  private struct TodoView {
    @Fragment<ToDoItem_todo> var todo

    init(id: String?, environment: RelayEnvironment? = nil) { _todo = Fragment(id: id, environment: environment) }
  }

  @Test("a view's wrapper, in its own environment or the current one")
  func wrapper() throws {
    try write("t1", "Todo", ["id": "t1", "text": "Tea", "complete": false])
    #expect(TodoView(id: "t1", environment: environment).todo?.text == "Tea")
    #expect(TodoView(id: "t1").todo == nil)
    #expect(TodoView(id: nil, environment: environment).todo == nil)
    RelayEnvironment.withCurrent(environment) {
      let view = TodoView(id: "t1")
      #expect(view.todo?.text == "Tea")
      #expect(view.$todo.isMissingData == false)
    }
    #expect(Fragment<ToDoItem_todo>(id: "t1") == Fragment(id: "t1") && Fragment<ToDoItem_todo>(id: "t1") != Fragment(id: "t2"))
    #expect(Fragment<ToDoItem_todo>(id: "t1") != Fragment(id: "t1", environment: environment))
  }
}

private protocol FragmentKind: Sendable {
  static var definition: Generated.FragmentDefinition { get }
}
