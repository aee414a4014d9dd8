@testable import RelayRuntime

/// The edits of a local or optimistic update. Edits of missing records are skipped.
struct TraceEdits {
  let edits: [JSON]

  func apply(to store: RecordSourceProxy) {
    for edit in edits { apply(edit.arrayValue ?? [], store) }
  }

  private func apply(_ edit: [JSON], _ store: RecordSourceProxy) {
    func text(_ index: Int) -> String { edit.indices.contains(index) ? edit[index].stringValue ?? "" : "" }
    let value = edit.count > 3 ? edit[3] : .null
    if text(0) == "create" {
      guard store[text(1)] == nil else { return }
      let made = store.create(dataID: text(1), typeName: text(2))
      for (name, value) in value.objectValue ?? [:] { made[name] = value }
      return
    }
    guard let record = store[text(1)] else { return }
    switch text(0) {
    case "setValue": record[text(2)] = value
    case "setValueWithArguments": record[text(2), edit.last?.objectValue ?? [:]] = value
    case "delete": store.delete(dataID: text(1))
    case "invalidateRecord": record.invalidateRecord()
    case "setLinkedRecord":
      if let other = store[text(3)] { record.setLinkedRecord(other, for: text(2)) }
    case "setLinkedRecords":
      let others: [RecordProxy] = (value.arrayValue ?? []).compactMap { store[$0.stringValue ?? ""] }
      record.setLinkedRecords(others, for: text(2))
    case "linkDraft":
      if let draft = store[text(2)] { record.setLinkedRecord(draft, for: "draft") }
    case "copyFields":
      if let other = store[text(2)], other != record, other.typeName == record.typeName { record.copyFields(from: other) }
    default: editConnection(text(0), record, key: text(2), node: text(3), edgeType: text(4), store)
    }
  }

  private func editConnection(
    _ name: String, _ owner: RecordProxy, key: String, node: String, edgeType: String, _ store: RecordSourceProxy
  ) {
    let handler = ConnectionHandler.default
    guard let connection = handler.connection(owner, key: key) else { return }
    if name == "deleteNode" { return handler.delete(connection: connection, nodeID: node) }
    guard let node = store[node] else { return }
    let edge = handler.createEdge(store, connection: connection, node: node, type: edgeType)
    if name == "insertEdgeAfter" {
      handler.insert(connection: connection, edge: edge)
    } else {
      handler.insert(connection: connection, edge: edge, before: nil)
    }
  }
}
