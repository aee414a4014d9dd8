/// Fields that are copies of others: as old, and only in the files that may have those.
struct CopiedFields: Sendable {
  enum Kind: Sendable {
    /// All fields of a new record.
    case record
    /// Fields of the same names.
    case fields([KeyID])
    /// A list that has the items of another one beside its own.
    case list(KeyID)
    /// A field of the client that leads to what a field of the server's has led to.
    case link(KeyID, of: KeyID)
  }

  let kind: Kind
  let source: RecordID
  let target: RecordID
}

extension RecordTable {
  /// Notes when fields were received that are copies of others.
  mutating func copyTimes(_ copies: [CopiedFields]) {
    guard !copies.isEmpty, var times else { return }
    // Taken out, so that the sets are changed in place.
    self.times = nil
    var begun = [Reception: Int32]()
    var changed: [RecordID] = []
    for copy in copies where entries[Int(copy.target)].status == .exists {
      let (source, target) = (entries[Int(copy.source)].times, entries[Int(copy.target)].times)
      guard source != FieldTimes.none else { continue }
      if case .record = copy.kind {
        times.retain(source)
        times.release(target)
        entries[Int(copy.target)].times = source
        continue
      }
      let items = times.items(of: copy.kind, from: source, to: target, &begun)
      guard !items.isEmpty else { continue }
      let set = times.add(items, to: target)
      entries[Int(copy.target)].times = set
      if set != target { changed.append(copy.target) }
    }
    for number in begun.values { times.end(number) }
    self.times = times
    if mirrored != nil { for id in changed { markDirty(id) } }
  }
}

extension FieldTimes {
  /// The receptions of fields that are copies of those of a record with a set.
  ///
  /// - Parameters:
  ///   - target: the set of the record that has the copies.
  ///   - begun: the numbers of receptions that have begun.
  fileprivate mutating func items(
    of kind: CopiedFields.Kind, from source: Int32, to target: Int32, _ begun: inout [Reception: Int32]
  ) -> ContiguousArray<Item> {
    switch kind {
    case .record: return []
    case .fields(let keys):
      return ContiguousArray(keys.ascending().compactMap { key in number(of: key, in: source).map { Item(key: key, reception: $0) } })
    case .list(let key):
      guard let number = self.number(of: key, in: source), let received = self.reception(of: key, in: source) else { return [] }
      guard let known = self.reception(of: key, in: target) else { return [Item(key: key, reception: number)] }
      return [Item(key: key, reception: begin(known.joined(with: received), &begun))]
    case .link(let key, of: let original):
      guard let scope = self.reception(of: original, in: source)?.derivedScope else { return [] }
      // Most links may be in every file, and need no reception.
      let known = self.reception(of: key, in: target) ?? .derived
      return known == scope ? [] : [Item(key: key, reception: begin(scope, &begun))]
    }
  }

  private mutating func begin(_ reception: Reception, _ begun: inout [Reception: Int32]) -> Int32 {
    if let known = begun[reception] { return known }
    let number = begin(reception)
    begun[reception] = number
    return number
  }
}
