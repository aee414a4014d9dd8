import Foundation

/// Cuts a `text/event-stream` body into events while it arrives (HTML Living Standard, section 9.2).
///
/// Each byte is looked at once, and only what belongs to the event that is under way is kept: nothing of comments and of fields that mean
/// nothing here.
struct EventStreamParser {
  /// One dispatched event.
  struct Event: Equatable {
    /// The event's type; `message` when the stream names none.
    var type: String
    /// The data lines, joined by line feeds.
    var data: Data
  }

  /// What a line is, as far as it has been read.
  private enum Line {
    /// The name of its field, without a colon yet.
    case name
    /// Up to the colon; a space may follow, which is no part of the value.
    case colon(Field)
    case value(Field)
  }

  private enum Field {
    case data
    case type
    /// A comment, an id, a reconnection time, or what else the server may say.
    case other
  }

  private var line = Line.name
  private var name: [UInt8] = []
  private var type: [UInt8] = []
  /// What of the type is not kept.
  private var skipped = 0
  private var data = Data()
  private var hasData = false
  private var previousWasReturn = false
  private var isFirstLine = true

  /// No field that means something has a longer name; a byte order mark may stand before it.
  private static let maximumName = 8
  /// Nor is a type that means something longer.
  private static let maximumType = 64
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Bytes that wait for the blank line that ends their event.
  var pendingCount: Int { self.data.count + self.type.count + self.skipped }

  /// Takes the next bytes of the body and returns the events that they complete.
  mutating func append(_ chunk: some Collection<UInt8>) -> [Event] {
    if let events = chunk.withContiguousStorageIfAvailable({ self.take($0) }) { return events }
    return Array(chunk).withUnsafeBufferPointer { self.take($0) }
  }

  private mutating func take(_ chunk: UnsafeBufferPointer<UInt8>) -> [Event] {
    var events: [Event] = []
    var index = 0
    var (nextFeed, nextReturn) = (-1, -1)
    while index < chunk.count {
      // Where either stands is looked for once, not for every line.
      if nextFeed < index { nextFeed = chunk.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? chunk.count }
      if nextReturn < index { nextReturn = chunk.firstIndex(of: UInt8(ascii: "\r"), from: index) ?? chunk.count }
      let lineEnd = min(nextFeed, nextReturn)
      if lineEnd > index {
        self.previousWasReturn = false
        self.read(UnsafeBufferPointer(rebasing: chunk[index..<lineEnd]))
      }
      index = lineEnd + 1
      guard lineEnd < chunk.count else { break }
      let followsReturn = self.previousWasReturn
      self.previousWasReturn = lineEnd == nextReturn
      if followsReturn && !self.previousWasReturn { continue }
      if let event = self.endLine() { events.append(event) }
    }
    return events
  }

  /// Takes bytes of one line.
  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var bytes = bytes
    if case .name = self.line {
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: 0)
      let part = bytes[..<(colon ?? bytes.count)]
      self.name += part.prefix(Self.maximumName + 1 - self.name.count)
      guard let colon else { return }
      self.beginValue(.colon(self.field))
      bytes = UnsafeBufferPointer(rebasing: bytes[(colon + 1)...])
    }
    guard let first = bytes.first else { return }
    if case .colon(let field) = self.line {
      self.line = .value(field)
      if first == UInt8(ascii: " ") { bytes = UnsafeBufferPointer(rebasing: bytes[1...]) }
    }
    guard case .value(let field) = self.line else { return }
    switch field {
    case .data: self.data.append(bytes)
    case .type:
      let kept = bytes.prefix(Self.maximumType - self.type.count)
      self.type += kept
      self.skipped += bytes.count - kept.count
    case .other: break
    }
  }

  /// The field that the line's name says.
  private var field: Field {
    var name = self.name[...]
    if self.isFirstLine, name.starts(with: Self.byteOrderMark) { name = name.dropFirst(Self.byteOrderMark.count) }
    if name.elementsEqual("data".utf8) { return .data }
    return name.elementsEqual("event".utf8) ? .type : .other
  }

  private mutating func beginValue(_ line: Line) {
    self.line = line
    guard case .colon(let field) = line else { return }
    switch field {
    case .data:
      if self.hasData { self.data.append(UInt8(ascii: "\n")) }
      self.hasData = true
    case .type: self.type = []
    case .other: break
    }
  }

  private mutating func endLine() -> Event? {
    defer {
      self.line = .name
      self.name.removeAll(keepingCapacity: true)
      self.isFirstLine = false
    }
    guard case .name = self.line else { return nil }
    if self.name.isEmpty || (self.isFirstLine && self.name == Self.byteOrderMark) { return self.dispatch() }
    // A field without a colon has an empty value.
    self.beginValue(.colon(self.field))
    return nil
  }

  private mutating func dispatch() -> Event? {
    defer {
      self.type = []
      self.skipped = 0
      self.data = Data()
      self.hasData = false
    }
    guard self.hasData || !self.type.isEmpty else { return nil }
    return Event(type: self.type.isEmpty ? "message" : String(decoding: self.type, as: UTF8.self), data: self.data)
  }
}
