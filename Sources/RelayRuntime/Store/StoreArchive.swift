import Foundation

/// Why an archive of a store cannot be read.
public enum StoreArchiveError: Error, Sendable, Hashable {
  /// The file does not begin like an archive of this version.
  case notAnArchive
  /// The file's end is missing, or bytes of it have changed.
  case damaged
}

/// What a store keeps on disk.
struct StoreArchive: Sendable {
  /// Without optimistic updates.
  var records: PayloadRecords
  /// The identities of the records that are known not to exist.
  var deleted: [String] = []
  /// When the store was archived. The other epochs are those of the archived store.
  var epoch: Epoch = 0
  var invalidatedAt: Epoch?
  /// The records that were invalidated, by identity.
  var invalidatedRecords: [String: Epoch] = [:]
  /// When the data of operations was written, by request id.
  var written: [String: Written] = [:]

  struct Written: Sendable, Equatable {
    let epoch: Epoch
    /// In seconds since 1970, because instants of a clock mean nothing to another process.
    let time: Double
  }
}

// The form on disk: a line with the form's version, the length and a checksum of what follows, then one JSON object.
//
// Its `records` have a member per record. Fields are written as `Store.json` shows them; an object that is a custom scalar is wrapped in
// `{"__json": …}` where it could be taken for a link.
extension StoreArchive {
  static let header = "relay-store 2"

  // MARK: Writing

  /// - Parameter time: what an instant of the store's clock is in seconds since 1970.
  static func encode(_ state: borrowing StoreState, _ keys: KeyTable, time: (ContinuousClock.Instant) -> Double) -> Data {
    var records: [String: JSON] = [:]
    for index in state.entries.indices {
      let id = RecordID(index)
      switch state.baseStatus(id).status {
      case .unknown: continue
      case .deleted: records[state.names.strings[index]] = .some(.null)
      case .exists: records[state.names.strings[index]] = encode(state.baseRecord(id), state, keys)
      }
    }
    var body: [String: JSON] = ["records": .object(records), "epoch": .int(Int(state.epoch))]
    body["invalidatedAt"] = state.invalidatedAt.map { .int(Int($0)) }
    var invalidated: [String: JSON] = [:]
    for (id, epoch) in state.invalidatedRecords { invalidated[state.names.strings[Int(id)]] = .int(Int(epoch)) }
    body["invalidatedRecords"] = .object(invalidated)
    var written = state.retention.restored
    for (id, root) in state.retention.roots { written[id] = root.written }
    body["written"] = .object(written.mapValues { .array([.int(Int($0.epoch)), .double(time($0.time))]) })
    let text = JSON.object(body).data
    return Data("\(header) \(text.count) \(checksum(text))\n".utf8) + text
  }

  private static func encode(_ record: Record, _ state: borrowing StoreState, _ keys: KeyTable) -> JSON {
    var members: [String: JSON] = [:]
    if record.type != Keys.none { members["__typename"] = .string(Keys.name(record.type)) }
    for field in record.fields { members[keys.name(field.key)] = encode(field.value, state) }
    if let errors = record.errors {
      members["__errors"] = .object(
        Dictionary(errors.map { key, errors in (keys.name(key), .array(errors.map(\.json))) }, uniquingKeysWith: { first, _ in first }))
    }
    return .object(members)
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

  // MARK: Reading

  /// Reads what `encode` wrote.
  ///
  /// - Throws: `StoreArchiveError`, or `JSONParseError`, for anything else.
  init(_ data: Data, _ keys: KeyTable) throws {
    guard let end = data.prefix(128).firstIndex(of: UInt8(ascii: "\n")) else { throw StoreArchiveError.notAnArchive }
    let line = String(decoding: data[data.startIndex..<end], as: UTF8.self)
    guard line.hasPrefix(StoreArchive.header + " ") else { throw StoreArchiveError.notAnArchive }
    let numbers = line.dropFirst(StoreArchive.header.count + 1).split(separator: " ")
    let text = data[data.index(after: end)...]
    guard numbers.count == 2, Int(numbers[0]) == text.count, UInt64(numbers[1]) == StoreArchive.checksum(text) else {
      throw StoreArchiveError.damaged
    }
    let body = try JSON(parsing: Data(text))
    guard let members = body["records"]?.objectValue, let epoch = body["epoch"]?.intValue else { throw StoreArchiveError.damaged }
    self.epoch = Epoch(epoch)
    invalidatedAt = body["invalidatedAt"]?.intValue.map { Epoch($0) }
    for (id, epoch) in body["invalidatedRecords"]?.objectValue ?? [:] { invalidatedRecords[id] = epoch.intValue.map { Epoch($0) } }
    for (id, item) in body["written"]?.objectValue ?? [:] {
      guard let epoch = item[0]?.intValue, let time = item[1]?.doubleValue else { continue }
      written[id] = Written(epoch: Epoch(epoch), time: time)
    }
    records = PayloadRecords(capacity: members.count)
    for (dataID, fields) in members.sorted(by: { $0.key < $1.key }) {
      guard case .object(let fields) = fields else {
        deleted.append(dataID)
        continue
      }
      let id = records.record(dataID)
      let record = StoreArchive.record(fields, keys, &records)
      records.records[Int(id)] = record
    }
  }

  private static func record(_ fields: [String: JSON], _ keys: KeyTable, _ records: inout PayloadRecords) -> Record {
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
    return record
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
