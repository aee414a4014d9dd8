import Foundation
import RelaySQLite

@testable import RelayDurableStore

extension WriteConnection {
  /// Makes a database that is not one of ours, or one of a later version.
  static func other(_ file: URL, isOurs: Bool) throws -> Database {
    let database = try Database(file, mode: .readWrite)
    try database.execute("CREATE TABLE record(id INTEGER PRIMARY KEY, other TEXT)", "INSERT INTO record(other) VALUES('text')")
    if isOurs { try database.execute("PRAGMA application_id=\(Schema.applicationID)", "PRAGMA user_version=\(Schema.version + 1)") }
    return database
  }
}
