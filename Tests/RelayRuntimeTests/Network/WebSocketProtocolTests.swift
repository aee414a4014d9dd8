import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Frames and handshakes, randomly generated and corrupted; `RELAY_WEBSOCKET_FUZZ=100000` generates a hundred thousand
/// of each.
@Suite("The WebSocket protocol")
struct WebSocketProtocolTests {
  private static let count = TestEffort.repetitions(200, unless: "RELAY_WEBSOCKET_FUZZ")

  private struct Outcome: Equatable {
    var events: [WebSocketEvent] = []
    var error: RelayError?
  }

  /// A reader's result for bytes that arrive in these pieces.
  private static func read(_ pieces: [ArraySlice<UInt8>], maximumMessage: Int = 1 << 16) -> Outcome {
    var reader = WebSocketReader(maximumMessage: maximumMessage)
    var outcome = Outcome()
    do {
      for piece in pieces { try reader.append(Array(piece)) { outcome.events.append($0) } }
    } catch {
      outcome.error = error as? RelayError
      if outcome.error == nil { Issue.record("\(error)") }
    }
    return outcome
  }

  private static func pieces(_ bytes: [UInt8], _ generator: inout SplitMix) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    let longest = [1, 2, 5, 64, 4096].randomElement(using: &generator) ?? 1
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...longest, using: &generator))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }

  /// A conversation and the expected events.
  private static func conversation(_ generator: inout SplitMix) -> (bytes: [UInt8], events: [WebSocketEvent]) {
    var bytes: [UInt8] = []
    var events: [WebSocketEvent] = []
    func payload(_ generator: inout SplitMix) -> [UInt8] {
      (0..<Int.random(in: 0...125, using: &generator)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
    func control(_ generator: inout SplitMix) {
      let payload = payload(&generator)
      let isPing = Bool.random(using: &generator)
      bytes += WebSocketFrame(opcode: isPing ? .ping : .pong, payload: payload).encoded(mask: nil)
      events.append(isPing ? .ping(payload) : .pong(payload))
    }
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        control(&generator)
        continue
      }
      let alphabet = ["a", "\u{7F}", "ß", "€", "𐍈", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\0", "e\u{301}"]
      let length = [0, 3, 125, 126, 200, 5_000].randomElement(using: &generator) ?? 0
      let text = Array((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined().utf8)
      var rest = text[...]
      var opcode = WebSocketFrame.Opcode.text
      while Bool.random(using: &generator) {
        let fragment = rest.prefix(Int.random(in: 0...max(rest.count, 1), using: &generator))
        rest = rest.dropFirst(fragment.count)
        bytes += WebSocketFrame(isFinal: false, opcode: opcode, payload: Array(fragment)).encoded(mask: nil)
        opcode = .continuation
        if Bool.random(using: &generator) { control(&generator) }
      }
      bytes += WebSocketFrame(opcode: opcode, payload: Array(rest)).encoded(mask: nil)
      events.append(.message(Data(text)))
    }
    if Bool.random(using: &generator) {
      let code = [1000, 1001, 1002, 1003, 1007, 1011, 1014, 3000, 4401, 4999].randomElement(using: &generator) ?? 1000
      bytes += WebSocketFrame.close(code: code, reason: "größer").encoded(mask: nil)
      events.append(.close(code: code, reason: "größer"))
    }
    return (bytes, events)
  }

  @Test("the meaning of frames does not depend on the pieces in which they arrive, and neither do their errors")
  func frames() {
    var broken = 0
    for seed in 0..<Self.count {
      var generator = SplitMix(seed: UInt64(seed))
      var (bytes, events) = Self.conversation(&generator)
      #expect(Self.read([bytes[...]]) == Outcome(events: events), "case \(seed)")
      #expect(Self.read(Self.pieces(bytes, &generator)) == Outcome(events: events), "case \(seed)")
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        // Most possible errors are in the first bytes of frames.
        let index = Bool.random(using: &generator) ? bytes.indices.randomElement(using: &generator) ?? 0 : min(bytes.count - 1, 1)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 2: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: index)
        }
      }
      let whole = Self.read([bytes[...]])
      if whole.error != nil { broken += 1 }
      #expect(Self.read(Self.pieces(bytes, &generator)) == whole, "case \(seed)")
      for case .message(let text) in whole.events { #expect(text.count <= 1 << 16, "case \(seed)") }
    }
    #expect(broken > Self.count / 4)
  }

  @Test("frames survive encoding, masking and splitting", .cases)
  func coding() {
    eachCase(of: [0, 1, 125, 126, 65_535, 65_536, 100_000]) { try coding(length: $0) }
  }

  func coding(length: Int) throws {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    for mask in [nil, [1, 2, 3, 4]] as [[UInt8]?] {
      let bytes = WebSocketFrame(opcode: .binary, payload: payload).encoded(mask: mask)
      var reader = WebSocketReader(maximumMessage: 100_000, acceptsMasked: true)
      var events: [WebSocketEvent] = []
      for piece in [Array(bytes.prefix(3)), bytes.dropFirst(3) + bytes] { try reader.append(piece) { events.append($0) } }
      #expect(events == [.message(Data(payload)), .message(Data(payload))])
    }
  }

  @Test("any bytes are frames or an error, never a trap")
  func arbitraryBytes() {
    var generator = SplitMix(seed: SplitMix.seedOfThisRun)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...24, using: &generator)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      var reader = WebSocketReader(maximumMessage: 1 << 20, acceptsMasked: true)
      do { try reader.append(bytes) { _ in } } catch {}
    }
  }

  @Test("every split of a conversation into two pieces has the same result")
  func cuts() {
    for seed in 0..<20 {
      var generator = SplitMix(seed: UInt64(seed))
      let (bytes, events) = Self.conversation(&generator)
      for cut in bytes.indices where bytes.count < 2_000 {
        #expect(Self.read([bytes[..<cut], bytes[cut...]]) == Outcome(events: events), "case \(seed) at \(cut)")
      }
    }
  }

  @Test("protocol violations are rejected with the appropriate code", .cases)
  func forbidden() {
    eachCase(of: [
      ([0x81, 0x7E, 0x00, 0x7D] as [UInt8], 1002, "a length that is not the shortest"),
      ([0x81, 0x7F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002, "a long length that is not the shortest"),
      ([0x81, 0x7F, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002, "a negative length"), ([0xA1], 1002, "a reserved bit"),
      ([0x8B], 1002, "an unknown opcode"), ([0x01, 0x01, 0x61, 0x81, 0x00], 1002, "a message within another"),
      ([0x88, 0x01, 0x03], 1002, "half a close code"), ([0x88, 0x7E], 1002, "a long close frame"),
      ([0x88, 0x03, 0x03, 0xE8, 0xFF], 1007, "a reason that is not UTF-8"), ([0x81, 0x01, 0xFF], 1007, "text that is not UTF-8"),
      ([0x81, 0x03, 0xED, 0xA0, 0x80], 1007, "a surrogate"), ([0x81, 0x01, 0xC3], 1007, "half a character at the end"),
      ([0x01, 0x01, 0xC3, 0x80, 0x01, 0x28], 1007, "half a character, and then another one"),
      ([0x01, 0x01, 0xF4, 0x80, 0x01, 0x90], 1007, "a character beyond the last"),
      ([0x81, 0x02, 0xC0, 0x80], 1007, "too long a character"),
    ]) { forbidden(bytes: $0.0, code: $0.1, what: $0.2) }
  }

  func forbidden(bytes: [UInt8], code: Int, what: String) {
    for pieces in [[bytes[...]], bytes.indices.map { bytes[$0...$0] }] {
      guard case .webSocket(let found, _)? = Self.read(pieces).error else {
        Issue.record("\(what) is accepted")
        continue
      }
      #expect(found == code, "\(what)")
    }
  }

  @Test("close codes are limited to those that may be sent")
  func closeCodes() {
    for code in 0...0xFFFF {
      let isValid = (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
      let outcome = Self.read([WebSocketFrame.close(code: code, reason: "").encoded(mask: nil)[...]])
      #expect((outcome.error == nil) == isValid, "\(code)")
    }
    #expect(Self.read([[0x88, 0x00]]).events == [.close(code: 1005, reason: "")])
  }

  @Test("the sizes of fragments add up, and a frame counts before it has arrived")
  func lengths() {
    let fragment = WebSocketFrame(isFinal: false, opcode: .text, payload: Array(repeating: 0x61, count: 60)).encoded(mask: nil)
    let next = WebSocketFrame(isFinal: false, opcode: .continuation, payload: Array(repeating: 0x61, count: 40)).encoded(mask: nil)
    #expect(Self.read([fragment[...], next[...]], maximumMessage: 100).error == nil)
    #expect(Self.read([fragment[...], next[...]], maximumMessage: 99).error == .responseTooLarge(limit: 99))
    #expect(Self.read([fragment[...], next[..<2]], maximumMessage: 99).error == .responseTooLarge(limit: 99))
    var reader = WebSocketReader(maximumMessage: 100)
    #expect(throws: RelayError.responseTooLarge(limit: 100)) { try reader.append(fragment, room: 59) { _ in } }
  }

  // MARK: - Handshakes

  @Test("the accept value matches the example in RFC 6455, section 1.3")
  func accept() {
    #expect(WebSocketHandshake.accept(forKey: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  private static func handshake() throws -> WebSocketHandshake {
    WebSocketHandshake(url: try #require(URL(string: "ws://example.com/graphql")), subprotocol: "graphql-transport-ws", headers: [:])
  }

  private static func head(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) }

  private static func fields(_ handshake: WebSocketHandshake) -> [String] {
    [
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(forKey: handshake.key))",
      "Sec-WebSocket-Protocol: graphql-transport-ws",
    ]
  }

  @Test("an answer may be formatted in any way that HTTP allows")
  func answers() throws {
    let handshake = try Self.handshake()
    let accept = WebSocketHandshake.accept(forKey: handshake.key)
    for lines in [
      ["HTTP/1.1 101 Switching Protocols"] + Self.fields(handshake), ["HTTP/1.1 101"] + Self.fields(handshake),
      ["HTTP/1.1 101 "] + Self.fields(handshake).reversed(),
      [
        "HTTP/1.1 101 X", "upgrade:WebSocket", "CONNECTION: keep-alive,\tupgrade ", "sec-websocket-accept:   \(accept)  ",
        "Sec-Websocket-Protocol:graphql-transport-ws", "X-Ü: é", "X-Empty:",
      ].filter { !$0.hasPrefix("X-Ü") },
      ["HTTP/1.1 101 X", "Connection: keep-alive", "Server: ein Gerät"] + Self.fields(handshake),
    ] {
      #expect(throws: Never.self, "\(lines)") { try handshake.verify(Self.head(lines)) }
    }
    let repeated = ["HTTP/1.1 101 X", "X-A: 1", "Server: s", "x-a: 2"] + Self.fields(handshake)
    #expect(try handshake.verify(Self.head(repeated))["X-A"] == "1, 2")
  }

  @Test("an answer that is not that of a WebSocket server is rejected")
  func refusedAnswers() throws {
    let handshake = try Self.handshake()
    let good = Self.fields(handshake)
    let status = "HTTP/1.1 101 Switching Protocols"
    var heads: [[String]] = [
      [], [""], ["HTTP/1.0 101 X"] + good, ["HTTP/2 101 X"] + good, ["HTTP/1.1 1010 X"] + good, ["HTTP/1.1  101 X"] + good,
      ["HTTP/1.1 +10 X"] + good, ["http/1.1 101 X"] + good, [" HTTP/1.1 101 X"] + good,
    ]
    // Each field is missing, duplicated, has another value, or no name.
    for index in good.indices {
      heads.append([status] + good.enumerated().filter { $0.offset != index }.map(\.element))
      var other = good
      other[index] += "x"
      heads.append([status] + other)
      other[index] = good[index].replacingOccurrences(of: ":", with: " :")
      heads.append([status] + other)
      other[index] = good[index].replacingOccurrences(of: ":", with: "")
      heads.append([status] + other)
      if index != 1 { heads.append([status] + good + [good[index]]) }
    }
    for line in [
      "Sec-WebSocket-Extensions: permessage-deflate", "sec-websocket-extensions:", "Sec-WebSocket-Protocol: graphql-ws",
      "Sec-WebSocket-Accept: a", "Upgrade: h2c", " folded", ": empty", "No colon", "Nul: \0", "A: b\rC: d", "A: b\nC: d",
    ] {
      heads.append([status] + good + [line])
    }
    for head in heads {
      #expect(throws: RelayError.self, "\(head)") { try handshake.verify(Self.head(head)) }
    }
    #expect(throws: RelayError.http(status: 401, body: "")) { try handshake.verify(Self.head(["HTTP/1.1 401 Unauthorized"])) }
    #expect(throws: RelayError.self) { try handshake.verify([]) }
  }

  @Test("corrupted answers are rejected unless they are equivalent")
  func brokenAnswers() throws {
    let handshake = try Self.handshake()
    let accept = WebSocketHandshake.accept(forKey: handshake.key)
    var refused = 0
    for seed in 0..<Self.count {
      var generator = SplitMix(seed: UInt64(seed) &+ 1 << 40)
      var lines = ["HTTP/1.1 101 X"] + Self.fields(handshake).shuffled(using: &generator)
      if Bool.random(using: &generator), let line = lines.randomElement(using: &generator) { lines.append(line) }
      var head = Self.head(lines)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        guard let index = head.indices.randomElement(using: &generator) else { break }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: head[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: head[index] = Array("\r\n: ,\0\tU".utf8).randomElement(using: &generator) ?? 0
        case 2: head.remove(at: index)
        default: head.insert(UInt8.random(in: .min ... .max, using: &generator), at: index)
        }
      }
      do {
        try handshake.verify(head)
      } catch {
        refused += 1
        if !(error is RelayError) { Issue.record("case \(seed): \(error)") }
        continue
      }
      // An accepted answer contains each required field once, also when parsed naively.
      let text = String(decoding: head, as: UTF8.self).lowercased().replacingOccurrences(of: "\r\n", with: "\n")
      let accepted = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix { !$0.isEmpty }
      func values(_ name: String) -> [String] {
        accepted.filter { $0.hasPrefix("\(name):") }.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
      }
      #expect(text.hasPrefix("http/1.1 101"), "case \(seed)")
      #expect(values("upgrade") == ["websocket"], "case \(seed)")
      #expect(values("connection").contains { $0.contains("upgrade") }, "case \(seed)")
      #expect(values("sec-websocket-accept") == [accept.lowercased()], "case \(seed)")
      #expect(values("sec-websocket-protocol") == ["graphql-transport-ws"], "case \(seed)")
      #expect(values("sec-websocket-extensions").isEmpty, "case \(seed)")
    }
    #expect(refused > Self.count / 4)
  }

  @Test("twice as many fields of an answer take twice as long", .comparesTimes)
  func manyFields() throws {
    let handshake = try Self.handshake()
    let answer = ["HTTP/1.1 101 Switching Protocols"] + Self.fields(handshake)
    let problem = try GrowthOfTime().problem(from: 500) { size in
      let head = Self.head(answer + (0..<size).map { "\(String($0, radix: 36)):" })
      return { _ = try handshake.verify(head) }
    }
    #expect(problem == nil)
  }

  // MARK: - Messages

  @Test("a message's members are found regardless of their surroundings, and its payload is unchanged")
  func messages() throws {
    for (text, type, id, payload) in [
      (#"{"type":"next","id":"1","payload":{"data":{"a":[1,{"b":"}]\""}]}}}"#, "next", "1", #"{"data":{"a":[1,{"b":"}]\""}]}}"#),
      (#" { "payload" : [ ] , "x" : { "type" : "no" } , "type" : "next" , "id" : "\u0031" } "#, "next", "1", "[ ]"),
      (#"{"type":"complete","id":"a\\"}"#, "complete", #"a\"#, nil), (#"{"type":"pong","id":7,"payload":null}"#, "pong", "", "null"),
      (#"{"ty\u0070e":"ping","payload":"\\\"\\"}"#, "ping", "", #""\\\"\\""#), (#"{"type":"a","type":"b"}"#, "b", "", nil),
      (#"{"type":"next","payload":-1.5e3,"id":"1"}"#, "next", "1", "-1.5e3"),
    ] as [(String, String, String, String?)] {
      for data in [Data(text.utf8), Data(("xx" + text).utf8).dropFirst(2)] {
        var message = try GraphQLTransportWSMessage(data)
        #expect(message.type == type && message.id == id, "\(text)")
        let found = message.takePayload()
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == payload, "\(text)")
        #expect(found == nil || found?.startIndex == 0)
      }
    }
    let tooLongID = try GraphQLTransportWSMessage(Data(#"{"type":"next","id":"\#(String(repeating: "1", count: 1 << 16))"}"#.utf8))
    #expect(tooLongID.id.isEmpty)
  }

  @Test("invalid messages are rejected", .cases)
  func noMessages() {
    eachCase(of: [
      "", " ", "[]", "1", "null", "{", "}", "{}", #"{"type":1}"#, #"{"type":"next""#, #"{"type":"next"}}"#, #"{"type":"next",}"#,
      #"{"type"}"#,
      #"{"type":}"#, #"{type:"next"}"#, #"{"type":"next" "id":"1"}"#, #"{"type":"ne"#, #"{"type":"next","payload":[{"a":1}"#,
      #"{"type":"next"} x"#, #"{"type":"\q"}"#,
    ]) { noMessages(text: $0) }
  }

  func noMessages(text: String) {
    #expect(throws: RelayError.self) { try GraphQLTransportWSMessage(Data(text.utf8)) }
  }
}
