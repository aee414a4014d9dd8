/// What the header of an HTTP response says about how long it may be used (RFC 9111, sections 5.1 and 5.2.2).
struct ResponseAge: Sendable, Hashable {
  /// The time since the server made the response (`Age`).
  var age: Duration = .zero
  /// How long the response is fresh after the server made it (`max-age`); `nil` if the header does not say.
  var maxAge: Duration?
  /// Whether it may be kept in a file or in a cache of responses: it has neither `no-store` nor `no-cache`.
  var mayBeStored = true

  init(_ headers: HTTPNetwork.Headers) {
    if let seconds = headers["Age"].flatMap(ResponseAge.seconds) { age = seconds }
    for directive in (headers["Cache-Control"] ?? "").pieces(at: UInt8(ascii: ",")) {
      let pair = directive.pieces(at: UInt8(ascii: "="), maximum: 2)
      let name = pair[0].asciiTrimmed.asciiLowercased
      if name.hasSameBytes(as: "no-store") || name.hasSameBytes(as: "no-cache") {
        mayBeStored = false
      } else if pair.count == 2, name.hasSameBytes(as: "max-age"), let seconds = ResponseAge.seconds(pair[1]) {
        maxAge = min(maxAge ?? seconds, seconds)
      }
    }
  }

  /// The largest number of seconds that a header field can mean (RFC 9111, section 1.2.2).
  private static let maximum = 1 << 31

  /// A number of seconds: decimal digits, perhaps in quotes. Everything else is ignored.
  private static func seconds(_ text: String) -> Duration? {
    var digits = text.asciiTrimmed.utf8[...]
    if digits.count > 2, digits.first == UInt8(ascii: "\""), digits.last == UInt8(ascii: "\"") { digits = digits.dropFirst().dropLast() }
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return .seconds(digits.count > 10 ? maximum : min(Int(String(decoding: digits, as: UTF8.self)) ?? maximum, maximum))
  }
}

/// Where a payload comes from.
struct PayloadOrigin: Sendable, Hashable {
  /// Whether a cache of responses had it.
  var isCached = false
  /// The time since it was received.
  var elapsed: Duration = .zero
  /// What its header says, if the app wants to know.
  var age: ResponseAge?

  /// Whether it may be kept in a file or in a cache of responses.
  var mayBeStored: Bool { age?.mayBeStored ?? true }

  /// For how much longer it is fresh; `nil` if its header does not say.
  var remaining: Duration? { age.flatMap { age in age.maxAge.map { $0 - age.age - elapsed } } }
}

extension NetworkPayload {
  /// The payload with what the header of its response says about its age.
  @inline(never)
  consuming func aged(_ age: ResponseAge?) -> NetworkPayload {
    guard let age else { return self }
    var payload = self
    payload.origin.age = age
    return payload
  }
}
