/// The handlers that implement Relay's directives.
///
/// ```swift
/// let configuration = RelayEnvironment.Configuration(handlers: { name in
///   name == "shout" ? Shout() : DefaultHandlers.handler(name)
/// })
/// let environment = RelayEnvironment(network: network, configuration: configuration)
/// ```
///
/// See <doc:FeatureByFeature>.
public enum DefaultHandlers {
  /// The handler of a name: `connection`, `appendEdge`, `prependEdge`, `appendNode`, `prependNode`, `deleteEdge`, `deleteRecord`.
  public static func handler(_ name: String) -> (any FieldHandler)? {
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

extension PublishQueue {
  /// A queue with the handlers that implement Relay's directives.
  convenience init(store: RelayStore, reportError: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.init(store: store, handlers: DefaultHandlers.handler, reportError: reportError)
  }
}
