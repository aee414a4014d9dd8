/// Something to read: a fragment's selections on a record, under the variables of a context.
struct Selector: Sendable {
  let context: ReadContext
  let dataID: String
  /// The record's last known index; checked against `dataID` before use.
  let record: RecordID
  /// Whether the fragment was spread inside an abstract type condition that does not hold, so that missing data does not count.
  var isUnmatched = false
}

extension Selector: Hashable {
  static func == (left: Selector, right: Selector) -> Bool {
    left.dataID.hasSameBytes(as: right.dataID) && left.isUnmatched == right.isUnmatched
      && (left.context === right.context
        || (left.context.definition === right.context.definition && left.context.store === right.context.store
          && left.context.owner == right.context.owner && left.context.variables == right.context.variables))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(dataID) }
}

/// The result of reading a selector at one moment.
struct Snapshot: Sendable {
  let selector: Selector
  /// The data; `nil` if the record is gone or a required field was null.
  var row: Row?
  /// Whether something that the selections ask for is not in the store.
  var isMissingData: Bool
  /// Problems with fields. `FieldError.isHandled` marks those that a `@catch` has caught.
  var fieldErrors: [FieldError]
  /// Those that made the data null because the definition itself has a `@catch`.
  var caughtErrors: [FieldError]
  /// The records that the data depends on, without repetition.
  var seenRecords: ContiguousArray<RecordID>
  /// The places where records were read; tracked from the second reading of a selector on.
  var visits: ContiguousArray<Reader.Visit> = []
  /// The store's change count when it was read.
  var revision: UInt64
  /// The version of what the store knew of abstract types.
  var typeRevision: UInt64

  /// Notes that the store's records have moved. The content stays, and the next reading reuses no rows.
  mutating func move(to places: ContiguousArray<RecordID>) {
    seenRecords = ContiguousArray(seenRecords.lazy.map { places[Int($0)] })
    visits = []
    typeRevision = .max
  }

  /// Whether another reading gave something else to a view.
  func hasSameContent(as other: Snapshot) -> Bool {
    isMissingData == other.isMissingData && row == other.row && fieldErrors == other.fieldErrors
  }
}
