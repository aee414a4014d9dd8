public import Foundation
import Synchronization

/// Why an archive of a store cannot be read.
public enum StoreArchiveError: Error, Sendable, Hashable {
  /// The file does not begin like an archive of this version.
  case notAnArchive
  /// The file's end is missing, or bytes of it have changed.
  case damaged
}

/// The form of a store on disk: a line with the form's version, the length and a checksum of what follows, then one JSON object.
///
/// The object holds a member per record. Its fields are written as `Store.json` shows them; an object that is a custom scalar is wrapped in
/// `{"__json": …}` where it could be taken for a link.
enum StoreArchive {
  static let header = "relay-store 1"

  static func encode(_ state: borrowing StoreState, _ keys: KeyTable) -> Data {
    var records: [String: JSON] = [:]
    for index in state.entries.indices {
      let id = RecordID(index)
      switch state.baseStatus(id).status {
      case .unknown: continue
      case .deleted: records[state.names.strings[index]] = .some(.null)
      case .exists:
        let record = state.baseRecord(id)
        var members: [String: JSON] = [:]
        if record.type != Keys.none { members["__typename"] = .string(Keys.name(record.type)) }
        for field in record.fields { members[keys.name(field.key)] = encode(field.value, state) }
        if let errors = record.errors {
          members["__errors"] = .object(
            Dictionary(
              errors.map { key, errors in (keys.name(key), .array(errors.map(\.json))) },
              uniquingKeysWith: { first, _ in first }))
        }
        records[state.names.strings[index]] = .object(members)
      }
    }
    let body = JSON.object(records).data
    return Data("\(header) \(body.count) \(checksum(body))\n".utf8) + body
  }

  private static func encode(_ value: Value, _ state: borrowing StoreState) -> JSON {
    switch value {
    case .ref(let id): return .object(["__ref": .string(state.names.strings[Int(id)])])
    case .refs(let ids):
      return .object(["__refs": .array(ids.map { $0 >= 0 ? .string(state.names.strings[Int($0)]) : .null })])
    case .list(let values): return .object(["__lists": .array(values.map { encode($0, state) })])
    case .object(let members) where members.keys.contains { $0.hasPrefix("__") }: return .object(["__json": .object(members)])
    default: return value.json ?? .null
    }
  }

  static func decode(_ data: Data, _ keys: KeyTable) throws -> (records: PayloadRecords, deleted: [String]) {
    guard let end = data.prefix(128).firstIndex(of: UInt8(ascii: "\n")) else { throw StoreArchiveError.notAnArchive }
    let line = String(decoding: data[data.startIndex..<end], as: UTF8.self)
    guard line.hasPrefix(header + " ") else { throw StoreArchiveError.notAnArchive }
    let numbers = line.dropFirst(header.count + 1).split(separator: " ")
    let body = data[data.index(after: end)...]
    guard numbers.count == 2, Int(numbers[0]) == body.count, UInt64(numbers[1]) == checksum(body) else {
      throw StoreArchiveError.damaged
    }
    guard case .object(let members) = try JSON(parsing: Data(body)) else { throw StoreArchiveError.damaged }
    var records = PayloadRecords(capacity: members.count)
    var deleted: [String] = []
    for (dataID, fields) in members.sorted(by: { $0.key < $1.key }) {
      guard case .object(let fields) = fields else {
        deleted.append(dataID)
        continue
      }
      let id = records.record(dataID)
      var record = Record(type: fields["__typename"]?.stringValue.map { Keys.intern($0) } ?? Keys.none)
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        switch name {
        case "__errors":
          for (key, errors) in value.objectValue ?? [:] {
            record.setErrors(keys.intern(key), errors.arrayValue?.map { GraphQLError(json: $0) })
          }
        case "__typename": record.set(Keys.typename, .string(value.stringValue ?? ""))
        default: record.set(keys.intern(name), decode(value, &records))
        }
      }
      records.records[Int(id)] = record
    }
    return (records, deleted)
  }

  private static func decode(_ json: JSON, _ records: inout PayloadRecords) -> Value {
    guard case .object(let members) = json, members.count == 1, let (name, value) = members.first else { return Value(json) }
    switch (name, value) {
    case ("__ref", .string(let dataID)): return .ref(records.record(dataID))
    case ("__refs", .array(let items)):
      return .refs(items.map { $0.stringValue.map { records.record($0) } ?? .null })
    case ("__lists", .array(let items)): return .list(items.map { decode($0, &records) })
    case ("__json", _): return Value(value)
    default: return Value(json)
    }
  }

  /// FNV-1a, 64 bits: enough to notice a file that was cut or overwritten.
  private static func checksum(_ data: Data) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}

extension Store {
  /// Writes everything in the store, optimistic updates aside, to a file.
  ///
  /// The file is replaced as a whole once it is complete: a process that is killed at any moment leaves either the old one or the new one.
  ///
  /// - Throws: what writing a file throws.
  public func save(to file: URL) throws {
    let data = state.withLock { StoreArchive.encode($0, keys) }
    try data.write(to: file, options: .atomic)
  }

  /// Brings in what `save(to:)` wrote. What the store knows already stays as it is, being newer.
  ///
  /// - Throws: `StoreArchiveError` or `JSONParseError` for a file that is no archive or is damaged, and what reading a file throws. The
  ///   store is unchanged then.
  public func restore(from file: URL) throws {
    var (records, deleted) = try StoreArchive.decode(try Data(contentsOf: file), keys)
    writer.lock()
    state.withLock { state in
      for local in records.records.indices {
        let id = state.intern(records.names.strings[local])
        guard state.baseStatus(id).status == .exists else {
          // Records that an archive only links to are not in it.
          continue
        }
        let known = state.baseRecord(id)
        for field in records.records[local].fields where !known[field.key].isMissing {
          records.records[local].set(field.key, .missing)
        }
        if known.type != Keys.none { records.records[local].type = known.type }
      }
      let unknown = records.records.indices.filter { records.records[$0].type == Keys.none && records.records[$0].fields.isEmpty }
      state.mergeRestored(&records, skipping: Set(unknown))
      for dataID in deleted {
        let id = state.intern(dataID)
        if state.baseStatus(id).status == .unknown { state.delete(id) }
      }
      lineUpNotifications(&state)
    }
    writer.unlock()
    deliverNotifications()
  }
}

extension StoreState {
  /// Merges the records of an archive below the optimistic updates; `unknown` ones are only linked to.
  fileprivate mutating func mergeRestored(_ payload: inout PayloadRecords, skipping unknown: Set<Int>) {
    let log = undo
    undo = nil
    let ids = payload.names.strings.indices.map { intern(payload.names.strings[$0]) }
    for local in payload.records.indices where !unknown.contains(local) {
      // What an optimistic update has written or deleted is not touched by what is older than the store's own data.
      if let log, log.touches(ids[local]) { continue }
      var record = payload.records[local]
      record.mapLinks { ids[Int($0)] }
      merge(record, into: ids[local])
    }
    undo = log
  }
}
