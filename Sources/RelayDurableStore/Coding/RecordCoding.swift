import RelayRuntime

/// The binary form of records on disk.
enum RecordCoding {
  /// Changes with the form. Contents of another version are dropped.
  static let version = 3

  private static let (isReceived, hasTime, hasExpiry, isPrivate): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 4, 8)

  static func encode(_ body: RecordBody) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(body.isDeleted ? 0 : 1)
    writer.write(count: body.typeName == nil ? 0 : 1)
    if let typeName = body.typeName { writer.write(typeName) }
    writer.write(count: body.groups.count)
    for group in body.groups {
      var flags: UInt8 = group.isReceived ? isReceived : 0
      if group.time != nil { flags |= hasTime }
      if group.expiresAt != nil { flags |= hasExpiry }
      if group.isPrivate { flags |= isPrivate }
      writer.write(flags)
      writer.write(signed: group.operation)
      if let time = group.time { writer.write(double: time) }
      if let expiry = group.expiresAt { writer.write(double: expiry) }
      writer.write(count: group.fields.count)
      for field in group.fields {
        writer.write(field.key)
        // With its size, so that a reader can leave it out.
        var contents = ByteWriter()
        contents.write(count: field.errors.count)
        for error in field.errors { ValueCoding.write(error, to: &contents) }
        ValueCoding.write(field.value, to: &contents)
        writer.write(count: contents.bytes.count)
        writer.write(contents.bytes)
      }
    }
    writer.write(count: body.withheld.count)
    for key in body.withheld { writer.write(key) }
    return writer.bytes
  }

  /// - Parameter keys: the storage keys of the fields to read, as bytes; `nil` for all.
  /// - Throws: `ByteReader.Malformed` for bytes that `encode` does not write.
  static func decode(_ bytes: [UInt8], fields keys: [[UInt8]]? = nil) throws(ByteReader.Malformed) -> RecordBody {
    var reader = ByteReader(bytes)
    var body = RecordBody()
    let kind = try reader.readByte()
    guard kind <= 1 else { throw ByteReader.Malformed() }
    body.isDeleted = kind == 0
    switch try reader.readByte() {
    case 0: break
    case 1: body.typeName = try reader.readString()
    default: throw ByteReader.Malformed()
    }
    for _ in 0..<(try reader.readCount(of: 3)) {
      var group = RecordBody.Group()
      let flags = try reader.readByte()
      guard flags < 16 else { throw ByteReader.Malformed() }
      group.isReceived = flags & isReceived != 0
      group.isPrivate = flags & isPrivate != 0
      group.operation = try reader.readSigned()
      if flags & hasTime != 0 { group.time = try reader.readDouble() }
      if flags & hasExpiry != 0 { group.expiresAt = try reader.readDouble() }
      for _ in 0..<(try reader.readCount(of: 4)) {
        let key: String
        if let keys {
          guard let place = try reader.readString(among: keys) else {
            try reader.skip(try reader.readCount())
            continue
          }
          key = String(decoding: keys[place], as: UTF8.self)
        } else {
          key = try reader.readString()
        }
        let size = try reader.readCount()
        let end = reader.position + size
        var errors: [JSON] = []
        for _ in 0..<(try reader.readCount()) { errors.append(try ValueCoding.readJSON(&reader)) }
        group.fields.append(MirroredRecord.Field(key: key, value: try ValueCoding.readValue(&reader), errors: errors))
        guard reader.position == end else { throw ByteReader.Malformed() }
      }
      // Of a part of the query root, most groups have no field.
      if keys == nil || !group.fields.isEmpty { body.groups.append(group) }
    }
    for _ in 0..<(try reader.readCount()) { body.withheld.append(try reader.readString()) }
    guard reader.isAtEnd else { throw ByteReader.Malformed() }
    return body
  }

  /// The contents of a record after newer ones have been added. What cannot be read is replaced.
  static func merge(_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8] {
    let newer = try decode(new)
    guard var body = try? decode(stored) else { return new }
    body.merge(newer)
    return encode(body)
  }
}
