import Foundation

/// Cuts a `text/event-stream` body into events while it arrives (HTML Living Standard, section 9.2).
struct EventStreamParser {
  /// One dispatched event.
  struct Event: Equatable {
    /// The event's type; `message` when the stream names none.
    var type: String
    /// The data lines, joined by line feeds.
    var data: Data
  }

  private var line: [UInt8] = []
  private var type = ""
  private var data = Data()
  private var hasData = false
  private var previousWasReturn = false
  private var isFirstLine = true

  /// Bytes that wait for the blank line that ends their event.
  var pendingCount: Int { self.line.count + self.data.count }

  /// Takes the next bytes of the body and returns the events that they complete.
  mutating func append(_ chunk: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in chunk {
      let followsReturn = self.previousWasReturn
      self.previousWasReturn = byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n") && followsReturn { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let event = self.endLine() { events.append(event) }
      } else {
        self.line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    var line = self.line[...]
    if self.isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    self.isFirstLine = false
    defer { self.line.removeAll(keepingCapacity: true) }
    if line.isEmpty { return self.dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    let field = String(decoding: line[..<colon], as: UTF8.self)
    var value = colon < line.endIndex ? line[(colon + 1)...] : []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch field {
    case "event": self.type = String(decoding: value, as: UTF8.self)
    case "data":
      if self.hasData { self.data.append(UInt8(ascii: "\n")) }
      self.data += value
      self.hasData = true
    default: break  // comments, ids and reconnection times mean nothing here
    }
    return nil
  }

  private mutating func dispatch() -> Event? {
    defer {
      self.type = ""
      self.data = Data()
      self.hasData = false
    }
    guard self.hasData || !self.type.isEmpty else { return nil }
    return Event(type: self.type.isEmpty ? "message" : self.type, data: self.data)
  }
}
