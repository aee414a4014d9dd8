/// What a platform provides to the transports of this library. `Network/Apple/` and `Network/Linux/` have one implementation each; on its
/// platform it is `SystemNetworking`. Nothing above them depends on the platform.
///
/// `PlatformNetworkingTests` checks what must hold of every implementation.
protocol PlatformNetworking {
  /// Options of a ``TransportConfiguration`` that only this platform has.
  associatedtype Options: Sendable
  /// What this platform does for a `URLSession`.
  associatedtype Session: SessionPlatform

  /// The options when an application has set none.
  static var options: Options { get }

  /// A client with its own connections. A configuration that the platform does not support makes each exchange fail with
  /// ``RelayError/unsupportedOperation(_:)``.
  static func httpClient(_ configuration: TransportConfiguration) -> any HTTPClient

  /// A transport with its own connections, which does not report events. A configuration that the platform does not support makes each
  /// connection fail with ``RelayError/unsupportedOperation(_:)``.
  static func webSocketTransport(_ configuration: TransportConfiguration) -> any WebSocketTransport

  /// Monitors whether there is a network; nil if the platform cannot tell.
  static var networkPath: NetworkPath? { get }

  /// Whether a server can be reached, as far as the platform knows; nil if it cannot tell.
  static var reachability: (any Reachability)? { get }
}
