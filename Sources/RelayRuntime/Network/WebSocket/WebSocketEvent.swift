import Foundation

/// An event from the peer, assembled from its frames.
enum WebSocketEvent: Equatable {
  case message(Data)
  case ping([UInt8])
  case pong([UInt8])
  /// 1005 means a frame without a code (RFC 6455, section 7.1.5).
  case close(code: Int, reason: String)
}
