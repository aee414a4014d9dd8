/// Where a fragment's data is: a record of a store, under an operation's variables.
///
/// A pointer carries all that reading needs, so a fragment can be read without knowing where it was spread.
public struct FragmentPointer: Sendable, Hashable {
  /// The identity in the store of the record that the fragment is on.
  public let dataID: String
  let record: RecordID
  let scope: FragmentScope?

  init(dataID: String, record: RecordID, scope: FragmentScope?) {
    self.dataID = dataID
    self.record = record
    self.scope = scope
  }

  /// A pointer that points nowhere; what is read through it is missing.
  public static let nowhere = FragmentPointer(dataID: "", record: .missing, scope: nil)

  /// The operation in whose data the fragment was spread.
  var owner: OperationDescriptor? { scope?.owner }

  /// The store that the pointer points into.
  var store: Store? { scope?.store }

  /// How to read the fragment here; `nil` for a pointer that points nowhere.
  func selector(_ definition: FragmentDefinition) -> Selector? {
    scope.map {
      Selector(context: $0.context(for: definition), dataID: dataID, record: record, isUnmatched: $0.isUnmatched)
    }
  }

  /// Reads the fragment as it is in the store now.
  func read(_ definition: FragmentDefinition) -> Snapshot? {
    selector(definition).map { $0.context.store.lookup($0) }
  }

  public static func == (left: FragmentPointer, right: FragmentPointer) -> Bool {
    left.dataID == right.dataID && left.scope == right.scope
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dataID) }
}
