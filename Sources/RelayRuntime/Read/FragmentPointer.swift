/// Where a fragment's data is: a record of a store, under an operation's variables.
///
/// A pointer carries all that reading needs, so a fragment can be read without knowing where it was spread.
public struct FragmentPointer: Sendable, Hashable {
  /// The part of the fragment's data that is available without the store.
  enum Reading: Sendable {
    /// Nothing.
    case none
    /// Its row; nothing was missing or wrong.
    case row(Row)
    case other(FragmentReading)
  }

  /// The identity in the store of the record that the fragment is on.
  public let dataID: String
  let record: RecordID
  let scope: FragmentScope?
  /// An object that data without a store was made from; the fragment's own data is made from it too.
  struct Sample: Hashable, Sendable {
    /// By response key.
    let members: [String: JSON]
    /// Whether every field is there that a response would have.
    let isWhole: Bool
  }

  let sample: Sample?
  /// The fragment as it was read together with the data that it is spread into.
  let reading: Reading

  init(dataID: String, record: RecordID, scope: FragmentScope?, reading: Reading = .none) {
    self.dataID = dataID
    self.record = record
    self.scope = scope
    sample = nil
    self.reading = reading
  }

  /// A pointer into data that was made from JSON.
  init(dataID: String, sample: Sample) {
    self.dataID = dataID
    record = .missing
    scope = nil
    self.sample = sample
    reading = .none
  }

  /// A pointer to no record. Everything read through it is missing.
  public static let nowhere = FragmentPointer(dataID: "", record: .missing, scope: nil)

  /// The operation in whose data the fragment was spread.
  var owner: OperationDescriptor? { scope?.owner }

  /// How to read the fragment in its store; `nil` if the data comes from no store.
  func selector(_ definition: FragmentDefinition) -> Selector? {
    scope.map {
      Selector(context: $0.context(for: definition), dataID: dataID, record: record, isUnmatched: $0.isUnmatched)
    }
  }

  /// The fragment's data as it was read with its parent; if it was not, as the store has it now.
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

  /// The fragment's data if no store is needed to read it.
  func sampleRow(_ definition: FragmentDefinition) -> Row? {
    sample.map { Row(json: .object($0.members), shape: definition.shape(0), isWhole: $0.isWhole) }
  }

  public static func == (left: FragmentPointer, right: FragmentPointer) -> Bool {
    left.dataID.hasSameBytes(as: right.dataID) && left.scope == right.scope && left.sample == right.sample
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dataID) }
}
