@testable import RelayRuntime

/// Users with their cities: `query UserQuery($id: ID) { user(id: $id) { id name city { name } } }`.
enum Users {
  static let query = Plans.operation(
    "UserQuery", arguments: ["id": .null],
    normalization: [
      .linked(
        "user", of: "User", arguments: .variables("id"),
        [
          .scalar("id", "D!"), .scalar("name", "S"), .linked("city", of: "City", [.scalar("name", "S")]),
        ])
    ],
    readerArguments: [.local("id")],
    reader: [
      .linked(
        "user", of: "User", arguments: .variables("id"),
        [
          .scalar("name", "S"), .linked("city", of: "City", [.scalar("name", "S")]),
        ])
    ])

  static func operation(_ id: String) -> OperationDescriptor { OperationDescriptor(query, variables: ["id": .string(id)]) }

  /// Writes a user to a store.
  static func load(_ test: TestStore, _ id: String) throws {
    try test.publish(operation(id), #"{"data":{"user":{"id":"\#(id)","name":"Name \#(id)","city":{"name":"City of \#(id)"}}}}"#)
  }

  /// What the query reads of it.
  static func json(_ id: String) -> JSON {
    ["user": ["name": .string("Name \(id)"), "city": ["name": .string("City of \(id)")]]]
  }
}
