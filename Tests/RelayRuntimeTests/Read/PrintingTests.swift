import Testing

@testable import RelayRuntime

/// What `print`, `dump` and failed expectations show of data.
@Suite("Printing")
struct PrintingTests {
  private let test = TestStore()
  private let query = CurrentUserToDoListQuery(id: "u1")

  private func user() throws -> ToDoList_user {
    test.queue.commitPayload(query.descriptor, try test.normalize(query.descriptor, JSON.object(["data": ToDoPayloads.user]).description))
    test.queue.run()
    let row = try #require(test.store.capture(test.store.selector(query.descriptor)).row)
    let data = CurrentUserToDoListQuery.Data(__row: Generated.RowReference(row))
    return try #require(data.user).fragments.toDoList_user
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    Swift.dump(value, to: &text)
    return text
  }

  @Test("data, fragments and lists of them show their fields on one line")
  func line() throws {
    let user = try user()
    let node = try #require(user.data.todos?.first)
    #expect("\(node)" == #"Todo_node(__row: {id: "t1", ...fragment_ToDoItem_todo, __typename: "Todo"})"#)
    let item = node.fragments.toDoItem_todo
    #expect("\(item.data)" == #"Data(__row: {id: "t1", text: "Buy milk", complete: false})"#)
    #expect("\(item)" == #"ToDoItem_todo(fragmentPointer: {id: "t1", text: "Buy milk", complete: false})"#)
    let text = "\(user.data)"
    #expect(text.hasPrefix(#"Data(__row: {todos: {edges: [{node: {id: "t1", ...fragment_ToDoItem_todo"#), "\(text)")
    #expect(text.contains(#"pageInfo: {endCursor: "c2", hasNextPage: true}"#), "\(text)")
    #expect(String(reflecting: Optional(item.data)).contains(#"{id: "t1", text: "Buy milk", complete: false}"#))
  }

  @Test("dump shows the fields and nothing of the store")
  func dump() throws {
    let user = try user()
    let text = dumped(user.data)
    #expect(!text.contains("Buy milk"), "a masked field")
    for line in [#"- id: "t1""#, #"- endCursor: "c2""#, "- hasNextPage: true", "- ...fragment_ToDoItem_todo"] {
      #expect(text.contains(line), "\(text)")
    }
    for name in ["chunk", "pointer", "context", "Row("] { #expect(!text.contains(name), "\(name) in \(text)") }
    #expect(text.split(separator: "\n").count < 40)
    let item = try #require(user.data.todos?.first).fragments.toDoItem_todo
    #expect(dumped(item).contains(#"- text: "Buy milk""#), "\(dumped(item))")
  }

  @Test("null, data in no store, and a fragment of which nothing is known")
  func oddities() {
    let item = ToDoItem_todo.Data(json: ["id": "1", "text": nil])
    #expect("\(item)" == #"Data(__row: {id: "1", text: nil})"#)
    #expect("\(ToDoItem_todo(fragmentPointer: .nowhere))" == "ToDoItem_todo(fragmentPointer: nothing)")
    let pointer = FragmentPointer(dataID: "1", sample: FragmentPointer.Sample(members: ["text": "Milk"], isWhole: true))
    #expect("\(pointer)" == #"{"text":"Milk"}"#)
  }

  /// A type with a field named `description`, as generated code has it.
  private struct Described: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    var description: String { __row.string(0) }
  }

  private static let described = Generated.RowShape(
    names: ["description", "price"], types: [.string, .double], connection: nil, spreads: [-1, -1], objects: [nil, nil])

  @Test("a field named description is a field, and does not replace the others when it is printed")
  func description() {
    let data = Described(__row: Generated.RowReference(Row(json: ["description": "A book", "price": 1.5], shape: Self.described)))
    let text: String = data.description
    #expect(text == "A book")
    #expect("\(data)" == #"Described(__row: {description: "A book", price: 1.5})"#)
  }

  @Test("long lists, long strings and large data are cut")
  func cut() {
    let lists = Generated.RowShape(names: ["tags"], types: [.list(.string)], connection: nil, spreads: [-1], objects: [nil])
    let many = Row(json: ["tags": .array((0..<25).map { .string("\($0)") })], shape: lists)
    #expect(
      "\(Generated.RowReference(many))" == #"{tags: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", … 15 more]}"#)
    let combining = "e" + String(repeating: "\u{301}", count: 100_000)
    let long = Row(json: ["description": .string(combining), "price": 1], shape: Self.described)
    let text = "\(Generated.RowReference(long))"
    #expect(text.unicodeScalars.count < 2_000 && text.contains("…") && text.contains("price: 1"))
    // Ten lists of ten in five levels have 100,000 values.
    var (shape, json) = (
      Generated.RowShape(names: ["n"], types: [.int], connection: nil, spreads: [-1], objects: [nil]), JSON.object(["n": 1])
    )
    for _ in 0..<5 {
      shape = Generated.RowShape(names: ["items"], types: [.list(.object(0))], connection: nil, spreads: [-1], objects: [shape])
      json = ["items": .array(Array(repeating: json, count: 10))]
    }
    let large = Generated.RowReference(Row(json: json, shape: shape))
    #expect("\(large)".utf8.count < 10_000)
    #expect(dumped(large).split(separator: "\n").count < 1_000)
  }
}
