import Foundation

/// The contents of an archive file.
struct StoreArchive: Sendable {
  /// The records, without optimistic updates.
  var records: PayloadRecords
  /// The identities of the records that are known not to exist.
  var deleted: [String] = []
  /// When the store was archived. The other epochs are those of the archived store.
  var epoch: Epoch = 0
  var invalidatedAt: Epoch?
  /// The records that were invalidated, by identity.
  var invalidatedRecords: [(dataID: String, epoch: Epoch)] = []
  var invalidatedFields: [InvalidatedField] = []
  /// When the data of operations was written, by request id.
  var written: [(id: ByteKey, written: Written)] = []

  /// When fields were received, by record.
  var received: [(dataID: String, fields: [Received])] = []
  /// Whom the archive belongs to; `nil` if nobody.
  var owner: String?

  /// What is archived if that is only one operation.
  struct Part {
    let operation: ByteKey
    let fields: SelectedFields
  }

  struct Written: Sendable, Equatable {
    let epoch: Epoch
    /// The time of archiving in seconds since 1970, because a clock's instants are meaningless in another process; `nil` if unknown.
    let time: Double?
  }
}

// The file format: a line with the format's version, and the length and a checksum of the rest; then one JSON object.
//
// Its `records` have one member per record. Fields are written as in `RelayStore.json`; an object that is a custom scalar is wrapped in
// `{"__json": …}` if it could be mistaken for a link.
extension StoreArchive {
  static let header = "relay-store 2"
  /// The number of seconds by which a time may be in the future, for clocks that differ a little. A later one is unknown.
  static let maximumLead = 60.0
  /// The maximum length of the first line.
  private static let maximumHeaderLength = 128
  /// The maximum length of an archive.
  static let maximumLength = JSONTape.maximumLength + maximumHeaderLength

  // MARK: Writing

  /// - Parameters:
  ///   - owner: whom the archive belongs to. Without an owner, it has no data that belongs to one.
  ///   - part: what is archived; `nil` for everything.
  ///   - maximumLength: the maximum number of bytes of the text.
  ///   - time: converts an instant of the store's clock to seconds since 1970.
  /// - Throws: `StoreArchiveError` for a store that could not be restored.
  static func encode(
    _ state: borrowing StoreState, _ keys: KeyTable, owner: String? = nil, part: Part? = nil,
    maximumLength: Int = JSONTape.maximumLength, time: (ContinuousClock.Instant) -> Double
  ) throws(StoreArchiveError) -> Data {
    var records: [(name: String, value: RecordID)] = []
    for index in state.records.entries.indices where state.records.baseStatus(RecordID(index)).status != .unknown {
      guard part?.fields.contains(RecordID(index)) ?? true else { continue }
      let name = state.records.names.strings[index]
      if !DataID.isOfExecution(name) { records.append((name, RecordID(index))) }
    }
    let names = state.records.names.strings
    var invalidated = state.invalidations.records.map { (name: names[Int($0.key)], value: $0.value) }
    var written = state.retention.restored
    for (id, root) in state.retention.roots { written[id] = root.written }
    if let part {
      let exported = Set(records.map(\.name))
      invalidated.removeAll { !exported.contains($0.name) }
      written = written.filter { $0.key == part.operation }
    }
    var writer = JSONWriter()
    writer.keepsDoubles = true
    writer.write(raw: "{\"epoch\":\(state.epoch)")
    if let epoch = state.invalidations.all { writer.write(raw: ",\"invalidatedAt\":\(epoch)") }
    writer.write(raw: ",\"invalidatedRecords\":")
    writer.writeObject(invalidated) { $0.write(raw: String($1)) }
    write(state.invalidations.marks, keys, part, to: &writer)
    writer.write(raw: ",\"records\":{")
    // The state is borrowed, so an escaping closure cannot capture it.
    for (index, record) in JSONWriter.sorted(records).enumerated() {
      if index > 0 { writer.write(raw: ",") }
      writer.write(quoted: record.name)
      writer.write(raw: ":")
      write(record.value, part, hasOwner: owner != nil, state, keys, to: &writer)
    }
    writer.write(raw: "}")
    writeTimes(of: records, part, hasOwner: owner != nil, state, keys, time: time, to: &writer)
    if let owner {
      writer.write(raw: ",\"owner\":")
      writer.write(.string(owner))
    }
    writer.write(raw: ",\"written\":")
    writer.writeObject(written.map { (name: $0.key.text, value: $0.value) }) {
      $0.write(raw: "[\($1.epoch),")
      $0.write($1.time.map { .double(time($0)) } ?? .null)
      $0.write(raw: "]")
    }
    writer.write(raw: "}")
    guard writer.depth <= JSONTape.maximumDepth else { throw .nestingTooDeep }
    guard writer.bytes.count <= maximumLength else { throw .tooLarge }
    let text = Data(writer.bytes)
    return Data("\(header) \(text.count) \(checksum(text))\n".utf8) + text
  }

