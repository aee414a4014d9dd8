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
  var invalidatedRecords: [(dataID: String, epoch: Epoch)] = []
  /// When the data of operations was written, by request id.
  var written: [(id: ByteKey, written: Written)] = []

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
    var records: [(name: String, value: RecordID)] = []
    for index in state.entries.indices where state.baseStatus(RecordID(index)).status != .unknown {
      records.append((state.names.strings[index], RecordID(index)))
    }
    let invalidated = state.invalidatedRecords.map { (name: state.names.strings[Int($0.key)], value: $0.value) }
    var written = state.retention.restored
    for (id, root) in state.retention.roots { written[id] = root.written }
    var writer = JSONWriter()
    writer.write(raw: "{\"epoch\":\(state.epoch)")
    if let epoch = state.invalidatedAt { writer.write(raw: ",\"invalidatedAt\":\(epoch)") }
    writer.write(raw: ",\"invalidatedRecords\":")
    writer.writeObject(invalidated) { $0.write(.int(Int($1))) }
    writer.write(raw: ",\"records\":")
    // The state is borrowed, which a closure that is passed on cannot do.
    let contents = records.map { (name: $0.name, value: member($0.value, state, keys)) }
    writer.writeObject(contents) { write($1, to: &$0) }
    writer.write(raw: ",\"written\":")
    writer.writeObject(written.map { (name: $0.key.text, value: $0.value) }) {
      $0.write(.array([.int(Int($1.epoch)), .double(time($1.time))]))
    }
    writer.write(raw: "}")
    let text = Data(writer.bytes)
    return Data("\(header) \(text.count) \(checksum(text))\n".utf8) + text
  }

  /// A value in the form that it has on disk: as JSON, but that the names of members may be equal as Swift's strings.
  private indirect enum Member {
    case json(JSON)
    case list([Member])
    case members([(name: String, value: Member)])
  }

  private static func write(_ member: Member, to writer: inout JSONWriter) {
    switch member {
    case .json(let value): writer.write(value)
    case .list(let items):
      writer.write(raw: "[")
      for (index, item) in items.enumerated() {
        if index > 0 { writer.write(raw: ",") }
        write(item, to: &writer)
      }
      writer.write(raw: "]")
    case .members(let members): writer.writeObject(members) { write($1, to: &$0) }
    }
  }

  private static func member(_ id: RecordID, _ state: borrowing StoreState, _ keys: KeyTable) -> Member {
    guard case .exists = state.baseStatus(id).status else { return .json(.null) }
    let record = state.baseRecord(id)
    var members: [(name: String, value: Member)] = []
    if record.type != Keys.none { members.append(("__typename", .json(.string(Keys.name(record.type))))) }
    for field in record.fields where field.key != Keys.typename || record.type == Keys.none {
      members.append((keys.name(field.key), member(field.value, state)))
    }
    if let errors = record.errors {
      members.append(
        ("__errors", .members(errors.map { key, errors in (keys.name(key), .json(.array(errors.map(\.json)))) })))
    }
    return .members(members)
  }

  private static func member(_ value: Value, _ state: borrowing StoreState) -> Member {
    switch value {
    case .ref(let id): return .json(.object(["__ref": .string(state.names.strings[Int(id)])]))
    case .refs(let ids):
      return .json(.object(["__refs": .array(ids.map { $0 >= 0 ? .string(state.names.strings[Int($0)]) : .null })]))
    case .list(let values): return .members([("__lists", .list(values.map { member($0, state) }))])
    case .scalar(let box): return member(Value(box.json), state)
    case .object(let members) where members.keys.contains { $0.hasBytePrefix("__") }: return .json(.object(["__json": .object(members)]))
    default: return .json(value.json ?? .null)
    }
  }

  // MARK: Reading

  /// Reads what `encode` wrote.
  ///
  /// - Throws: `StoreArchiveError`, or `JSONParseError`, for anything else.
  init(_ data: Data, _ keys: KeyTable) throws {
    guard let end = data.prefix(128).firstIndex(of: UInt8(ascii: "\n")) else { throw StoreArchiveError.notAnArchive }
    let line = String(decoding: data[data.startIndex..<end], as: UTF8.self)
    guard line.hasBytePrefix(StoreArchive.header + " ") else { throw StoreArchiveError.notAnArchive }
    let numbers = line.dropFirstBytes(StoreArchive.header.utf8.count + 1).split(separator: " ")
    let text = data[data.index(after: end)...]
    guard numbers.count == 2, Int(numbers[0]) == text.count, UInt64(numbers[1]) == StoreArchive.checksum(text) else {
      throw StoreArchiveError.damaged
    }
    records = PayloadRecords()
    try JSONDocument(Data(text)).withCursor { cursor in
      func int(_ position: Int) -> Int? { position < 0 ? nil : cursor.value(position).intValue }
      let members = cursor.find("records", in: 0)
      guard members >= 0, cursor.kind(members) == .object, let epoch = int(cursor.find("epoch", in: 0)) else {
        throw StoreArchiveError.damaged
      }
      self.epoch = Epoch(epoch)
      invalidatedAt = int(cursor.find("invalidatedAt", in: 0)).map { Epoch($0) }
      cursor.forEachMember(of: cursor.find("invalidatedRecords", in: 0)) { dataID, position in
        if let epoch = int(position) { invalidatedRecords.append((dataID, Epoch(epoch))) }
      }
      cursor.forEachMember(of: cursor.find("written", in: 0)) { id, position in
        let item = cursor.value(position)
        guard let epoch = item[0]?.intValue, let time = item[1]?.doubleValue else { return }
        written.append((ByteKey(id), Written(epoch: Epoch(epoch), time: time)))
      }
      records = PayloadRecords(capacity: cursor.count(members))
      cursor.forEachMember(of: members) { dataID, position in
        guard cursor.kind(position) == .object else { return deleted.append(dataID) }
        let id = records.record(dataID)
        let record = StoreArchive.record(position, cursor, keys, &records)
        records.records[Int(id)] = record
      }
    }
  }

  private static func record(_ object: Int, _ cursor: JSONCursor, _ keys: KeyTable, _ records: inout PayloadRecords) -> Record {
    var record = Record(type: Keys.none)
    cursor.forEachMember(of: object) { name, position in
      switch name {
      case "__errors":
        cursor.forEachMember(of: position) { key, errors in
          record.setErrors(keys.intern(key), cursor.value(errors).arrayValue?.map { GraphQLError(json: $0) })
        }
      case "__typename":
        guard let type = cursor.value(position).stringValue else { return }
        record.type = keys.intern(typeName: type)
        record.set(Keys.typename, .string(type))
      default: record.set(keys.intern(name), decode(position, cursor, &records))
      }
    }
    return record
  }

  private static func decode(_ position: Int, _ cursor: JSONCursor, _ records: inout PayloadRecords) -> Value {
    guard cursor.kind(position) == .object, cursor.count(position) == 1 else { return Value(cursor.value(position)) }
    let value = position + 2
    switch (cursor.string(position + 1), cursor.kind(value)) {
    case ("__ref", .string), ("__ref", .escapedString): return .ref(records.record(cursor.string(value)))
    case ("__refs", .array):
      var ids: [RecordID] = []
      for item in cursor.value(value).arrayValue ?? [] { ids.append(item.stringValue.map { records.record($0) } ?? .null) }
      return .refs(ids)
    case ("__lists", .array):
      var items: [Value] = []
      cursor.forEachElement(of: value) { items.append(decode($0, cursor, &records)) }
      return .list(items)
    case ("__json", _): return Value(cursor.value(value))
    default: return Value(cursor.value(position))
    }
  }

  /// FNV-1a, 64 bits: enough to notice a file that was cut or overwritten.
  private static func checksum(_ data: Data) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
