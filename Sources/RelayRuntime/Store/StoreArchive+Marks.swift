// An archive's `invalidatedFields` has a list for each type and each field of a type that was invalidated: `[type, field or null, storage key or
// null, epoch]`.
extension StoreArchive {
  /// The objects of a type, or a field of all of them, and when they were invalidated.
  struct InvalidatedField: Sendable {
    let type: String
    /// `nil` for the objects with everything in them.
    let name: String?
    /// The storage key, with the arguments; `nil` if these do not matter.
    let key: String?
    let epoch: Epoch
  }

  /// Writes which types and fields were invalidated, as a member of an object.
  static func write(_ marks: StaleMarks, _ keys: KeyTable, _ part: Part?, to writer: inout JSONWriter) {
    if marks.isEmpty { return }
    var fields: [JSON] = []
    // Arguments may be those of other operations.
    let arguments = part.map { Set($0.fields.keys.map { keys.name($0) }) }
    marks.forEach { place, epoch in
      if let arguments, let key = place.key, !arguments.contains(key.text) { return }
      fields.append([
        .string(keys.name(place.type)), place.field.map { .string(keys.name($0)) } ?? .null, place.key.map { .string($0.text) } ?? .null,
        .int(Int(epoch)),
      ])
    }
    writer.write(raw: ",\"invalidatedFields\":")
    writer.write(.array(fields))
  }

  /// Reads what `write` wrote. What does not have its form is left out.
  mutating func readMarks(_ cursor: JSONCursor) {
    var fields: [InvalidatedField] = []
    cursor.forEachElement(of: cursor.find("invalidatedFields", in: 0)) { position in
      let item = cursor.value(position)
      guard let type = item[0]?.stringValue, let name = item[1], name.isNull || name.stringValue != nil, let epoch = item[3]?.intValue
      else { return }
      fields.append(InvalidatedField(type: type, name: name.stringValue, key: item[2]?.stringValue, epoch: Epoch(epoch)))
    }
    invalidatedFields = fields
  }
}

extension StaleMarks {
  /// Adds what an archive knows beneath what is known here.
  ///
  /// - Parameter epoch: converts an epoch of the archived store.
  mutating func restore(_ archive: StoreArchive, _ keys: KeyTable, epoch: (Epoch) -> Epoch) {
    for field in archive.invalidatedFields {
      let place = StalePlace(
        type: keys.intern(typeName: field.type), field: field.name.map { Keys.intern($0) }, key: field.key.map { ByteKey($0) })
      add([place], at: epoch(field.epoch))
    }
  }
}
