import Testing

@testable import RelayRuntime

/// Views of `@updatable` documents in which nothing is as expected. Handwritten over plans, like generated ones.
@Suite("Updatable records")
struct UpdatableRecordTests {
  /// A view that reads by slot.
  private struct View: Generated.UpdatableSelectionSet {
    let __record: Generated.UpdatableRecord
    init(__record: Generated.UpdatableRecord) { self.__record = __record }
  }

  /// `fragment Node_updatable on Node { id name: title(in: $language) date ... on User { boss { name } name(of: "a") } … }`
  private struct Node_updatable: GraphQLUpdatableFragment, Hashable {
    typealias Data = View
    let fragmentPointer: FragmentPointer
    init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
    static let definition = Plans.fragment(
      "Node_updatable", on: "Node", abstractKey: "__isNode", arguments: [.local("language", default: "en")], scalars: [Double.self],
      [
        .scalar("id", "S!"), .scalar("title", "S", arguments: ["in": .variable("language")]),
        .scalar("dates", "[C0]"),
        .inlineFragment(
          on: "User", marker: "User",
          [
            .linked("boss", of: "User", [.scalar("name", "S")]),
            .scalar("name", "S", arguments: ["of": .literal("a")]),
          ]),
        .inlineFragment(
          on: "Page", marker: "Page",
          [
            .linked("boss", of: "User", arguments: ["of": .literal("page")], [.scalar("age", "I!")]),
            .scalar("name", "S", arguments: ["of": .literal("b")]),
          ]),
        .clientExtension([.linked("rows", "[[O]]", of: "User", [.scalar("name", "S"), .scalar("age", "I!")])]),
      ])
  }

  private struct User_assignable: GraphQLAssignableFragment, Hashable {
    let __id: String
    static let definition = Plans.fragment("User_assignable", on: "User", [])
  }

  private struct Node_assignable: GraphQLAssignableFragment, Hashable {
    let __id: String
    static let definition = Plans.fragment("Node_assignable", on: "Node", abstractKey: "__isNode", [])
  }

  private let store = RelayStore()

  /// Runs `body` with a user, a page and a proxy, without publishing anything.
  private func update(_ body: (RecordSourceProxy, _ user: RecordProxy, _ page: RecordProxy) throws -> Void) rethrows {
    let transaction = StoreTransaction(store: store, below: nil, readsBase: false)
    let source = RecordSourceProxy(transaction)
    for type in ["User", "Page"] {
      source.create(dataID: DataID.type(type), typeName: "__TypeSchema")["__isNode"] = true
    }
    try body(source, source.create(dataID: "u", typeName: "User"), source.create(dataID: "p", typeName: "Page"))
    transaction.close()
  }

  private func reading(_ record: RecordProxy, in source: RecordSourceProxy) throws -> Generated.UpdatableRecord {
    try #require(source.readUpdatableFragment(Node_updatable.self, on: record)).__record
  }

  @Test("a slot is the field that is selected on the record's concrete type, and links have all of its selections")
  func branches() throws {
    try update { source, user, page in
      let (ofUser, ofPage) = (try reading(user, in: source), try reading(page, in: source))
      ofUser.set(5, "A")
      ofPage.set(5, "B")
      #expect(user["name", ["of": "a"]] == "A")
      #expect(page["name", ["of": "b"]] == "B")
      #expect(user["name", ["of": "b"]] == nil)
      #expect(ofUser.matches(3))
      #expect(!ofUser.matches(6))
      #expect(ofPage.matches(6))
      #expect(!ofPage.matches(3))
      ofUser.link(4, User_assignable(__id: "u"))
      ofPage.link(4, User_assignable(__id: "u"))
      #expect(page.linkedRecord("boss", arguments: ["of": "page"]) == user && page.linkedRecord("boss") == nil)
      let (boss, pageBoss): (View?, View?) = (ofUser.linked(4), ofPage.linked(4))
      boss?.__record.set(0, "Ann")
      boss?.__record.set(1, 3)
      #expect(user["name"] == "Ann" && user["age"] == nil)
      pageBoss?.__record.set(1, 4)
      #expect(user["age"] == 4)
    }
  }

  @Test("arguments have defaults, client fields are in place, lists have any depth")
  func selections() throws {
    try update { source, user, _ in
      let view = try reading(user, in: source)
      view.set(1, "Hello")
      #expect(user["title", ["in": "en"]] == "Hello")
      view.link(7, [[User_assignable(__id: "u"), nil], nil])
      let rows: [[View?]?]? = view.linked(7)
      rows?[0]?[0]?.__record.set(1, 7)
      #expect(rows?.map { $0?.map { $0?.__id } } == [["u", nil], nil] && user["age"] == 7)
    }
  }

