/// What a mock environment needs to generate a response for an operation with `@relay_test_operation`: for each path of response keys,
/// the type, whether it is a list or nullable, and the values of an enum.
enum TestOperationMetadata {
  /// The key of these types in the operation's metadata.
  static let key = "relayTestingSelectionTypeInfo"

  static func entries(of operation: OperationDefinition, schema: Schema) -> [Entry] {
    var collector = Collector(schema: schema)
    collector.collect(operation.selections, at: 0)
    return collector.entries
  }

  /// The type of the field at one path, such as `user.todos` for `query Q { user { todos { id } } }`.
  struct Entry: Sendable {
    /// Response keys, separated by periods.
    var path: [UInt8]
    var type: Name
    var isNullable: Bool
    var isPlural: Bool
    var enumValues: [Name]?
  }

  private struct Collector {
    let schema: Schema
    var entries: [Entry] = []
    /// The text of each path, and the paths below it. The first one is the path of the operation itself.
    private var paths: [[UInt8]] = [[]]
    private var children: [Key: Int] = [:]

    private struct Key: Hashable {
      var parent: Int
      var responseKey: Name

      func _rawHashValue(seed: Int) -> Int { WordHash.mix(responseKey.address, UInt64(parent), seed: seed) }
    }

    init(schema: Schema) { self.schema = schema }

    mutating func collect(_ selections: [Selection], at path: Int) {
      for selection in selections {
        switch selection {
        case .scalarField(let field): if !field.isTypeDiscriminator { _ = add(field.head, path) }
        case .linkedField(let field): collect(field.selections, at: add(field.head, path))
        case .inlineFragment(let fragment): collect(fragment.selections, at: path)
        case .condition(let condition): collect(condition.selections, at: path)
        case .fragmentSpread: break
        }
      }
    }

    /// The path of a field. Each path has one entry, for its first field.
    private mutating func add(_ head: FieldHead, _ parent: Int) -> Int {
      let key = Key(parent: parent, responseKey: head.responseKey)
      if let known = children[key] { return known }
      var text: [UInt8] = []
      text.reserveCapacity(paths[parent].count + 1 + head.responseKey.count)
      text += paths[parent]
      if parent != 0 { text.append(UInt8(ascii: ".")) }
      text.append(head.responseKey)
      children[key] = paths.count
      paths.append(text)
      let type = head.type.named
      entries.append(
        Entry(
          path: text, type: schema[type].name, isNullable: !head.type.isNonNull, isPlural: head.type.isList,
          enumValues: schema[type].kind == .enum ? schema[type].values.map(\.name) : nil))
      return paths.count - 1
    }
  }
}
