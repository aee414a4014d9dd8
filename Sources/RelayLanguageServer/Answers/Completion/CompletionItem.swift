internal import RelayCompilerCore

/// One completion. The place in the list is its rank.
struct CompletionItem {
  enum Kind {
    case field, fragment, operation, argument, enumValue, variable, directive, keyword
    case type(TypeKind)

    /// The protocol's number.
    var number: Int {
      switch self {
      case .field: 5
      case .fragment: 15  // snippet
      case .argument: 10  // property
      case .enumValue: 20
      case .variable: 6
      case .directive, .operation: 3  // function
      case .keyword: 14
      case .type(.interface), .type(.union): 8
      case .type(.enum): 13
      case .type: 22  // struct
      }
    }
  }

  var label: String
  var kind: Kind
  var detail: String?
  var documentation: String?
  var deprecation: String?
  /// What is inserted instead of the label.
  var insertText: String?
  var isSnippet = false
  /// What the typed text is compared with instead of the label.
  var filterText: String?
  var additionalEdits: [JSON] = []
  /// The type whose field it is, if its description is to be asked for.
  var owner: Name?

  /// The same without line breaks.
  var onOneLine: Self {
    var item = self
    item.insertText = insertText?.replacing("{\n  $0\n}", with: "{ $0 }")
    return item
  }

  func json(order: Int, _ client: ClientCapabilities, _ uri: String) -> JSON {
    let rank = String(order)
    var notes = documentation.map { [$0] } ?? []
    if let deprecation { notes.insert("Deprecated: \(deprecation)", at: 0) }
    let isSnippet = isSnippet && client.hasSnippets
    // Without snippets, a name alone is better than one with marks in it.
    let inserted = self.isSnippet && !client.hasSnippets ? filterText : insertText
    return .object([
      "label": .string(label),
      "kind": .int(kind.number),
      "detail": detail.map { .string($0) },
      "documentation": notes.isEmpty ? nil : .string(notes.joined(separator: "\n\n")),
      "tags": deprecation == nil ? nil : [1],
      "sortText": .string(String(repeating: "0", count: max(0, 5 - rank.utf8.count)) + rank),
      "filterText": filterText.map { .string($0) },
      "insertText": inserted.map { .string($0) },
      "insertTextFormat": isSnippet ? 2 : nil,
      "data": owner.map { ["uri": .string(uri), "type": .string($0.string), "field": .string(label)] },
      "additionalTextEdits": additionalEdits.isEmpty ? nil : .array(additionalEdits),
    ])
  }
}

extension TextQuery {
  /// `completionItem/resolve`: the item with the description of its field.
  func resolved(_ item: JSON) -> JSON {
    guard case .object(var members) = item, let type = item["data"]?["type"]?.string, let field = item["data"]?["field"]?.string,
      let id = schema.type(named: Name(type)).flatMap({ schema.field(Name(field), on: $0) })
    else { return item }
    let notes = [schema[id].deprecation.map { "Deprecated: \($0)" }, schema[id].description].compactMap(\.self)
    members.removeAll { $0.key == "documentation" }
    members.append(JSON.Member("documentation", .string(notes.joined(separator: "\n\n"))))
    return .object(members)
  }
}
