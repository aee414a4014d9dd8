/// Which units define, claim and use each name.
struct DefinitionNameIndex {
  /// A number of the caller's.
  typealias UnitID = Int

  private struct Entry {
    var definers: [UnitID] = []
    var claimers: [UnitID] = []
    /// The units with a fragment of the name, and those that spread it.
    var fragments: [UnitID] = []
    var spreaders: [UnitID] = []
    /// The units that spread or propose it.
    var users: [UnitID] = []

    var isEmpty: Bool { claimers.isEmpty && users.isEmpty }
  }

  private var entries: [Name: Entry] = [:]

  func definers(of name: Name) -> [UnitID] { entries[name]?.definers ?? [] }
  func claimers(of name: Name) -> [UnitID] { entries[name]?.claimers ?? [] }
  func users(of name: Name) -> [UnitID] { entries[name]?.users ?? [] }

  /// The units with a spread for which there is no fragment.
  var unitsWithUnknownSpreads: Set<UnitID> {
    entries.values.reduce(into: []) { units, entry in
      if entry.fragments.isEmpty { units.formUnion(entry.spreaders) }
    }
  }

  mutating func add(_ names: DefinitionNames, of unit: UnitID) {
    change(names) { $0.append(unit) }
  }

  mutating func remove(_ names: DefinitionNames, of unit: UnitID) {
    change(names) { $0.removeAll { $0 == unit } }
    for name in names.claimed.union(names.used) where entries[name]?.isEmpty == true {
      entries[name] = nil
    }
  }

  private mutating func change(_ names: DefinitionNames, _ change: (inout [UnitID]) -> Void) {
    for name in names.defined { change(&entries[name, default: Entry()].definers) }
    for name in names.claimed { change(&entries[name, default: Entry()].claimers) }
    for name in names.fragments { change(&entries[name, default: Entry()].fragments) }
    for name in names.spread { change(&entries[name, default: Entry()].spreaders) }
    for name in names.used { change(&entries[name, default: Entry()].users) }
  }
}
