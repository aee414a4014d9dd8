import Apollo
import Foundation
import RelayRuntime

extension ApolloStore {
  /// Publishes the changes of Relay's store to Apollo's watchers, until the task is cancelled. Publishing data that Apollo already has
  /// changes nothing, so changes do not circulate.
  func follow(_ changes: AsyncStream<[RecordChange]>) async throws {
    for await changes in changes {
      let deleted = changes.filter { $0.fields == nil }.map(\.dataID)
      if !deleted.isEmpty {
        try await withinReadWriteTransaction { transaction in
          for key in deleted { try await transaction.removeObject(for: key) }
        }
      }
      try await publish(records: RecordSet(records: changes.compactMap(Record.init)))
    }
  }
}

extension Record {
  /// The record with Apollo's key. With `identity: .byTypeAndID`, Relay's identities equal the keys of `@typePolicy(keyFields: "id")`.
  /// Objects without an id are left out, because each store names them differently.
  init?(_ change: RecordChange) {
    guard let fields = change.fields, let key = Record.key(change.dataID) else { return nil }
    // A field with arguments has a different key in Apollo's cache.
    self.init(key: key, fields.filter { !$0.key.contains("(") }.compactMapValues(Record.value))
  }

  private static func key(_ dataID: String) -> CacheKey? {
    if dataID == "client:root" { return "QUERY_ROOT" }
    return dataID.hasPrefix("client:") ? nil : dataID
  }

  private static func value(_ json: JSON) -> Value? {
    switch json {
    case .string(let text): text
    case .int(let number): number
    case .double(let number): number
    case .bool(let flag): flag
    case .object(let link): link["__ref"]?.stringValue.flatMap(key).map { CacheReference($0) } ?? references(link["__refs"])
    case .null: NSNull()
    case .array: nil
    }
  }

  private static func references(_ links: JSON?) -> Value? {
    links?.arrayValue?.compactMap { $0.stringValue.flatMap(key).map { CacheReference($0) } }
  }
}
