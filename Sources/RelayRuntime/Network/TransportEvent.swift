public import Foundation

/// What a transport does, for ``TransportConfiguration/onEvent``. `id` tells the events of one request or connection from those of others;
/// a redirection is a request of its own.
public enum TransportEvent: Sendable {
  /// A request leaves, with the header fields of the interceptors: credentials among them.
  case request(id: Int, HTTPRequest)
  /// The status and the header fields of a response are there.
  case response(id: Int, status: Int, headers: HTTPHeaders)
  /// A request is over: its response has been received, or was given up, or `error` says why there is none. The metrics are nil if the
  /// platform has none (FoundationNetworking's `URLSession`), and for a request that did not leave.
  case completed(id: Int, metrics: TransportMetrics?, error: (any Error)?)
  /// A WebSocket is being opened, with these header fields of the handshake.
  case webSocketOpening(id: Int, url: URL, headers: HTTPHeaders)
  /// A WebSocket is open, `duration` after it was begun; `headers` are those of the server's answer.
  case webSocketOpened(id: Int, headers: HTTPHeaders, duration: Duration)
  /// A WebSocket was closed by the server or lost, or could not be opened, and `error` says how; without an error this side closed it.
  case webSocketClosed(id: Int, error: (any Error)?)
}
