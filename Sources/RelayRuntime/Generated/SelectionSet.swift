/// The data of one selection set: a typed view over the row that was read for it.
///
/// Generated types have one stored property, the row, and a computed property for each selected field. Equality, hashing, decoding
/// and printing come from here, once for all of them.
public protocol SelectionSet: RowValue, Hashable, Codable, CustomStringConvertible {
  /// What the reader found.
  var __row: Row { get }
  /// Makes a view over a row.
  init(__row: Row)
  /// The slots that rows of this type have.
  static var __shape: RowShape { get }
}

extension SelectionSet {
  /// The fragments spread into this selection set: `data.fragments.heroDetails`.
  public var fragments: Fragments<Self> { Fragments(parent: self) }

  /// The identity in the store of the record that this was read from.
  public var __id: String { __row.dataID }

  public static func == (left: Self, right: Self) -> Bool { left.__row == right.__row }

  public func hash(into hasher: inout Hasher) { hasher.combine(__row) }

  /// The fields that were read, as JSON by response key.
  public var description: String { __row.json.description }

  /// Makes data from a value of the same form as a response, for previews and tests. Fragment pointers in it point nowhere.
  ///
  /// - Throws: what the decoder throws for a value that is not JSON-like.
  public init(from decoder: any Decoder) throws {
    self.init(__row: Row(json: try JSON(from: decoder), shape: Self.__shape))
  }

  /// Encodes the fields that were read, by response key.
  public func encode(to encoder: any Encoder) throws { try __row.json.encode(to: encoder) }

  @inlinable
  public static func __read(_ slot: Slot) -> Self {
    if case .row(let row) = slot.value { return Self(__row: row) }
    return Self(__row: Row.empty(Self.__shape))
  }
}

/// The conversions of a selection set to the fragments spread into it; generated code adds a property for each fragment.
public struct Fragments<Parent: SelectionSet>: Sendable {
  /// What the fragments are spread into.
  public let parent: Parent

  init(parent: Parent) { self.parent = parent }
}
