/// Where a fragment's data is: a record of a store, under an operation's variables.
///
/// A pointer carries all that reading needs, so a fragment can be read without knowing where it was spread.
public struct FragmentPointer: Sendable, Hashable {
  /// What is known of the fragment's data without looking at the store.
  enum Reading: Sendable {
    /// Nothing.
    case none
    /// Its row, and there was nothing to say beside it.
    case row(Row)
    case other(FragmentReading)
  }

  /// The identity in the store of the record that the fragment is on.
  public let dataID: String
  let record: RecordID
  let scope: FragmentScope?
  /// The object that data without a store was made from, by response key; the fragment's own data is made from it too.
  let sample: [String: JSON]?
  /// The fragment as it was read along with the data that it is spread into.
  let reading: Reading

  init(dataID: String, record: RecordID, scope: FragmentScope?, reading: Reading = .none) {
    self.dataID = dataID
    self.record = record
    self.scope = scope
    sample = nil
    self.reading = reading
  }

  /// A pointer into data that was made from JSON.
  init(dataID: String, sample: [String: JSON]) {
    self.dataID = dataID
    record = .missing
    scope = nil
    self.sample = sample
    reading = .none
  }

  /// A pointer that points nowhere; what is read through it is missing.
  public static let nowhere = FragmentPointer(dataID: "", record: .missing, scope: nil)

  /// The operation in whose data the fragment was spread.
  var owner: OperationDescriptor? { scope?.owner }

  /// How to read the fragment in its store; `nil` for a pointer that points into none.
  func selector(_ definition: FragmentDefinition) -> Selector? {
    scope.map {
      Selector(context: $0.context(for: definition), dataID: dataID, record: record, isUnmatched: $0.isUnmatched)
    }
  }

  /// The fragment's data as it was read along. Where that was not done, as it is in the store now.
  func row(_ definition: FragmentDefinition) -> Row? {
    switch reading {
    case .row(let row): row
    case .other(let reading): reading.row
    case .none: capture(definition)?.row ?? sampleRow(definition)
    }
  }

  /// Whether something that the fragment selects was not in the store.
  func isMissingData(_ definition: FragmentDefinition) -> Bool {
    switch reading {
    case .row: false
    case .other(let reading): reading.isMissingData
    case .none: capture(definition)?.isMissingData ?? (sample == nil)
    }
  }

  private func capture(_ definition: FragmentDefinition) -> Snapshot? {
    selector(definition).map { $0.context.store.capture($0, after: nil) }
  }

  /// The fragment's data where it needs no store to be read from.
  func sampleRow(_ definition: FragmentDefinition) -> Row? {
    sample.map { Row(json: .object($0), shape: definition.shape(0)) }
  }

  public static func == (left: FragmentPointer, right: FragmentPointer) -> Bool {
    left.dataID.hasSameBytes(as: right.dataID) && left.scope == right.scope && left.sample == right.sample
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dataID) }
}
