import RelayRuntime

/// The binary forms of what is kept beside records: of operations, types and invalidations. What cannot be read counts as unknown.
enum PropertyCoding {
  static let types = "types"
  static let invalidations = "invalidations"
  static let nextOperation = "nextOperation"
  static let identity = "identity"

  // MARK: Operations

  /// What is kept with an operation: when it was answered, and its fields of the query root.
  static func encode(_ written: MirroredStore.Written?, rootKeys: [String]) -> [UInt8] {
    guard written != nil || !rootKeys.isEmpty else { return [] }
    var writer = ByteWriter()
    writer.write(written == nil ? 0 : written?.time == nil ? 1 : 2)
    if let written {
      writer.write(signed: written.epoch)
      if let time = written.time { writer.write(double: time) }
    }
    writer.write(count: rootKeys.count)
    for key in rootKeys { writer.write(key) }
    return writer.bytes
  }

  /// When an operation was answered.
  static func written(of info: [UInt8]) -> MirroredStore.Written? {
    var reader = ByteReader(info)
    return try? readWritten(&reader)
  }

  /// The storage keys of an operation's fields of the query root.
  static func rootKeys(of info: [UInt8]) -> [String] {
    var reader = ByteReader(info)
    do throws(ByteReader.Malformed) {
      _ = try readWritten(&reader)
      var keys: [String] = []
      for _ in 0..<(try reader.readCount()) { keys.append(try reader.readString()) }
      return keys
    } catch {
      return []
    }
  }

  private static func readWritten(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> MirroredStore.Written? {
    let kind = try reader.readByte()
    guard kind > 0 else { return nil }
    return MirroredStore.Written(epoch: try reader.readSigned(), time: kind > 1 ? try reader.readDouble() : nil)
  }

  static func encode(_ number: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(signed: number)
    return writer.bytes
  }

  static func number(_ bytes: [UInt8]) -> Int64? {
    var reader = ByteReader(bytes)
    return try? reader.readSigned()
  }

  // MARK: Types

  /// - Parameter schema: the version of the schema; another one does not count these types.
  static func encode(types: [MirroredRecord], schema: String) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(schema)
    writer.write(count: types.count)
    for type in types {
      writer.write(type.dataID)
      let body = RecordCoding.encode(RecordBody(type) { _ in nil })
      writer.write(count: body.count)
      for byte in body { writer.write(byte) }
    }
    return writer.bytes
  }

  static func types(_ bytes: [UInt8], schema: String) -> [MirroredRecord] {
    var reader = ByteReader(bytes)
    var types: [MirroredRecord] = []
    do throws(ByteReader.Malformed) {
      guard try reader.readString() == schema else { return [] }
      for _ in 0..<(try reader.readCount(of: 2)) {
        let dataID = try reader.readString()
        var body: [UInt8] = []
        for _ in 0..<(try reader.readCount()) { body.append(try reader.readByte()) }
        types.append(try RecordCoding.decode(body).record(dataID) { _ in nil })
      }
      return types
    } catch {
      return []
    }
  }

  // MARK: Invalidations

  static func encode(_ invalidations: MirroredInvalidations) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count: invalidations.all == nil ? 0 : 1)
    if let epoch = invalidations.all { writer.write(signed: epoch) }
    writer.write(count: invalidations.records.count)
    for record in invalidations.records {
      writer.write(record.name)
      writer.write(signed: record.epoch)
    }
    writer.write(count: invalidations.places.count)
    for place in invalidations.places {
      writer.write(place.type)
      for text in [place.field, place.key] {
        writer.write(count: text == nil ? 0 : 1)
        if let text { writer.write(text) }
      }
      writer.write(signed: place.epoch)
    }
    return writer.bytes
  }

  /// - Returns: `nil` for bytes that cannot be read. What is stale is unknown then.
  static func invalidations(_ bytes: [UInt8]) -> MirroredInvalidations? {
    var reader = ByteReader(bytes)
    do throws(ByteReader.Malformed) {
      var read = MirroredInvalidations()
      if try reader.readByte() == 1 { read.all = try reader.readSigned() }
      for _ in 0..<(try reader.readCount(of: 2)) {
        let dataID = try reader.readString()
        read.records.append(MirroredInvalidations.Named(name: dataID, epoch: try reader.readSigned()))
      }
      for _ in 0..<(try reader.readCount(of: 4)) {
        let type = try reader.readString()
        let field = try reader.readByte() == 1 ? try reader.readString() : nil
        let key = try reader.readByte() == 1 ? try reader.readString() : nil
        read.places.append(MirroredInvalidations.Place(type: type, field: field, key: key, epoch: try reader.readSigned()))
      }
      return read
    } catch {
      return nil
    }
  }
}
