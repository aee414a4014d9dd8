public import Foundation

/// An event of a transport, for ``TransportConfiguration/onEvent``. `id` distinguishes the events of one request or connection from those
/// of others. Following a redirect is a separate request.
///
/// ```swift
/// let configuration = TransportConfiguration(onEvent: { event in
///   switch event {
///   case .response(_, let status, _) where status >= 500: print("The server has failed: \(status)")
///   case .webSocketClosed(_, let error?): print("The connection is lost: \(error)")
///   default: break
///   }
/// })
/// let network = HTTPNetwork(url: url, transport: PlatformHTTPTransport(configuration: configuration))
/// ```
///
/// See <doc:Transports>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TransportEvent: Sendable {
  /// A request is sent, with the header fields set by interceptors, including credentials.
  case request(id: Int, HTTPNetwork.Request)
  /// The status and header fields of a response have arrived.
  case response(id: Int, status: Int, headers: HTTPNetwork.Headers)
  /// A request has ended: its response has been received or abandoned, or `error` says why there is none. The metrics are nil if the
  /// platform has none (FoundationNetworking's `URLSession`), and for a request that was not sent.
  case completed(id: Int, metrics: TransportMetrics?, error: (any Error)?)
  /// A WebSocket is being opened with these handshake header fields.
  case webSocketOpening(id: Int, url: URL, headers: HTTPNetwork.Headers)
  /// A WebSocket is open, `duration` after opening started; `headers` are those of the server's answer.
  case webSocketOpened(id: Int, headers: HTTPNetwork.Headers, duration: Duration)
  /// A WebSocket was closed by the server, was lost or could not be opened, for the reason in `error`. Without an error, this side closed
  /// it.
  case webSocketClosed(id: Int, error: (any Error)?)
}
