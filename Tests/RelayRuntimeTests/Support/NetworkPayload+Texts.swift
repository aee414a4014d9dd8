import RelayRuntime

extension AsyncThrowingStream where Element == NetworkPayload, Failure == any Error {
  /// All payloads as text.
  func texts() async throws -> [String] {
    var texts: [String] = []
    for try await payload in self { texts.append(String(decoding: payload.data, as: UTF8.self)) }
    return texts
  }
}
