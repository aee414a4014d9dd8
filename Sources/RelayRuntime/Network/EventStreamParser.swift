import Foundation

/// Splits a `text/event-stream` body into events as it arrives (HTML Living Standard, section 9.2).
///
/// It reads each byte once and keeps only the current event. Comments and unknown fields are dropped.
struct EventStreamParser {
  /// One dispatched event.
  struct Event: Equatable {
    /// The event's type; `message` if the stream names none.
    var type: String
    /// The data lines, joined by line feeds.
    var data: Data
  }

  /// The state of the current line.
  private enum Line {
    /// The name of its field, before any colon.
    case name
    /// Up to the colon. A space may follow, which is not part of the value.
    case colon(Field)
    case value(Field)
  }

  private enum Field {
    case data
    case type
    /// A comment, an id, a reconnection time, or anything else that is ignored.
    case other
  }

  private var line = Line.name
  private var name: [UInt8] = []
  private var type: [UInt8] = []
  /// The rest of a type that is too long to be known.
  private var skipped = 0
  private var data = Data()
  private var hasData = false
  private var previousWasReturn = false
  private var isFirstLine = true

  /// The longest name of a known field, with a preceding byte order mark.
  private static let maximumName = 8
  /// The longest known type.
  private static let maximumType = 64
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes waiting for the blank line that ends their event.
  var pendingCount: Int { data.count + type.count + skipped }

  /// Takes the next bytes of the body and returns the events that they complete.
  mutating func append(_ chunk: some Collection<UInt8>) -> [Event] {
    if let events = chunk.withContiguousStorageIfAvailable({ unsafe take($0) }) { return events }
    return unsafe Array(chunk).withUnsafeBufferPointer { unsafe take($0) }
  }

  /// - Parameter chunk: valid during the call. An index is at most the position of the next line's end, which is at most the end.
  private mutating func take(_ chunk: UnsafeBufferPointer<UInt8>) -> [Event] {
    var events: [Event] = []
    var index = 0
    var (nextFeed, nextReturn) = (-1, -1)
    while index < chunk.count {
      // Each position is searched for once rather than for every line.
      if nextFeed < index { nextFeed = unsafe chunk.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? chunk.count }
      if nextReturn < index { nextReturn = unsafe chunk.firstIndex(of: UInt8(ascii: "\r"), from: index) ?? chunk.count }
      let lineEnd = min(nextFeed, nextReturn)
      if lineEnd > index {
        previousWasReturn = false
        unsafe read(UnsafeBufferPointer(rebasing: chunk[index..<lineEnd]))
      }
      index = lineEnd + 1
      guard lineEnd < chunk.count else { break }
      let followsReturn = previousWasReturn
      previousWasReturn = lineEnd == nextReturn
      if followsReturn && !previousWasReturn { continue }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  /// Consumes bytes of one line, which are valid during the call.
  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var bytes = unsafe bytes
    if case .name = line {
      let colon = unsafe bytes.firstIndex(of: UInt8(ascii: ":"), from: 0)
      let part = unsafe bytes[..<(colon ?? bytes.count)]
      unsafe name += part.prefix(Self.maximumName + 1 - name.count)
      guard let colon else { return }
      beginValue(.colon(field))
      unsafe bytes = UnsafeBufferPointer(rebasing: bytes[(colon + 1)...])
    }
    guard let first = unsafe bytes.first else { return }
    if case .colon(let field) = line {
      line = .value(field)
      if first == UInt8(ascii: " ") { unsafe bytes = unsafe UnsafeBufferPointer(rebasing: bytes[1...]) }
    }
    guard case .value(let field) = line else { return }
    switch field {
    case .data: unsafe data.append(bytes)
    case .type:
      let kept = unsafe bytes.prefix(Self.maximumType - type.count)
      unsafe type += kept
      unsafe skipped += bytes.count - kept.count
    case .other: break
    }
  }

  /// The field with the line's name.
  private var field: Field {
    var name = self.name[...]
    if isFirstLine, name.starts(with: Self.byteOrderMark) { name = name.dropFirst(Self.byteOrderMark.count) }
    if name.elementsEqual("data".utf8) { return .data }
    return name.elementsEqual("event".utf8) ? .type : .other
  }

  private mutating func beginValue(_ line: Line) {
    self.line = line
    guard case .colon(let field) = line else { return }
    switch field {
    case .data:
      if hasData { data.append(UInt8(ascii: "\n")) }
      hasData = true
    case .type: type = []
    case .other: break
    }
  }

  private mutating func endLine() -> Event? {
    defer {
      line = .name
      name.removeAll(keepingCapacity: true)
      isFirstLine = false
    }
    guard case .name = line else { return nil }
    if name.isEmpty || (isFirstLine && name == Self.byteOrderMark) { return dispatch() }
    // A field without a colon has an empty value.
    beginValue(.colon(field))
    return nil
  }

  private mutating func dispatch() -> Event? {
    defer {
      type = []
      skipped = 0
      data = Data()
      hasData = false
    }
    guard hasData || !type.isEmpty else { return nil }
    return Event(type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self), data: data)
  }
}
