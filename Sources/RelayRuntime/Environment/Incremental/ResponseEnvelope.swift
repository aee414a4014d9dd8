/// The members of a response, or of one of its parts, that have a meaning. They are found in one pass over all members.
struct ResponseEnvelope {
  enum Member: Int, CaseIterable {
    case data, errors, extensions
    case hasNext, pending, incremental, completed
    case id, label, path, subPath, items

    fileprivate var name: StaticString {
      switch self {
      case .data: "data"
      case .errors: "errors"
      case .extensions: "extensions"
      case .hasNext: "hasNext"
      case .pending: "pending"
      case .incremental: "incremental"
      case .completed: "completed"
      case .id: "id"
      case .label: "label"
      case .path: "path"
      case .subPath: "subPath"
      case .items: "items"
      }
    }
  }

  private static let names = Member.allCases.map(\.name)
  private let positions: [Int]

  /// - Parameter position: the position of the response or the part. It has no members if it is not an object.
  init(_ document: borrowing JSONDocument, at position: Int) { positions = document.find(Self.names, in: position) }

  /// The position of a member's value in the document; -1 if there is no such member.
  subscript(member: Member) -> Int { positions[member.rawValue] }

  func has(_ member: Member) -> Bool { self[member] >= 0 }

  /// The value of a member; null if there is none.
  func value(_ member: Member, in document: JSONDocument) -> JSON { document.value(at: self[member]) }

  /// The errors of the response or the part.
  func errors(in document: JSONDocument) -> [GraphQLError] { GraphQLError.list(value(.errors, in: document)) }

  /// The positions of the elements of a member that is an array.
  func elements(_ member: Member, in document: JSONDocument) -> [Int] { has(member) ? document.elements(of: self[member]) : [] }
}
