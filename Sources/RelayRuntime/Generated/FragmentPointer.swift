/// Where a fragment's data is: a record of a store, under an operation's variables.
///
/// A pointer carries all that reading needs, so a fragment can be read without knowing where it was spread.
public struct FragmentPointer: Sendable, Hashable {
  /// The identity in the store of the record that the fragment is on.
  public let dataID: String
  let record: RecordID
  let scope: FragmentScope?
  /// The object that data without a store was made from, by response key; the fragment's own data is made from it too.
  let sample: [String: JSON]?

  init(dataID: String, record: RecordID, scope: FragmentScope?) {
    self.dataID = dataID
    self.record = record
    self.scope = scope
    self.sample = nil
  }

  /// A pointer into data that was made from JSON.
  init(dataID: String, sample: [String: JSON]) {
    self.dataID = dataID
    self.record = .missing
    self.scope = nil
    self.sample = sample
  }

  /// A pointer that points nowhere; what is read through it is missing.
  public static let nowhere = FragmentPointer(dataID: "", record: .missing, scope: nil)

  /// The operation in whose data the fragment was spread.
  var owner: OperationDescriptor? { scope?.owner }

  /// The store that the pointer points into.
  var store: Store? { scope?.store }

  /// How to read the fragment in its store; `nil` for a pointer that points into none.
  func selector(_ definition: FragmentDefinition) -> Selector? {
    scope.map {
      Selector(context: $0.context(for: definition), dataID: dataID, record: record, isUnmatched: $0.isUnmatched)
    }
  }

  /// Reads the fragment as it is in the store now.
  func read(_ definition: FragmentDefinition) -> Snapshot? {
    selector(definition).map { $0.context.store.lookup($0) }
  }

  /// The fragment's data where it needs no store to be read from.
  func sampleRow(_ definition: FragmentDefinition) -> Row? {
    sample.map { Row(json: .object($0), shape: definition.shape(0)) }
  }

  public static func == (left: FragmentPointer, right: FragmentPointer) -> Bool {
    left.dataID == right.dataID && left.scope == right.scope && left.sample == right.sample
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dataID) }
}
