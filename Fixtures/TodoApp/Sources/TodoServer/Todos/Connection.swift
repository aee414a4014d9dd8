import Foundation
import RelayRuntime

/// A page of to-dos (GraphQL Cursor Connections Specification, section 4).
struct TodoConnection: ObjectValue {
  static let typeName = "TodoConnection"
  static let nullableFields: Set<String> = ["edges"]

  private let page: ArraySlice<TodoStore.Todo>
  private let hasPreviousPage: Bool
  private let hasNextPage: Bool

  /// The page of `todos` selected by the field's arguments `first`, `after`, `last` and `before`.
  init(_ todos: [TodoStore.Todo], _ field: FieldRequest) throws {
    var page = todos[...]
    if let after = try Self.id(field.argument("after", \.stringValue)), let index = page.firstIndex(where: { $0.id == after }) {
      page = page[(index + 1)...]
    }
    if let before = try Self.id(field.argument("before", \.stringValue)), let index = page.firstIndex(where: { $0.id == before }) {
      page = page[..<index]
    }
    if let first = try Self.count(field, "first") { page = page.prefix(first) }
    if let last = try Self.count(field, "last") { page = page.suffix(last) }
    self.page = page
    hasPreviousPage = page.startIndex > todos.startIndex
    hasNextPage = page.endIndex < todos.endIndex
  }

  func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
    switch field.name {
    case "edges": .list(page.map { TodoEdge(todo: $0) })
    case "pageInfo": .object(PageInfo(connection: self))
    default: throw field.unknown(on: Self.typeName)
    }
  }

  private static func count(_ field: FieldRequest, _ name: String) throws -> Int? {
    guard let count = try field.argument(name, \.intValue) else { return nil }
    guard count >= 0 else { throw RequestError("Argument \"\(name)\" must not be negative.", code: "BAD_USER_INPUT") }
    return count
  }

  fileprivate static func cursor(_ todo: TodoStore.Todo) -> JSON {
    .string(Data("after \(todo.id)".utf8).base64EncodedString())
  }

  private static func id(_ cursor: String?) throws -> String? {
    guard let cursor else { return nil }
    guard let bytes = Data(base64Encoded: cursor), bytes.starts(with: "after ".utf8) else {
      throw RequestError("\"\(cursor)\" is not a cursor of this connection.", code: "BAD_USER_INPUT")
    }
    return String(decoding: bytes.dropFirst(6), as: UTF8.self)
  }

  private struct TodoEdge: ObjectValue {
    static let typeName = "TodoEdge"
    static let nullableFields: Set<String> = ["node"]

    let todo: TodoStore.Todo

    func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
      switch field.name {
      case "node": .object(todo)
      case "cursor": .scalar(TodoConnection.cursor(todo))
      default: throw field.unknown(on: Self.typeName)
      }
    }
  }

  private struct PageInfo: ObjectValue {
    static let typeName = "PageInfo"
    static let nullableFields: Set<String> = ["startCursor", "endCursor"]

    let connection: TodoConnection

    func resolve(_ field: FieldRequest, in store: inout TodoStore) throws -> FieldValue {
      switch field.name {
      case "hasPreviousPage": .scalar(.bool(connection.hasPreviousPage))
      case "hasNextPage": .scalar(.bool(connection.hasNextPage))
      case "startCursor": .scalar(connection.page.first.map(TodoConnection.cursor) ?? .null)
      case "endCursor": .scalar(connection.page.last.map(TodoConnection.cursor) ?? .null)
      default: throw field.unknown(on: Self.typeName)
      }
    }
  }
}
