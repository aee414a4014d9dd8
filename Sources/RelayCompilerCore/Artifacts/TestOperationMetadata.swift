/// What a mock environment needs to generate a response for an operation with `@relay_test_operation`: for each path of response keys,
/// the type, whether it is a list or nullable, and the values of an enum.
enum TestOperationMetadata {
  /// The value of `relayTestingSelectionTypeInfo` in the operation's metadata, as JSON.
  static func json(of operation: OperationDefinition, schema: Schema) -> String {
    var collector = Collector(schema: schema)
    collector.collect(operation.selections, path: "")
    return ArtifactJSON.testMetadata(collector.entries)
  }

  /// The type of the field at one path, such as `user.todos` for `query Q { user { todos { id } } }`.
  struct Entry {
    var path: String
    var type: Name
    var isNullable: Bool
    var isPlural: Bool
    var enumValues: [Name]?
  }

  private struct Collector {
    let schema: Schema
    var entries: [Entry] = []
    private var seen: Set<String> = []

    init(schema: Schema) { self.schema = schema }

    mutating func collect(_ selections: [Selection], path: String) {
      for selection in selections {
        switch selection {
        case .scalarField(let field): if !field.isTypeDiscriminator { add(field.head, path) }
        case .linkedField(let field):
          add(field.head, path)
          collect(field.selections, path: joined(path, field.head))
        case .inlineFragment(let fragment): collect(fragment.selections, path: path)
        case .condition(let condition): collect(condition.selections, path: path)
        case .fragmentSpread: break
        }
      }
    }

    private func joined(_ path: String, _ head: FieldHead) -> String {
      path.isEmpty ? head.responseKey.string : path + "." + head.responseKey.string
    }

    private mutating func add(_ head: FieldHead, _ path: String) {
      let path = joined(path, head)
      guard seen.insert(path).inserted else { return }
      let type = schema[head.type.named]
      entries.append(
        Entry(
          path: path, type: type.name, isNullable: !head.type.isNonNull, isPlural: head.type.isList,
          enumValues: type.kind == .enum ? type.values.map(\.name) : nil))
    }
  }
}
