import RelayRuntime

/// How values of fields are written: a byte that says what follows, and that.
enum ValueCoding {
  private enum Tag: UInt8 {
    case null, `false`, `true`, int, double, string, array, object
    case link, nullLink, unknownLink, links, lists
  }

  /// The deepest nesting of a value that is written, and read.
  static let maximumDepth = 600

  // MARK: Writing

  static func write(_ value: MirroredValue, to writer: inout ByteWriter) {
    switch value {
    case .json(let json): write(json, to: &writer)
    case .link(let target): write(target, to: &writer)
    case .links(let targets):
      writer.write(Tag.links.rawValue)
      writer.write(count: targets.count)
      for target in targets { write(target, to: &writer) }
    case .lists(let items):
      writer.write(Tag.lists.rawValue)
      writer.write(count: items.count)
      for item in items { write(item, to: &writer) }
    }
  }

  private static func write(_ link: MirroredLink, to writer: inout ByteWriter) {
    switch link {
    case .record(let dataID):
      writer.write(Tag.link.rawValue)
      writer.write(dataID)
    case .null: writer.write(Tag.nullLink.rawValue)
    case .unknown: writer.write(Tag.unknownLink.rawValue)
    }
  }

  static func write(_ json: JSON, to writer: inout ByteWriter) {
    switch json {
    case .null: writer.write(Tag.null.rawValue)
    case .bool(let value): writer.write((value ? Tag.true : Tag.false).rawValue)
    case .int(let value):
      writer.write(Tag.int.rawValue)
      writer.write(signed: Int64(value))
    case .double(let value):
      writer.write(Tag.double.rawValue)
      writer.write(double: value)
    case .string(let value):
      writer.write(Tag.string.rawValue)
      writer.write(value)
    case .array(let items):
      writer.write(Tag.array.rawValue)
      writer.write(count: items.count)
      for item in items { write(item, to: &writer) }
    case .object(let members):
      writer.write(Tag.object.rawValue)
      writer.write(count: members.count)
      for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        writer.write(name)
        write(value, to: &writer)
      }
    }
  }

  /// Whether a value is not nested deeper than what is read.
  static func isShallow(_ value: MirroredValue) -> Bool {
    var open: [(MirroredValue, Int)] = [(value, 0)]
    while let (value, depth) = open.popLast() {
      guard depth < maximumDepth else { return false }
      switch value {
      case .json(.array(let items)): for item in items { open.append((.json(item), depth + 1)) }
      case .json(.object(let members)): for item in members.values { open.append((.json(item), depth + 1)) }
      case .lists(let items): for item in items { open.append((item, depth + 1)) }
      case .json, .link, .links: break
      }
    }
    return true
  }

  // MARK: Reading

  static func readValue(_ reader: inout ByteReader, depth: Int = 0) throws(ByteReader.Malformed) -> MirroredValue {
    guard depth <= maximumDepth, let tag = Tag(rawValue: try reader.readByte()) else { throw ByteReader.Malformed() }
    switch tag {
    case .link, .nullLink, .unknownLink: return .link(try readLink(tag, &reader))
    case .links:
      var targets: [MirroredLink] = []
      for _ in 0..<(try reader.readCount()) {
        guard let tag = Tag(rawValue: try reader.readByte()) else { throw ByteReader.Malformed() }
        targets.append(try readLink(tag, &reader))
      }
      return .links(targets)
    case .lists:
      var items: [MirroredValue] = []
      for _ in 0..<(try reader.readCount()) {
        let item = try readValue(&reader, depth: depth + 1)
        switch item {
        case .links, .lists, .json(.null): items.append(item)
        case .json, .link: throw ByteReader.Malformed()
        }
      }
      return .lists(items)
    default: return .json(try readJSON(tag, &reader, depth))
    }
  }

  private static func readLink(_ tag: Tag, _ reader: inout ByteReader) throws(ByteReader.Malformed) -> MirroredLink {
    switch tag {
    case .link: return .record(try reader.readString())
    case .nullLink: return .null
    case .unknownLink: return .unknown
    default: throw ByteReader.Malformed()
    }
  }

  private static func readJSON(_ tag: Tag, _ reader: inout ByteReader, _ depth: Int) throws(ByteReader.Malformed) -> JSON {
    switch tag {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .int:
      guard let value = Int(exactly: try reader.readSigned()) else { throw ByteReader.Malformed() }
      return .int(value)
    case .double: return .double(try reader.readDouble())
    case .string: return .string(try reader.readString())
    case .array:
      var items: [JSON] = []
      for _ in 0..<(try reader.readCount()) { items.append(try readJSON(&reader, depth + 1)) }
      return .array(items)
    case .object:
      var members: [String: JSON] = [:]
      for _ in 0..<(try reader.readCount(of: 2)) {
        let name = try reader.readString()
        members[name] = try readJSON(&reader, depth + 1)
      }
      return .object(members)
    case .link, .nullLink, .unknownLink, .links, .lists: throw ByteReader.Malformed()
    }
  }

  static func readJSON(_ reader: inout ByteReader, _ depth: Int = 0) throws(ByteReader.Malformed) -> JSON {
    guard depth <= maximumDepth, let tag = Tag(rawValue: try reader.readByte()) else { throw ByteReader.Malformed() }
    return try readJSON(tag, &reader, depth)
  }
}
