import RelaySQLite

extension WriteConnection {
  /// Removes what is needed least, in one step that takes milliseconds.
  ///
  /// - Returns: `nil` if the limits are kept.
  /// - Throws: `SQLiteError`. Nothing is removed then.
  func collect(_ limits: DurableLimits) throws -> DurableCollection? {
    let collection: DurableCollection?
    do {
      collection = try database.transaction { try collectOne(limits) }
    } catch {
      // Records that were taken out of `orphans` are still there.
      mayHaveOlderOrphans = true
      throw error
    }
    // Without that, the file stays larger. The caller must know what was removed in any case.
    try? shrink()
    limitLog()
    return collection
  }

  private func collectOne(_ limits: DurableLimits) throws -> DurableCollection? {
    if let time = limits.usedAfter, let number = try first("SELECT id FROM operation WHERE used_at<?1 ORDER BY used_at LIMIT 1", time) {
      return DurableCollection(operations: [number], records: try remove(number))
    }
    guard try size() > limits.maximumSize else { return nil }
    if let records = try removeOrphans() { return DurableCollection(operations: [], records: records) }
    guard let number = try first("SELECT id FROM operation ORDER BY is_retained, used_at LIMIT 1", nil) else { return nil }
    return DurableCollection(operations: [number], records: try remove(number))
  }

  private func first(_ sql: String, _ time: Double?) throws -> Int64? {
    let select = try database.statement(sql)
    defer { select.reset() }
    if let time { try select.bind(time, at: 1) }
    return try select.step() ? select.integer(0) : nil
  }

  /// The number of bytes in use.
  private func size() throws -> Int {
    let (pages, free) = (try database.integer("PRAGMA page_count") ?? 0, try database.integer("PRAGMA freelist_count") ?? 0)
    return Int(clamping: (pages - free) * (try database.integer("PRAGMA page_size") ?? 0))
  }

  /// Removes an operation, and the records that no other one needs.
  /// - Returns: their identities.
  @discardableResult
  func remove(_ operation: Int64) throws -> [String] {
    let records = try removed(
      """
      DELETE FROM record WHERE id IN (SELECT record FROM member WHERE operation=?1)
      AND NOT EXISTS(SELECT 1 FROM member AS other WHERE other.record=record.id AND other.operation<>?1)
      """, operation)
    try execute("DELETE FROM member WHERE operation=?1", operation)
    try execute("DELETE FROM operation WHERE id=?1", operation)
    return records
  }

  /// Deletes records.
  /// - Returns: their identities, as far as they can be read.
  private func removed(_ sql: String, _ value: Int64) throws -> [String] {
    let delete = try database.statement(coding.cipher == nil ? sql + " RETURNING identity" : sql + " RETURNING identity, id, body")
    try delete.bind(value, at: 1)
    var identities: [String] = []
    while try delete.step() {
      if coding.cipher == nil {
        identities.append(delete.text(0))
      } else if let row = try? coding.contents(of: delete.blob(2), column: delete.text(0), in: .record, row: delete.integer(1)) {
        identities.append(row.text)
      }
    }
    return identities
  }

  private func execute(_ sql: String, _ value: Int64) throws {
    let statement = try database.statement(sql)
    try statement.bind(value, at: 1)
    try statement.run()
  }

  /// Removes records that no operation needs, a thousand at most.
  /// - Returns: their identities; `nil` if there are none.
  private func removeOrphans() throws -> [String]? {
    if mayHaveOlderOrphans {
      mayHaveOlderOrphans = false
      let select = try database.statement("SELECT id FROM record WHERE NOT EXISTS(SELECT 1 FROM member WHERE member.record=record.id)")
      while try select.step() { orphans.insert(select.integer(0)) }
    }
    var identities: [String] = []
    while identities.count < 1_000, let row = orphans.popFirst() {
      identities += try removed("DELETE FROM record WHERE id=?1 AND NOT EXISTS(SELECT 1 FROM member WHERE record=?1)", row)
    }
    return identities.isEmpty ? nil : identities
  }

  /// Gives free pages back to the system, if there are many: at most 4 MB at once.
  private func shrink() throws {
    let (pages, free) = (try database.integer("PRAGMA page_count") ?? 0, try database.integer("PRAGMA freelist_count") ?? 0)
    if free > max(64, pages / 16) { try database.execute("PRAGMA incremental_vacuum(1024)") }
  }
}