  /// The deepest nesting of an archive: twice that of a value, because each list of lists of links takes two levels, plus the enclosing
  /// levels.
  private static let maximumDepth = 2 * JSONTape.maximumDepth + 16

  @inline(never)
  private static func write(
    _ id: RecordID, _ part: Part?, hasOwner: Bool, _ state: borrowing StoreState, _ keys: KeyTable, to writer: inout JSONWriter
  ) {
    guard case .exists = state.records.baseStatus(id).status else { return writer.write(raw: "null") }
    let record = state.records.baseRecord(id)
    // No field has this key, so it stands for the errors.
    let errors = Keys.none
    var members: [(name: String, value: KeyID)] = []
    if record.type != Keys.none { members.append(("__typename", Keys.typename)) }
    for field in record.fields where field.key != Keys.typename || record.type == Keys.none {
      guard part?.fields.contains(field.key, of: id) ?? true, mayWrite(id, field.key, hasOwner: hasOwner, state.records) else { continue }
      members.append((keys.name(field.key), field.key))
    }
    if record.errors != nil { members.append(("__errors", errors)) }
    writer.write(raw: "{")
    for (index, member) in JSONWriter.sorted(members).enumerated() {
      if index > 0 { writer.write(raw: ",") }
      writer.write(quoted: member.name)
      writer.write(raw: ":")
      if member.value == errors {
        var errors: [(name: String, value: [GraphQLError])] = []
        for (key, value) in record.errors ?? Dictionary() {
          guard part?.fields.contains(key, of: id) ?? true, mayWrite(id, key, hasOwner: hasOwner, state.records) else { continue }
          errors.append((keys.name(key), value))
        }
        writer.writeObject(errors) { $0.write(.array($1.map(\.json))) }
      } else if member.value == Keys.typename, record.type != Keys.none {
        writer.write(.string(Keys.name(record.type)))
      } else {
        write(record[member.value], state, to: &writer)
      }
    }
    writer.write(raw: "}")
  }

  /// It is not recursive for lists of lists, so that nesting does not use the stack.
  private static func write(_ value: Value, _ state: borrowing StoreState, to writer: inout JSONWriter) {
    // A closure that captures the state would copy all of it.
    let names = state.records.names.strings
    var open: [ArraySlice<Value>] = []
    var next: Value? = value
    while true {
      switch next {
      case .ref(let id)?: writer.write(.object(["__ref": .string(names[Int(id)])]))
      case .refs(let ids)?: writer.write(.object(["__refs": .array(ids.map { $0 >= 0 ? .string(names[Int($0)]) : .null })]))
      case .list(let values)?:
        writer.write(raw: "{\"__lists\":[")
        open.append(values[...])
      case let scalar?: write(scalar: scalar.json ?? .null, to: &writer)
      case nil: writer.write(raw: "]}")
      }
      guard var rest = open.popLast() else { return }
      next = rest.popFirst()
      guard next != nil else { continue }
      if rest.startIndex > 1 { writer.write(raw: ",") }
      open.append(rest)
    }
  }

  private static func write(scalar value: JSON, to writer: inout JSONWriter) {
    guard case .object(let members) = value, members.keys.contains(where: { $0.hasBytePrefix("__") }) else { return writer.write(value) }
    writer.write(raw: "{\"__json\":")
    writer.write(value)
    writer.write(raw: "}")
  }

  // MARK: Reading

  /// Reads what `encode` wrote.
  ///
  /// - Throws: `StoreArchiveError` or `JSONParseError` for anything else.
  init(_ data: Data, _ keys: KeyTable) throws {
    guard let end = data.prefix(StoreArchive.maximumHeaderLength).firstIndex(of: UInt8(ascii: "\n")) else {
      throw StoreArchiveError.notAnArchive
    }
    let line = String(decoding: data[data.startIndex..<end], as: UTF8.self)
    guard line.hasBytePrefix(StoreArchive.header + " ") else { throw StoreArchiveError.notAnArchive }
    let numbers = line.dropFirstBytes(StoreArchive.header.utf8.count + 1).split(separator: " ")
    let text = data[data.index(after: end)...]
    guard numbers.count == 2, Int(numbers[0]) == text.count, UInt64(numbers[1]) == StoreArchive.checksum(text) else {
      throw StoreArchiveError.damaged
    }
    records = PayloadRecords()
    // Identities of records are names here, and any text can be one.
    let document = try JSONDocument(Data(text), maximumDepth: StoreArchive.maximumDepth, boundsNames: false)
    try document.withCursor { cursor in
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
      readMarks(cursor)
      cursor.forEachMember(of: cursor.find("written", in: 0)) { id, position in
        let item = cursor.value(position)
        guard let epoch = item[0]?.intValue, let time = item[1], time.isNull || time.doubleValue != nil else { return }
        written.append((ByteKey(id), Written(epoch: Epoch(epoch), time: time.doubleValue)))
      }
      received = StoreArchive.times(cursor, keys)
      let owner = cursor.find("owner", in: 0)
      if owner >= 0 { self.owner = cursor.value(owner).stringValue }
      var reader = RecordReader(
        cursor: cursor, keys: keys, mayBeTooDeep: document.tape.depth > JSONTape.maximumDepth,
        mayHaveUnboundedNames: document.tape.hasUnboundedNames, records: PayloadRecords(capacity: cursor.count(members)))
      cursor.forEachMember(of: members) { dataID, position in
        guard cursor.kind(position) == .object else { return deleted.append(dataID) }
        let id = reader.records.record(dataID)
        let record = reader.record(position)
        reader.records.records[Int(id)] = record
      }
      guard !reader.isDamaged else { throw StoreArchiveError.damaged }
      records = reader.records
    }
  }

