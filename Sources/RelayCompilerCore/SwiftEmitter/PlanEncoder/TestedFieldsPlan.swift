/// The types of a test operation's fields, in the form in which generated code has them; the runtime makes Relay's form of them again.
extension JSONWriter {
  /// `{"todo": "Todo", "todo.id": "ID!", "todo.tags": "[String]", "todo.state": ["State", "OPEN", "DONE"]}`: by path, the type of a field;
  /// for an enum, its values follow.
  mutating func testedFields(_ entries: [TestOperationMetadata.Entry]) {
    object { json in
      for entry in entries {
        json.key(entry.path)
        let type = (entry.isPlural ? "[\(entry.type)]" : "\(entry.type)") + (entry.isNullable ? "" : "!")
        guard let values = entry.enumValues else {
          json.string(type)
          continue
        }
        json.array { json in
          json.string(type)
          for value in values { json.name(value) }
        }
      }
    }
  }
}
