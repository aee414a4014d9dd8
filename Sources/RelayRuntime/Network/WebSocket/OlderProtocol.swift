/// The predecessor of `graphql-transport-ws`: the protocol of subscriptions-transport-ws, whose subprotocol is called `graphql-ws`. It is not
/// supported; this is how its servers are recognized.
enum OlderProtocol {
  static let subprotocol = "graphql-ws"

  /// Messages that only its servers send: keep-alives, results, and AWS AppSync's answer to a subscription.
  private static let messages = ["ka", "data", "start_ack"]

  /// Whether only its servers send messages of this type.
  static func has(_ type: String) -> Bool { messages.contains { $0.hasSameBytes(as: type) } }

  /// The code with which subscriptions-transport-ws closes a connection with another subprotocol, without a reason and before anything else.
  static let refusal = 1002

  static let error = RelayError.webSocket(
    code: CloseStatus.subprotocolNotAcceptable,
    reason: "the server speaks subscriptions-transport-ws, whose subprotocol is graphql-ws, and not graphql-transport-ws. \(cure)")

  /// The error for a server that accepts no subprotocol. AWS AppSync is one of them.
  static let possibleError = RelayError.webSocket(
    code: CloseStatus.subprotocolNotAcceptable,
    reason: "the server does not speak graphql-transport-ws. If it speaks subscriptions-transport-ws, whose subprotocol is graphql-ws, "
      + "that is not supported. \(cure)")

  private static let cure =
    "Enable graphql-transport-ws on the server, subscribe over HTTP with HTTPNetwork, or use a RelayNetwork of your own: see the guide "
    + "'GraphQL servers'"
}
