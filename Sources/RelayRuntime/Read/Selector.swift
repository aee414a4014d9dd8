/// Something to read: a fragment's selections on a record, with the variables of a context.
struct Selector: Sendable {
  let context: ReadContext
  let dataID: String
  /// The record's last known index; checked against `dataID` before use.
  let record: RecordID
  /// Whether the fragment was spread inside an abstract type condition that is not satisfied, so that missing data does not count.
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
