package import Foundation
package import RelayRuntime
import RelaySQLite

/// The records in the SQLite file of Apollo iOS: one row for each, with its fields as JSON text.
///
/// Written for versions 1 and 2 of `ApolloSQLite`. What cannot be read counts as missing.
package struct ApolloRecords: OtherRecords {
  private let database: Database
  /// Of a record, in bytes. Larger ones count as missing.
  private static let maximumLength = 16_000_000

  /// Opens a file, which is not changed.
  ///
  /// - Throws: ``DurabilityError`` if there is no such file, or no SQLite.
  package init(_ file: URL) throws {
    database = try DurabilityError.converting {
      let database = try Database(file, mode: .readOnly, busyTimeout: 1_000)
      try Schema.prepare(database)
      // A view in its place might never end.
      guard try database.integer("SELECT count(*) FROM sqlite_schema WHERE name='records' AND type='table'") == 1 else {
        throw DurabilityError.unavailable("the file is not one of Apollo's")
      }
      return database
    }
  }

  package var rootKey: String { "QUERY_ROOT" }

  package func fields(of record: String) throws -> [String: JSON]? {
    try DurabilityError.converting {
      let select = try database.statement("SELECT record FROM records WHERE key=?1 AND length(record)<\(ApolloRecords.maximumLength)")
      defer { select.reset() }
      try select.bind(record, at: 1)
      guard try select.step() else { return nil }
      return (try? JSON(parsing: select.text(0)))?.objectValue
    }
  }

  /// `name(a:1,b:text)`: arguments by name, strings without quotes, and objects and lists in brackets.
  package func key(_ name: String, _ arguments: [(name: String, value: JSON)]) -> String {
    let key = ApolloRecords.text(arguments)
    return key.isEmpty ? name : "\(name)(\(key))"
  }

  private static func text(_ members: [(name: String, value: JSON)]) -> String {
    members.sorted { $0.name < $1.name }.map { member in
      switch member.value {
      case .object(let object): "[\(member.name):\(text(object.map { (name: $0.key, value: $0.value) }))]"
      case .array(let items) where !items.isEmpty && items.allSatisfy { $0.objectValue != nil }:
        "\(member.name):[\(items.map { text(($0.objectValue ?? [:]).map { (name: $0.key, value: $0.value) }) }.joined(separator: ","))]"
      case .array(let items): "\(member.name):[\(items.map(scalar).joined(separator: ", "))]"
      default: "\(member.name):\(scalar(member.value))"
      }
    }.joined(separator: ",")
  }

  private static func scalar(_ value: JSON) -> String { value.stringValue ?? "\(value)" }

  package func link(_ value: JSON) -> String? { value["$reference"]?.stringValue }
}
