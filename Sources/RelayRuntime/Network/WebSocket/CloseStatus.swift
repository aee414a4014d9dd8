/// Why a WebSocket is closed, as numbers: those of WebSockets (RFC 6455, section 7.4.1), and those of the `graphql-transport-ws` protocol.
enum CloseStatus {
  static let normal = 1000
  static let protocolError = 1002
  static let unsupportedData = 1003
  /// Never sent: the close frame has no code.
  static let noCode = 1005
  /// Never sent: the connection has ended, or could not be opened, without a close frame.
  static let abnormal = 1006
  static let invalidText = 1007
  static let policyViolation = 1008
  static let messageTooLong = 1009
  static let missingExtension = 1010
  static let internalError = 1011
  /// Never sent: the TLS handshake has failed, for example because of the server's certificate.
  static let tlsHandshake = 1015

  static let badResponse = 4004
  static let internalClientError = 4005
  static let badRequest = 4400
  static let unauthorized = 4401
  static let forbidden = 4403
  static let subprotocolNotAcceptable = 4406
  /// The connection was not acknowledged in time; this client also uses it for pings without an answer.
  static let timeout = 4408
  static let operationExists = 4409
  static let tooManyInitializations = 4429
  static let internalServerError = 4500

  /// The codes after which a new connection would be closed as well.
  static let final: Set = [
    protocolError, unsupportedData, invalidText, policyViolation, messageTooLong, missingExtension, internalError, tlsHandshake,
    badResponse, internalClientError, badRequest, unauthorized, forbidden, subprotocolNotAcceptable, operationExists,
    tooManyInitializations, internalServerError,
  ]
}
