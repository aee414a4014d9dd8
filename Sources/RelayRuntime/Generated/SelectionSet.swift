/// The data of one selection set: a typed view of a row.
///
/// Generated types have one stored property, a reference to the row, and a computed property for each selected field. Equality, hashing and printing are
/// implemented here for all of them. Each generated type is kept minimal, because an app has thousands of them.
///
/// Every generated type is `Hashable`, but this protocol does not inherit `Hashable`: a conformance to a protocol that inherits one of the
/// standard library's is assembled at run time, and each type would need code for that. Generic code that compares data needs
/// `where Data: Hashable`.
///
/// ```swift
/// /// The data of any selection, as JSON for the app's log.
/// func text(of selection: some SelectionSet) -> String { "\(selection.json)" }
/// ```
///
/// See <doc:Names>.
public protocol SelectionSet: Sendable {
  /// The row that was read.
  var __row: Generated.RowReference { get }
  /// Makes a view of a row.
  init(__row: Generated.RowReference)
}

// Disfavored, because otherwise these properties would win over an optional field of the same name when its value is compared.
extension SelectionSet {
  /// The fragments spread into this selection set: `data.fragments.heroDetails`.
  @_disfavoredOverload public var fragments: Generated.Fragments<Self> { Generated.Fragments(parent: self) }

  /// The identity in the store of the record that this was read from.
  public var __id: String { __row.row.dataID }

  public static func == (left: Self, right: Self) -> Bool { left.__row.isEqual(to: right.__row) }

  public func hash(into hasher: inout Hasher) { hasher.combine(__row.row) }

  // Declared here so that the compiler does not synthesize one for every type.
  public var hashValue: Int { __row.row.hashValue }

  /// The fields that were read, by response key. An object that the data shows at very many places is replaced by a text at most of them, if
  /// repeating it would add more than a million values.
  @_disfavoredOverload public var json: JSON { __row.row.json }
}

// A selection set is read by itself or in a list without conforming to `Generated.RowValue`, which saves one conformance for each type. Those that
// are read in lists of lists, or with their errors, do conform.
extension Generated.RowValue where Self: SelectionSet {
  public static func __read(_ slot: Generated.Slot) -> Self {
    if case .row(let row) = slot.value { return Self(__row: Generated.RowReference(row)) }
    return Self(__row: .missing)
  }
}

extension Generated {
  /// The data of a whole operation or fragment, which can also be made from JSON. Every generated one is `Decodable`.
  public protocol RootSelectionSet: SelectionSet {
    /// The slots of its rows.
    static var __shape: Generated.RowShape { get }
  }
}

extension Generated.RootSelectionSet {
  /// Makes data from JSON with the shape of a response, for previews and tests.
  ///
  /// Nothing is checked, and this never fails. A value that is missing or does not have the schema's type reads as nil; for non-optional
  /// properties as `""`, 0, false, an empty list, an object without values, or the placeholder of a ``CustomScalar``. To test how such a
  /// mistake in a server's answer is handled, use a ``MockEnvironment``.
  /// - Parameter json: an object with the response keys of the selections, including those of the fragments spread into it.
  public init(json: JSON) { self.init(__row: Generated.RowReference(Row(json: json, shape: Self.__shape))) }

  /// Makes data from a value with the shape of a response, as `init(json:)` does.
  ///
  /// - Throws: the decoder's error if the value cannot be represented as JSON.
  public init(from decoder: any Decoder) throws { self.init(json: try JSON(from: decoder)) }
}

extension Generated {
  /// Converts a selection set to the fragments spread into it. Generated code adds a property for each fragment.
  public struct Fragments<Parent: SelectionSet>: Sendable {
    /// The data into which the fragments are spread.
    public let parent: Parent

    init(parent: Parent) { self.parent = parent }
  }
}

extension GraphQLFragment {
  @available(*, unavailable, message: "spread this fragment in the document that selects the object given as 'key'")
  public init(key: some SelectionSet) { Generated.unavailable() }
}

extension Generated {
  /// The body of declarations that exist only for the error message that their use leads to.
  public static func unavailable() -> Never { fatalError("An unavailable declaration was called.") }
}
