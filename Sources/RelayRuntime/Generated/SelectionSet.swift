/// The data of one selection set: a typed view over the row that was read for it.
///
/// Generated types have one stored property, the row, and a computed property for each selected field. Equality, hashing and printing
/// come from here, once for all of them; what each type must have of its own is kept small, because an app has thousands of them.
///
/// Every generated type is `Hashable`. The protocol itself is not: a conformance to a protocol that inherits one of the standard library is
/// put together when the program runs, and has code for that. Generic code that compares data says `where Data: Hashable`.
public protocol SelectionSet: Sendable {
  /// What the reader found.
  var __row: Row { get }
  /// Makes a view over a row.
  init(__row: Row)
}

// Disfavoured: a field that is called so, and is optional, would else lose to what is here where its value is compared.
extension SelectionSet {
  /// The fragments spread into this selection set: `data.fragments.heroDetails`.
  @_disfavoredOverload public var fragments: Fragments<Self> { Fragments(parent: self) }

  /// The identity in the store of the record that this was read from.
  public var __id: String { __row.dataID }

  public static func == (left: Self, right: Self) -> Bool { left.__row == right.__row }

  public func hash(into hasher: inout Hasher) { hasher.combine(__row) }

  // Said here, so that the compiler does not make one for every type.
  public var hashValue: Int { __row.hashValue }

  /// The fields that were read, by response key.
  @_disfavoredOverload public var json: JSON { __row.json }
}

// A selection set is read by itself or in a list without being a `RowValue`: a conformance less for each of them. Those that are read in
// lists of lists or with their errors conform.
extension RowValue where Self: SelectionSet {
  public static func __read(_ slot: Slot) -> Self {
    if case .row(let row) = slot.value { return Self(__row: row) }
    return Self(__row: Row.empty(.empty))
  }
}

/// The data of a whole operation or fragment, which can also be made from JSON. Every generated one is `Decodable`.
public protocol RootSelectionSet: SelectionSet {
  /// The slots that its rows have.
  static var __shape: RowShape { get }
}

extension RootSelectionSet {
  /// Makes data from a value of the same form as a response, for previews and tests.
  ///
  /// Nothing is checked, and this never fails: what is not given, or is not of the schema's type, reads as nil, and where a property is not
  /// optional as `""`, 0, false, an empty list, an object without values, or the placeholder of a ``CustomScalar``. To see what a server's
  /// answer with such a mistake leads to, let a ``MockEnvironment`` answer with it.
  /// - Parameter json: an object with the response keys of the selections; the fragments spread in them take theirs from it too.
  public init(json: JSON) { self.init(__row: Row(json: json, shape: Self.__shape)) }

  /// Makes data from a value of the same form as a response, as `init(json:)` does.
  ///
  /// - Throws: what the decoder throws for a value that is not JSON-like.
  public init(from decoder: any Decoder) throws { self.init(json: try JSON(from: decoder)) }
}

/// The conversions of a selection set to the fragments spread into it; generated code adds a property for each fragment.
public struct Fragments<Parent: SelectionSet>: Sendable {
  /// What the fragments are spread into.
  public let parent: Parent

  init(parent: Parent) { self.parent = parent }
}
