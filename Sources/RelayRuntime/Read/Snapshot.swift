/// The result of reading a selector at one point in time.
struct Snapshot: Sendable {
  let selector: Selector
  /// The data; `nil` if the record is gone or a required field is null.
  var row: Row?
  /// Whether the store lacked something that is selected.
  var isMissingData: Bool
  /// Field errors. `FieldError.isHandled` marks those that a `@catch` has caught.
  var fieldErrors: [FieldError]
  /// The errors that made the data null because the definition itself has a `@catch`.
  var caughtErrors: [FieldError]
  /// The records on which the data depends, without duplicates.
  var seenRecords: ContiguousArray<RecordID>
  /// The places where records were read; tracked from the second reading of a selector on.
  var visits: ContiguousArray<Reader.Visit> = []
  /// The store's change count at the time of reading.
  var revision: UInt64
  /// The version of the store's knowledge of abstract types at the time of reading.
  var typeRevision: UInt64

  /// The spread fragments whose data the store lacks in part, if they were read together with the data.
  var incomplete: Set<IncompleteFragment> = []
  /// Whether the server's errors in such a fragment have made an object of the data null.
  var isCutByFragment = false
  /// How often such a fragment became complete while it was followed.
  var arrivals = 0

  /// The error, if the data was not read because it exceeds a limit.
  var excess: FieldError? {
    fieldErrors.first { error in
      if case .tooManyRepeatedObjects = error.kind { true } else { false }
    }
  }

  /// A fragment of which data is missing: because its deferred part has not arrived, or because the store has lost it.
  struct IncompleteFragment: Hashable, Sendable {
    /// The fragment with its variables.
    let context: Int
    let dataID: String
  }

  /// Adapts the snapshot after the store's records have moved. The content stays; the next reading reuses no rows.
  mutating func move(to places: ContiguousArray<RecordID>) {
    seenRecords = ContiguousArray(seenRecords.lazy.map { places[Int($0)] })
    visits = []
    typeRevision = .max
  }

  /// Whether the store's records have moved since the snapshot was read. Its rows still name their old places.
  var hasMoved: Bool { typeRevision == .max }

  /// Whether both have the same content for a view.
  func hasSameContent(as other: Snapshot) -> Bool {
    isMissingData == other.isMissingData && row == other.row && fieldErrors == other.fieldErrors
  }
}
