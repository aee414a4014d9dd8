import RelayRuntime

/// The contents of a record on disk: its fields in groups that were received together.
///
/// A group names the operation with whose answer it came. When that operation is answered again with the same record and nothing in it has
/// changed, only the operation is written, with the new time; the record is as new as that if it is among the members of the answer.
struct RecordBody: Sendable, Equatable {
  struct Group: Sendable, Equatable {
    /// The number of the operation, 0 if none is known.
    var operation: Int64 = 0
    /// Whether it is known when the fields were received, or that it is not.
    var isReceived = false
    /// In seconds since 1970, at the time of writing.
    var time: Double?
    var expiresAt: Double?
    var isPrivate = false
    var fields: [MirroredRecord.Field] = []
  }

  /// Whether the record is known not to exist.
  var isDeleted = false
  var typeName: String?
  var groups: [Group] = []
  /// The storage keys of fields that were not written, so that earlier values must not be found.
  var withheld: [String] = []

  init() {}

  /// - Parameter operation: the number of the operation that was answered at a time of this process.
  init(_ record: MirroredRecord, operation: (Duration) -> Int64?) {
    isDeleted = record.isDeleted
    typeName = record.typeName
    withheld = record.isComplete ? [] : record.withheld
    var places: [MirroredReception?: Int] = [:]
    for field in record.fields {
      guard ValueCoding.isShallow(field.value) else {
        withheld.append(field.key)
        continue
      }
      let place = places[field.reception] ?? groups.count
      if place == groups.count {
        places[field.reception] = place
        var group = Group()
        if let reception = field.reception {
          group.operation = reception.exactTime.flatMap(operation) ?? 0
          (group.isReceived, group.time, group.expiresAt) = (true, reception.time, reception.expiresAt)
          group.isPrivate = reception.isPrivate
        }
        groups.append(group)
      }
      groups[place].fields.append(MirroredRecord.Field(key: field.key, value: field.value, errors: field.errors))
    }
  }

  /// The record with this contents.
  ///
  /// - Parameters:
  ///   - dataID: the record's identity.
  ///   - time: when an operation was last answered with this record, in seconds since 1970; `nil` if it was not.
  func record(_ dataID: String, time: (_ operation: Int64) -> Double?) -> MirroredRecord {
    var record = MirroredRecord(dataID: dataID)
    (record.isDeleted, record.isComplete, record.typeName) = (isDeleted, true, typeName)
    for group in groups {
      var reception: MirroredReception?
      if group.isReceived {
        var (received, expiry) = (group.time, group.expiresAt)
        if let renewed = group.operation == 0 ? nil : time(group.operation), renewed > received ?? -.infinity {
          // A header's time counts from the reception.
          if let known = received { expiry = expiry.map { $0 + (renewed - known) } }
          received = renewed
        }
        reception = MirroredReception(time: received, expiresAt: expiry, isPrivate: group.isPrivate)
      }
      for field in group.fields {
        var field = field
        field.reception = reception
        record.fields.append(field)
      }
    }
    return record
  }

  /// Adds newer contents.
  mutating func merge(_ newer: RecordBody) {
    guard !isDeleted, !newer.isDeleted else {
      self = newer
      return
    }
    typeName = newer.typeName ?? typeName
    let keys = Set(newer.groups.lazy.flatMap(\.fields).map { Array($0.key.utf8) }).union(newer.withheld.lazy.map { Array($0.utf8) })
    for index in groups.indices { groups[index].fields.removeAll { keys.contains(Array($0.key.utf8)) } }
    groups.removeAll { $0.fields.isEmpty }
    for group in newer.groups {
      let place = groups.firstIndex { known in
        known.operation == group.operation && known.isReceived == group.isReceived && known.time == group.time
          && known.expiresAt == group.expiresAt && known.isPrivate == group.isPrivate
      }
      if let place { groups[place].fields += group.fields } else { groups.append(group) }
    }
    withheld = []
  }
}