  /// FNV-1a, 64 bits: sufficient to detect a file that was truncated or overwritten.
  static func checksum(_ data: Data) -> UInt64 {
    // The bytes are valid during the call.
    unsafe data.withUnsafeBytes { bytes in
      unsafe bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}

/// Reads the records of an archive.
private struct RecordReader: ~Copyable {
  let cursor: JSONCursor
  let keys: KeyTable
  /// Whether a value may be nested deeper than the values that `encode` writes.
  let mayBeTooDeep: Bool
  /// Whether a value may have names that the parser otherwise refuses.
  let mayHaveUnboundedNames: Bool
  var records: PayloadRecords
  /// Whether such a value was found.
  private(set) var isDamaged = false

  init(cursor: JSONCursor, keys: KeyTable, mayBeTooDeep: Bool, mayHaveUnboundedNames: Bool, records: PayloadRecords) {
    self.cursor = cursor
    self.keys = keys
    self.mayBeTooDeep = mayBeTooDeep
    self.mayHaveUnboundedNames = mayHaveUnboundedNames
    self.records = records
  }

  mutating func record(_ object: Int) -> Record {
    var record = Record(type: Keys.none)
    cursor.forEachMember(of: object) { name, position in
      if name.hasSameBytes(as: "__errors") {
        cursor.forEachMember(of: position) { key, errors in
          record.setErrors(keys.intern(key), json(errors).arrayValue?.map { GraphQLError(json: $0) })
        }
      } else if name.hasSameBytes(as: "__typename") {
        guard let type = json(position).stringValue else { return }
        record.type = keys.intern(typeName: type)
      } else {
        record.set(keys.intern(name), value(position))
      }
    }
    return record
  }

  private mutating func json(_ position: Int) -> JSON {
    if mayBeTooDeep && cursor.depth(position) > JSONTape.maximumDepth || mayHaveUnboundedNames && !cursor.hasBoundedNames(position) {
      isDamaged = true
      return .null
    }
    return cursor.value(position)
  }

  /// It is not recursive for lists of lists, so that nesting does not use the stack.
  private mutating func value(_ position: Int) -> Value {
    var open: [(items: [Value], end: Int)] = []
    var position = position
    while true {
      let list = list(position)
      if list >= 0, cursor.count(list) > 0 {
        if open.count > Int(UInt8.max) {
          isDamaged = true
          return .null
        }
        open.append(([], cursor.next(list)))
        position = list + 1
        continue
      }
      var value = list >= 0 ? Value.list([]) : leaf(position)
      position = cursor.next(position)
      while var last = open.popLast() {
        last.items.append(value)
        if position < last.end {
          open.append(last)
          break
        }
        value = .list(last.items)
      }
      if open.isEmpty { return value }
    }
  }

  /// The position of the items of a list of lists of links; -1 for anything else.
  private func list(_ position: Int) -> Int {
    guard cursor.kind(position) == .object, cursor.count(position) == 1, cursor.kind(position + 2) == .array,
      cursor.string(position + 1).hasSameBytes(as: "__lists")
    else { return -1 }
    return position + 2
  }

  private mutating func leaf(_ position: Int) -> Value {
    guard cursor.kind(position) == .object, cursor.count(position) == 1 else { return Value(json(position)) }
    let value = position + 2
    let name = cursor.string(position + 1)
    // A long name is none of these, and comparing it could be slow.
    switch (name.utf8.count <= 8 ? name : "", cursor.kind(value)) {
    case ("__ref", .string), ("__ref", .escapedString): return .ref(records.record(cursor.string(value)))
    case ("__refs", .array):
      var ids: [RecordID] = []
      cursor.forEachElement(of: value) { item in
        let isLink = cursor.kind(item) == .string || cursor.kind(item) == .escapedString
        ids.append(isLink ? records.record(cursor.string(item)) : .null)
      }
      return .refs(ids)
    case ("__json", _): return Value(json(value))
    default: return Value(json(position))
    }
  }
}
