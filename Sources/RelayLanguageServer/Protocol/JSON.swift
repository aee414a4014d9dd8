/// A JSON value of a message.
///
/// Messages have few members, so an object is a list: it keeps its order, and of several members with one name the last one counts.
package enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) { (self.key, self.value) = (key, value) }
  }

  /// The member of an object; nil for other values and absent keys.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var int: Int? { if case .int(let number) = self { number } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSON]? { if case .array(let items) = self { items } else { nil } }
  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  package var isNull: Bool { self == .null }

  /// An object without the members that are nil.
  package static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0, $1) }) }
  package init(nilLiteral: ()) { self = .null }
}

/// Parameters that are not what the protocol says.
package struct InvalidParameters: Error {
  package var message: String

  package init(_ message: String) { self.message = message }
}

extension JSON {
  package func require(_ key: String) throws(InvalidParameters) -> JSON {
    guard let value = self[key], !value.isNull else { throw InvalidParameters("'\(key)' is missing") }
    return value
  }

  package func text(_ key: String) throws(InvalidParameters) -> String {
    guard let text = try require(key).string else { throw InvalidParameters("'\(key)' is not a string") }
    return text
  }

  package func number(_ key: String) throws(InvalidParameters) -> Int {
    guard let number = try require(key).int else { throw InvalidParameters("'\(key)' is not an integer") }
    return number
  }

  package func list(_ key: String) throws(InvalidParameters) -> [JSON] {
    guard let items = try require(key).array else { throw InvalidParameters("'\(key)' is not an array") }
    return items
  }
}
