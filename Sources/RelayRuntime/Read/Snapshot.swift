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
