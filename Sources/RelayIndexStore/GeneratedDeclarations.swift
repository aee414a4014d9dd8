internal import Foundation

/// The declarations of generated Swift files and where other Swift uses them, by the index that a build wrote.
///
/// It keeps what it has read of the index's records, whose names contain a hash of what they say. So reading the index of the next build costs
/// what has changed.
package struct GeneratedDeclarations: Sendable {
  /// A place in a Swift file as it was when it was compiled.
  package struct Place: Sendable, Hashable {
    package var path: String
    /// From 0; the column counts bytes.
    package var line: Int
    package var column: Int
    /// What is written there, without the labels of a function.
    package var name: String
    /// Whether it is a call of an initializer or a method.
    package var isCall: Bool
  }

  /// What is kept of a record.
  private struct Record {
    var definitions: [Definition] = []
    var uses: [Use] = []
    /// By the USR of an extension, the USR and the name of what it extends.
    var extended: [String: (usr: String, name: String)] = [:]
    /// The requirements that properties fulfill.
    var requirements: [(property: String, requirement: String)] = []
  }

  private struct Definition {
    var symbol: IndexStore.Symbol
    var parent: String?
    var line: Int
    var column: Int
  }

  private struct Use {
    var usr: String
    var name: String
    var isCall: Bool
    var line: Int
    var column: Int
  }

  private var records: [String: Record] = [:]
  /// By the types around a declaration and its name, such as `["Foo", "Data", "name"]`.
  private var usrs: [[String]: [String]] = [:]
  private var paths: [String: [String]] = [:]
  private var definitions: [String: [Place]] = [:]
  private var uses: [String: [Place]] = [:]
  /// The requirements of the app's own protocols that a property fulfills.
  private var requirements: [String: [String]] = [:]
  /// By the path of a Swift file that is not generated, when it was compiled.
  private var compiled: [String: Date] = [:]

  package init() {}

  // MARK: - Reading

  package mutating func read(_ store: IndexStore) {
    var kept: [String: Record] = [:]
    var files: [(path: String, isGenerated: Bool, records: [String])] = []
    compiled = [:]
    for unit in store.units() {
      let path = SwiftReads.resolved(unit.file)
      let isGenerated = unit.file.hasSuffix(".graphql.swift")
      if !isGenerated {
        let time = Date(timeIntervalSince1970: Double(unit.time) / 1e9)
        compiled[path] = max(compiled[path] ?? .distantPast, time)
      }
      for name in unit.records where kept[name] == nil {
        kept[name] = records[name] ?? store.occurrences(inRecord: name).map { Self.record($0, isGenerated: isGenerated) }
      }
      files.append((path, isGenerated, unit.records))
    }
    records = kept
    link(files)
  }

  private static func record(_ occurrences: [IndexStore.Occurrence], isGenerated: Bool) -> Record {
    var record = Record()
    for occurrence in occurrences {
      let symbol = occurrence.symbol
      // The accessors of a property are where the property is.
      if symbol.name.hasPrefix("getter:") || symbol.name.hasPrefix("setter:") { continue }
      if symbol.kind == .property {
        for relation in occurrence.relations where relation.roles.contains(.overrideOf) {
          record.requirements.append((symbol.usr, relation.symbol.usr))
        }
      }
      if isGenerated {
        for relation in occurrence.relations where relation.roles.contains(.extendedBy) {
          record.extended[relation.symbol.usr] = (symbol.usr, symbol.name)
        }
        guard occurrence.roles.contains(.definition), symbol.kind != .other, symbol.kind != .extension else { continue }
        let parent = occurrence.relations.first { $0.roles.contains(.childOf) }?.symbol.usr
        record.definitions.append(Definition(symbol: symbol, parent: parent, line: occurrence.line - 1, column: occurrence.column - 1))
      } else if occurrence.roles.contains(.reference), symbol.kind != .other, symbol.kind != .extension {
        let isCall = symbol.kind == .initializer || symbol.kind == .method
        record.uses.append(
          Use(
            usr: symbol.usr, name: String(symbol.name.prefix { $0 != "(" }), isCall: isCall, line: occurrence.line - 1,
            column: occurrence.column - 1))
      }
    }
    return record
  }

  /// Makes the tables of all records.
  private mutating func link(_ files: [(path: String, isGenerated: Bool, records: [String])]) {
    (usrs, paths, definitions, uses, requirements) = ([:], [:], [:], [:], [:])
    var declared: [String: Definition] = [:]
    var extended: [String: (usr: String, name: String)] = [:]
    for record in records.values {
      for definition in record.definitions { declared[definition.symbol.usr] = definition }
      extended.merge(record.extended) { old, _ in old }
      for (property, requirement) in record.requirements { requirements[property, default: []].append(requirement) }
    }
    for (usr, definition) in declared {
      var names = [definition.symbol.name]
      var next = definition.parent
      while let parent = next, names.count < 256 {
        let owner = extended[parent]
        if let outer = declared[owner?.usr ?? parent] {
          names.append(outer.symbol.name)
          next = outer.parent
        } else {
          if let owner { names.append(owner.name) }
          next = nil
        }
      }
      let path = Array(names.reversed())
      paths[usr] = path
      usrs[path, default: []].append(usr)
    }
    // Of a protocol of the app, only what generated properties fulfill is of interest.
    let fulfilled = Set(requirements.filter { paths[$0.key] != nil }.flatMap(\.value))
    for file in files {
      for record in file.records.compactMap({ records[$0] }) {
        for item in record.definitions {
          let place = Place(path: file.path, line: item.line, column: item.column, name: item.symbol.name, isCall: false)
          definitions[item.symbol.usr, default: []].append(place)
        }
        for item in record.uses where paths[item.usr] != nil || fulfilled.contains(item.usr) {
          let place = Place(path: file.path, line: item.line, column: item.column, name: item.name, isCall: item.isCall)
          uses[item.usr, default: []].append(place)
        }
      }
    }
  }

  // MARK: - Questions

  /// The names of all declarations, each with the types around it.
  package var names: some Collection<[String]> { usrs.keys }

  /// Where declarations stand in generated files.
  package func definitions(of names: some Sequence<[String]>) -> [Place] {
    sorted(names.flatMap { usrs[$0] ?? [] }.flatMap { definitions[$0] ?? [] })
  }

  /// Where Swift that is not generated uses declarations.
  ///
  /// - Parameter withRequirements: whether a use of a protocol's requirement is one of every property that fulfills it.
  package func uses(of names: some Sequence<[String]>, withRequirements: Bool = false) -> [Place] {
    let found = names.flatMap { usrs[$0] ?? [] }
    return sorted(found.flatMap { usr in (withRequirements ? [usr] + (requirements[usr] ?? []) : [usr]).flatMap { uses[$0] ?? [] } })
  }

  private func sorted(_ places: [Place]) -> [Place] {
    Set(places).sorted { ($0.path, $0.line, $0.column, $0.name) < ($1.path, $1.line, $1.column, $1.name) }
  }

  /// The declarations whose name stands at a place of a file, in generated and other Swift.
  package func names(at path: String, line: Int, column: Int) -> [[String]] {
    let path = SwiftReads.resolved(path)
    func isThere(_ place: Place) -> Bool {
      place.line == line && place.path == path && place.column <= column && column <= place.column + place.name.utf8.count
    }
    return paths.filter { usr, _ in
      definitions[usr]?.contains(where: isThere) == true || uses[usr]?.contains(where: isThere) == true
    }.map(\.value).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The files that have changed since they were compiled, and so may have uses elsewhere.
  package var changedFiles: [String] {
    compiled.filter { path, date in
      let written = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
      return written.map { $0 > date } ?? false
    }.map(\.key).sorted()
  }
}
