/// Keeps a client's own version of a field (`@__clientField(handle:)` in the compiler's output) as responses arrive.
///
/// A handler runs under the writers' lock, and may do what a ``RelayEnvironment/StoreUpdater`` may.
public protocol Handler: Sendable {
  /// Brings the client's version up to date.
  ///
  /// - Parameters:
  ///   - store: the store with the response's records in it.
  ///   - payload: which field of which record.
  /// - Throws: any error; what the handler has changed is dropped then, and the error reported.
  func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws
}

/// The handlers behind Relay's own directives.
public enum DefaultHandlers {
  /// The handler of a name: `connection`, `appendEdge`, `prependEdge`, `appendNode`, `prependNode`, `deleteEdge`, `deleteRecord`.
  public static func handler(_ name: String) -> (any Handler)? {
    switch name {
    case "connection": return ConnectionHandler.default
    case "appendEdge": return InsertEdgeHandler(position: .end)
    case "prependEdge": return InsertEdgeHandler(position: .start)
    case "appendNode": return InsertNodeHandler(position: .end)
    case "prependNode": return InsertNodeHandler(position: .start)
    case "deleteEdge": return DeleteEdgeHandler()
    case "deleteRecord": return DeleteRecordHandler()
    default: return nil
    }
  }
}
