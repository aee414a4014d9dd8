// An archive's `invalidatedTypes` has the epoch at which each type was last invalidated; `invalidatedFields` has a list for each field of a
// type: `[type, field, storage key or null, epoch]`.
extension StoreArchive {
  /// A field of all objects of a type, and when it was invalidated.
  struct InvalidatedField: Sendable {
    let type: String
    let name: String
    /// The storage key, with the arguments; `nil` if these do not matter.
    let key: String?
    let epoch: Epoch
  }

  /// Writes which types and fields were invalidated, as members of an object.
  static func write(_ marks: StaleMarks, _ keys: KeyTable, to writer: inout JSONWriter) {
    if !marks.types.isEmpty {
      writer.write(raw: ",\"invalidatedTypes\":")
      writer.writeObject(marks.types.map { (keys.name($0.key), $0.value) }) { $0.write(raw: String($1)) }
    }
    guard !marks.fields.isEmpty else { return }
    let fields = marks.fields.map { field, epoch -> JSON in
      [
        .string(keys.name(field.type)), .string(keys.name(field.name)), field.key.map { .string($0.text) } ?? .null,
        .int(Int(epoch)),
      ]
    }
    writer.write(raw: ",\"invalidatedFields\":")
    writer.write(.array(fields))
  }

  /// Reads what `write` wrote. What does not have its form is left out.
  mutating func readMarks(_ cursor: JSONCursor) {
    var (types, fields): ([(name: String, epoch: Epoch)], [InvalidatedField]) = ([], [])
    cursor.forEachMember(of: cursor.find("invalidatedTypes", in: 0)) { name, position in
      if let epoch = cursor.value(position).intValue { types.append((name, Epoch(epoch))) }
    }
    cursor.forEachElement(of: cursor.find("invalidatedFields", in: 0)) { position in
      let item = cursor.value(position)
      guard let type = item[0]?.stringValue, let name = item[1]?.stringValue, let epoch = item[3]?.intValue else { return }
      fields.append(InvalidatedField(type: type, name: name, key: item[2]?.stringValue, epoch: Epoch(epoch)))
    }
    (invalidatedTypes, invalidatedFields) = (types, fields)
  }
}

extension StaleMarks {
  /// Adds what an archive knows beneath what is known here.
  ///
  /// - Parameter epoch: converts an epoch of the archived store.
  mutating func restore(_ archive: StoreArchive, _ keys: KeyTable, epoch: (Epoch) -> Epoch) {
    for type in archive.invalidatedTypes { restore(type: keys.intern(typeName: type.name), at: epoch(type.epoch)) }
    for field in archive.invalidatedFields {
      let type = keys.intern(typeName: field.type)
      restore(
        StaleTargets.TypeField(type: type, name: Keys.intern(field.name), key: field.key.map { ByteKey($0) }), at: epoch(field.epoch))
    }
  }
}
