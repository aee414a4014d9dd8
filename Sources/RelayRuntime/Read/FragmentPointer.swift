/// Where a fragment's data is: a record of a store, with an operation's variables.
///
/// A pointer carries everything needed for reading, so a fragment can be read without knowing where it was spread.
///
/// ```swift
/// struct BadgeItem: Identifiable {
///   let badge: Badge_user
///   /// The identity of the user in the store.
///   var id: String { badge.fragmentPointer.dataID }
/// }
/// ```
///
/// See <doc:UsingFragments>.
public struct FragmentPointer: Sendable, Hashable {
  /// The part of the fragment's data that is available without the store.
  enum Reading: Sendable {
    /// Nothing.
    case none
    /// Its row; nothing was missing and there were no errors.
    case row(Row)
    case other(FragmentReading)
  }

  /// The identity in the store of the fragment's record.
  public let dataID: String
  let record: RecordID
  let scope: FragmentScope?
  /// The object from which data without a store was made. The fragment's data is made from it too.
  struct Sample: Hashable, Sendable {
    /// By response key.
    let members: [String: JSON]
    /// Whether it has every field that a response would have.
    let isWhole: Bool
  }

  let sample: Sample?
  /// The fragment as read together with the data into which it is spread.
  let reading: Reading

  init(dataID: String, record: RecordID, scope: FragmentScope?, reading: Reading = .none) {
    self.dataID = dataID
    self.record = record
    self.scope = scope
    sample = nil
    self.reading = reading
  }

  /// A pointer to data that was made from JSON.
  init(dataID: String, sample: Sample) {
    self.dataID = dataID
    record = .missing
    scope = nil
    self.sample = sample
    reading = .none
  }

  /// A pointer to no record. All data read through it is missing.
  public static let nowhere = FragmentPointer(dataID: "", record: .missing, scope: nil)

  /// The operation in whose data the fragment was spread.
  var owner: OperationDescriptor? { scope?.owner }

  /// Whether the pointer was made from an identity, and not from data into which the fragment is spread.
  var isStandalone: Bool { scope?.objectID != nil }

  /// How to read the fragment in its store; `nil` if the data belongs to no store.
  func selector(_ definition: Generated.FragmentDefinition) -> Selector? {
    scope.map {
      Selector(context: $0.context(for: definition), dataID: dataID, record: record, isUnmatched: $0.isUnmatched)
    }
  }

  /// The fragment's data as read with its parent; if it was not read then, its data as now in the store.
  func row(_ definition: Generated.FragmentDefinition) -> Row? {
    switch reading {
    case .row(let row): row
    case .other(let reading): reading.row
    case .none: capture(definition)?.row ?? sampleRow(definition)
    }
  }

  /// Whether the store lacked something that the fragment selects.
  func isMissingData(_ definition: Generated.FragmentDefinition) -> Bool {
    switch reading {
    case .row: false
    case .other(let reading): reading.isMissingData
    case .none: capture(definition).map { $0.isMissingData || $0.excess != nil } ?? (sample == nil)
    }
  }

  private func capture(_ definition: Generated.FragmentDefinition) -> Snapshot? {
    selector(definition).map { $0.context.store.capture($0, after: nil) }
  }

  /// The fragment's data, if reading it needs no store.
  func sampleRow(_ definition: Generated.FragmentDefinition) -> Row? {
    sample.map { Row(json: .object($0.members), shape: definition.shape(0), isWhole: $0.isWhole) }
  }

  public static func == (left: FragmentPointer, right: FragmentPointer) -> Bool {
    left.dataID.hasSameBytes(as: right.dataID) && left.scope == right.scope && left.sample == right.sample
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dataID) }
}
