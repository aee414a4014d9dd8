/// The rules by which the ages of fields are judged.
struct AgeRules: Sendable {
  let now: Moment
  /// The age at which a field is stale that has none in its plan; `nil` if never.
  var maxAge: Duration?
  /// The longest age of an error, for fields that have an age.
  var maximumErrorAge: Duration
  /// For how long stale data may be shown while it is fetched again, where the plan does not say.
  var staleWhileRevalidate: Duration
  /// What was stale at this time is not due: fetching it then has not helped.
  var answered: Moment?

  init(_ configuration: RelayStore.Configuration, answered: Moment? = nil) {
    now = Moment(configuration.now())
    maxAge = configuration.maxAge
    maximumErrorAge = configuration.maximumErrorAge
    staleWhileRevalidate = configuration.staleWhileRevalidate
    self.answered = answered
  }
}

/// How old the data of an operation or fragment is.
struct DataAge: Sendable, Equatable {
  /// When the field was received that was received first; `nil` if that is unknown.
  var fetchedAt: Moment?
  /// When the first field becomes stale, or has become; `nil` if none does, or if that is unknown.
  var expiresAt: Moment?
  /// Whether a field is stale.
  var isStale = false
  /// When the next field becomes stale.
  var nextExpiry: Moment?
  /// When the first field has become or becomes stale after the latest answer.
  var due: Moment?
  /// Until when the data may be shown although it is stale; `nil` if it may not be shown, or is not stale.
  var shownUntil: Moment?

  /// Takes a field into account.
  ///
  /// - Parameters:
  ///   - expiry: when it becomes stale.
  ///   - span: for how long it may be shown then.
  mutating func add(expiry: Moment, span: Duration, _ rules: AgeRules) {
    expiresAt = expiresAt.map { min($0, expiry) } ?? expiry
    if rules.answered.map({ expiry > $0 }) ?? true { due = due.map { min($0, expiry) } ?? expiry }
    if expiry > rules.now {
      nextExpiry = nextExpiry.map { min($0, expiry) } ?? expiry
    } else {
      addStale(until: expiry.advanced(by: span.bounded))
    }
  }

  /// Takes something into account that is stale.
  ///
  /// - Parameter time: until when it may be shown.
  mutating func addStale(until time: Moment?) {
    shownUntil = isStale ? (shownUntil.flatMap { known in time.map { min(known, $0) } }) : time
    isStale = true
  }

  /// Takes into account that something was received.
  mutating func add(received time: Moment) { fetchedAt = fetchedAt.map { min($0, time) } ?? time }
}

/// Judges the ages of the fields that a check visits.
struct AgeCheck {
  /// A field of a record that is stale.
  struct StaleField: Hashable, Sendable {
    let record: RecordID
    let key: KeyID
  }

  let rules: AgeRules
  private(set) var age = DataAge()
  /// Whether the age of a field is unknown that should have one.
  private(set) var isUnknown = false
  /// The stale fields, if they are wanted; those that are due if the latest answer is known.
  private(set) var staleFields: Set<StaleField>?

  init(_ rules: AgeRules, collectsFields: Bool = false) {
    self.rules = rules
    if collectsFields { staleFields = [] }
  }

  /// Judges a field that a record has.
  ///
  /// - Parameters:
  ///   - key: its storage key.
  ///   - id: its record.
  ///   - own: its age in the plan.
  ///   - common: the age of the whole operation.
  mutating func judge(_ key: KeyID, of id: RecordID, _ own: FieldAge, _ common: FieldAge, _ state: borrowing StoreState) {
    guard key != Keys.typename, key != Keys.dataID else { return }
    let limit = own.maxAge.map { Duration.seconds($0) } ?? common.maxAge.map { Duration.seconds($0) } ?? rules.maxAge
    guard let reception = state.records.reception(id, key) else {
      if limit != nil, !isMadeHere(id, state) { note(key, id) }
      return
    }
    guard !reception.isDerived else { return }
    if let time = reception.time { age.add(received: time) }
    var expiry = reception.expiresAt
    if var limit {
      guard let time = reception.time else { return note(key, id) }
      if state.records.entries[Int(id)].record.errors?[key] != nil { limit = min(limit, rules.maximumErrorAge) }
      let own = time.advanced(by: limit.bounded)
      expiry = expiry.map { min($0, own) } ?? own
    }
    guard let expiry else { return }
    let span = own.staleWhileRevalidate ?? common.staleWhileRevalidate
    age.add(expiry: expiry, span: span.map { .seconds($0) } ?? rules.staleWhileRevalidate, rules)
    if expiry <= rules.now, rules.answered.map({ expiry > $0 }) ?? true { staleFields?.insert(StaleField(record: id, key: key)) }
  }

  /// A field of unknown age is stale.
  private mutating func note(_ key: KeyID, _ id: RecordID) {
    isUnknown = true
    age.addStale(until: nil)
    if rules.answered == nil { staleFields?.insert(StaleField(record: id, key: key)) }
  }

  /// Whether a record, or part of it, was made in this process: an edge of a connection, or what an optimistic update has written. The
  /// fields that lead there have an age.
  private func isMadeHere(_ id: RecordID, _ state: borrowing StoreState) -> Bool {
    if let undo = state.records.undo, undo.touches(id) { return true }
    let dataID = state.records.names.strings[Int(id)]
    return DataID.isClient(dataID) && !dataID.hasSameBytes(as: DataID.root)
  }

  /// Takes the time into account at which an operation's data was written, for fields of which it is not known when they were received.
  mutating func finish(written: Moment?, lifetime: Duration?, isRestored: Bool) {
    if age.fetchedAt == nil { age.fetchedAt = written }
    if isUnknown { age.fetchedAt = nil }
    guard let lifetime else { return }
    if let written {
      age.add(expiry: written.advanced(by: lifetime.bounded), span: rules.staleWhileRevalidate, rules)
    } else if isRestored {
      age.addStale(until: nil)
    }
  }

  /// Takes into account that the data was invalidated.
  mutating func invalidate(at time: Moment?) {
    age.addStale(until: time.map { $0.advanced(by: rules.staleWhileRevalidate.bounded) })
  }
}
