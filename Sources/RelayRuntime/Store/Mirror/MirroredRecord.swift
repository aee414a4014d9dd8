/// A record outside of a store: names instead of ids, seconds since 1970 instead of instants.
package struct MirroredRecord: Sendable, Hashable {
  /// A field with its value.
  package struct Field: Sendable, Hashable {
    /// The storage key.
    package var key: String
    package var value: MirroredValue
    /// The server's errors for the field, which is null.
    package var errors: [JSON]
    /// When it was received; `nil` if nobody has asked for ages.
    package var reception: MirroredReception?

    package init(key: String, value: MirroredValue, errors: [JSON] = [], reception: MirroredReception? = nil) {
      self.key = key
      self.value = value
      self.errors = errors
      self.reception = reception
    }
  }

  package var dataID: String
  /// Whether the record is known not to exist.
  package var isDeleted = false
  /// Whether these are all fields that are known. Otherwise they are added to others that were written earlier.
  package var isComplete = false
  /// The object's type; `nil` if it is unknown.
  package var typeName: String?
  package var fields: [Field] = []
  /// The storage keys of the fields that must not be kept, because the server or the missing owner forbids it.
  package var withheld: [String] = []

  package init(dataID: String) { self.dataID = dataID }
}

/// The value of a field.
package indirect enum MirroredValue: Sendable, Hashable {
  case json(JSON)
  case link(MirroredLink)
  case links([MirroredLink])
  /// A list of lists of links.
  case lists([MirroredValue])
}

/// A link to a record, or an item in a list of links.
package enum MirroredLink: Sendable, Hashable {
  case record(String)
  case null
  case unknown
}

/// When a field was received.
package struct MirroredReception: Sendable, Hashable {
  /// In seconds since 1970; `nil` if unknown.
  package var time: Double?
  /// When it becomes stale because of its response's header, in seconds since 1970.
  package var expiresAt: Double?
  package var isPrivate: Bool
  /// The clock's number of the time, which is the same for all fields of one response.
  package var exactTime: Duration?

  package init(time: Double?, expiresAt: Double?, isPrivate: Bool, exactTime: Duration? = nil) {
    self.time = time
    self.expiresAt = expiresAt
    self.isPrivate = isPrivate
    self.exactTime = exactTime
  }
}

/// What a store knows beside its records.
package struct MirroredStore: Sendable {
  /// When an operation was last written.
  package struct Written: Sendable {
    package var epoch: Int64
    /// In seconds since 1970; `nil` if unknown.
    package var time: Double?

    package init(epoch: Int64, time: Double?) {
      self.epoch = epoch
      self.time = time
    }
  }

  package var epoch: Int64
  package var written: [(request: String, written: Written)] = []
  package var types: [MirroredRecord] = []
  package var invalidations: MirroredInvalidations?

  package init(epoch: Int64) { self.epoch = epoch }
}

/// What was invalidated, each with its epoch.
package struct MirroredInvalidations: Sendable, Hashable {
  /// The objects of a type, or a field of all of them.
  package struct Place: Sendable, Hashable {
    package var type: String
    /// `nil` for the objects with everything in them.
    package var field: String?
    /// The storage key, with the arguments; `nil` if these do not matter.
    package var key: String?
    package var epoch: Int64

    package init(type: String, field: String?, key: String?, epoch: Int64) {
      (self.type, self.field, self.key, self.epoch) = (type, field, key, epoch)
    }
  }

  package struct Named: Sendable, Hashable {
    package var name: String
    package var epoch: Int64

    package init(name: String, epoch: Int64) { (self.name, self.epoch) = (name, epoch) }
  }

  package var all: Int64?
  package var records: [Named] = []
  package var places: [Place] = []

  package init() {}
}

/// What has changed in a store since the last collection: its state after some whole publication.
package struct MirroredBatch: Sendable {
  package struct Answer: Sendable {
    package var request: String
    package var members: [String]
    package var replaces: Bool
    /// The storage keys of the query root's fields with arguments that the operation selects.
    package var rootKeys: [String]
  }

  /// An operation that was answered, read or retained.
  package struct Use: Sendable {
    package var request: String
    package var operation: OperationDescriptor
    package var isRetained: Bool
    package var written: MirroredStore.Written?
    /// The exact time at which it was written.
    package var exactTime: Duration?
  }

  package var epoch: Int64
  /// The number of times that the store had been cleared.
  package var generation: Int
  package var records: [MirroredRecord] = []
  package var answers: [Answer] = []
  package var uses: [Use] = []
  /// The records that were changed by updaters alone.
  package var edited: [String] = []
  /// Everything that is known of types, if that has changed.
  package var types: [MirroredRecord]?
  /// Everything that is invalidated, if that has changed.
  package var invalidations: MirroredInvalidations?
}

/// What has to be true for records that were loaded to be as new as the store.
package struct MirrorTicket: Sendable, Equatable {
  package var generation: Int
  var evictions: Int
  var removals: Int
  /// Whether the store was cleared, and what is elsewhere does not count any more.
  package var isBeingCleared: Bool
}