  @Test("a value whose form differs from the plan's is missing")
  func otherForms() throws {
    try update { source, user, page in
      let view = try reading(user, in: source)
      func strings() -> [String?] { [0, 1, 2, 5].map { view.value($0) } }
      func links() -> [View?] { [4, 7].map { view.linked($0) } }
      #expect(strings() == [nil, nil, nil, nil] && links().map { $0?.__id } == [nil, nil])
      user.setLinkedRecord(page, for: "id")
      user["boss"] = "nobody"
      user["rows"] = [1]
      user.setLinkedRecords([page], for: "dates")
      #expect(strings() == [nil, nil, nil, nil] && links().map { $0?.__id } == [nil, nil])
      let missing: View = view.linked(4) ?? View.__read(Generated.UpdatableLink(value: .null, context: view.context, selections: []))
      missing.__record.set(0, "?")
      #expect(missing.__record.value(0) == "" && missing.__id == "")
      user["dates"] = [1.5, "never"]
      #expect((view.value(2) as [Double?]?) == [1.5, nil])
      user["dates"] = [1.5, nil]
      #expect((view.value(2) as [Double?]?) == [1.5, nil])
      // Slots that do not exist, and slots of another kind.
      for slot in [-2, -1, 3, 8, 99] {
        view.set(slot, "?")
        view.link(slot, [User_assignable(__id: "u")])
        #expect((view.value(slot) as String?) == nil && (view.linked(slot) as View?) == nil)
      }
      #expect((view.value(4) as String?) == nil)
      #expect((view.linked(1) as View?) == nil)
      #expect(!view.matches(1))
      #expect(!view.matches(-1))
    }
  }

  @Test("an object unknown to the store is linked, and reads as missing")
  func unknownObjects() throws {
    try update { source, user, _ in
      let view = try reading(user, in: source)
      view.link(4, User_assignable(__id: "nobody"))
      #expect((view.linked(4) as View?) == nil && user.linkedRecord("boss") == nil)
      source.create(dataID: "nobody", typeName: "User")["name"] = "Somebody"
      #expect((view.linked(4) as View?)?.__id == "nobody")
      // Data created from JSON has no identity.
      view.link(4, User_assignable(__id: ""))
      #expect(user["boss"] == .null)
    }
  }

  @Test("an assigned value has the fragment's type")
  func types() {
    update { source, user, page in
      #expect(User_assignable(user)?.__id == "u" && User_assignable(page) == nil)
      #expect(Node_assignable(user)?.__id == "u" && Node_assignable(page)?.__id == "p")
      #expect(Node_assignable(source.create(dataID: "x", typeName: "Comment")) == nil)
      source.delete(dataID: "u")
      #expect(User_assignable(user) == nil && source.readUpdatableFragment(Node_updatable.self, on: user) == nil)
      #expect(User_assignable(__validating: .nowhere) == nil)
      #expect(source.readUpdatableFragment(Node_updatable(fragmentPointer: .nowhere)) == nil)
    }
  }

  @Test("a view kept after its updater reads nothing and writes nothing")
  func kept() throws {
    var kept: (view: Generated.UpdatableRecord, user: RecordProxy, source: RecordSourceProxy)?
    try update { source, user, page in
      user["boss"] = "x"
      kept = (try reading(user, in: source), user, source)
    }
    let (view, user, source) = try #require(kept)
    view.set(1, "late")
    view.link(4, User_assignable(__id: "u"))
    #expect((view.value(1) as String?) == nil && (view.linked(4) as View?) == nil)
    #expect(source.readUpdatableFragment(Node_updatable.self, on: user) == nil)
    #expect(store.json["u"] == nil)
  }

  @Test("missing field handlers supply what the store lacks; null is not missing")
  func handlers() throws {
    let handlers = [
      MissingFieldHandler(.scalar) { field, record, _ in
        field.name == "title" ? .string("\(record?.dataID ?? "") in \(field.arguments["in"]?.stringValue ?? "")") : nil
      },
      MissingFieldHandler(.linked) { field, _, _ in field.name == "boss" ? "u" : nil },
      MissingFieldHandler(.pluralLinked) { field, _, _ in field.name == "rows" ? ["u", nil, "nobody"] : nil },
    ]
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in throw CancellationError() }, store: store,
      configuration: RelayEnvironment.Configuration(missingFieldHandlers: handlers))
    try withExtendedLifetime(environment) {
      try update { source, user, _ in
        let view = try reading(user, in: source)
        #expect(view.value(1) == "u in en" && (view.linked(4) as View?)?.__id == "u")
        #expect((view.linked(7) as [View?]?)?.map { $0?.__id } == ["u", nil, nil])
        user["boss"] = .some(.null)
        user["title", ["in": "en"]] = .some(.null)
        #expect((view.linked(4) as View?) == nil && (view.value(1) as String?) == nil)
      }
    }
  }
}
