extension HTTPNetwork {
  /// Header fields of an HTTP message. Names are case-insensitive (RFC 9110, section 5.1); the order is kept.
  public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    private var fields: [(name: String, value: String)] = []

    /// No fields.
    public init() {}

    /// Fields in the given order. Of two with the same name, the later one is kept.
    public init(dictionaryLiteral elements: (String, String)...) {
      for (name, value) in elements { self[name] = value }
    }

    /// Fields in the given order, with unique names.
    init(unique fields: [(name: String, value: String)]) { self.fields = fields }

    /// The value of a field; nil if it is absent. Setting nil removes the field.
    public subscript(_ name: String) -> String? {
      get { index(of: name).map { fields[$0].value } }
      set {
        switch (index(of: name), newValue) {
        case (let index?, let value?): fields[index] = (name, value)
        case (let index?, nil): fields.remove(at: index)
        case (nil, let value?): fields.append((name, value))
        case (nil, nil): break
        }
      }
    }

    /// Sets every field of `other`, replacing existing ones.
    public mutating func merge(_ other: HTTPNetwork.Headers) {
      for (name, value) in other.fields { self[name] = value }
    }

    public func makeIterator() -> AnyIterator<(name: String, value: String)> {
      AnyIterator(fields.makeIterator())
    }

    public static func == (left: HTTPNetwork.Headers, right: HTTPNetwork.Headers) -> Bool {
      left.fields.elementsEqual(right.fields) { isSame($0.name, $1.name) && $0.value.hasSameBytes(as: $1.value) }
    }

    public func hash(into hasher: inout Hasher) {
      for (name, value) in fields {
        hasher.combine(ByteKey(name.asciiLowercased))
        hasher.combine(ByteKey(value))
      }
    }

    private func index(of name: String) -> Int? {
      fields.firstIndex { Self.isSame($0.name, name) }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
      left.utf8.count == right.utf8.count && left.asciiLowercased.hasSameBytes(as: right.asciiLowercased)
    }
  }
}
