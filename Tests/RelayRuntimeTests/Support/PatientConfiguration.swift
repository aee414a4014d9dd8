import RelayRuntime

extension WebSocketNetwork.Configuration {
  /// The configuration without the usual limits for the server's answers. On a busy machine, a test's own server may be slower.
  static func patient(_ configuration: Self = Self()) -> Self {
    let usual = Self()
    var result = configuration
    if result.acknowledgementTimeout == usual.acknowledgementTimeout { result.acknowledgementTimeout = nil }
    if result.pingInterval == usual.pingInterval { result.pingInterval = nil }
    return result
  }
}

extension EventStreamNetwork.Configuration {
  /// The configuration without the usual limits for the server's answers.
  static func patient(_ configuration: Self = Self()) -> Self {
    let usual = Self()
    var result = configuration
    if result.openingTimeout == usual.openingTimeout { result.openingTimeout = nil }
    if result.streamTimeout == usual.streamTimeout { result.streamTimeout = nil }
    return result
  }
}
