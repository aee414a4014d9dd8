/// The types of a test operation's fields, in the short form of generated code. The runtime expands it to Relay's form.
extension JSONWriter {
  /// `{"todo": "Todo", "todo.id": "ID!", "todo.tags": "[String]", "todo.state": ["State", "OPEN", "DONE"]}`: by path, the type of a field;
  /// for an enum, its values follow.
  mutating func testedFields(_ entries: [TestOperationMetadata.Entry]) {
    object { json in
      for entry in entries {
        json.key(utf8: entry.path)
        let list: (open: SwiftText, close: SwiftText) = entry.isPlural ? ("[", "]") : ("", "")
        let nonNull: SwiftText = entry.isNullable ? "" : "!"
        let type: SwiftText = "\(list.open)\(entry.type)\(list.close)\(nonNull)"
        guard let values = entry.enumValues else {
          json.plain(type)
          continue
        }
        json.array { json in
          json.plain(type)
          for value in values { json.name(value) }
        }
      }
    }
  }
}
