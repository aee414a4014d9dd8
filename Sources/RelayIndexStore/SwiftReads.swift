internal import Foundation

/// Which properties of generated types the Swift code of a build reads, by the index that the build wrote.
///
/// A read through a protocol's requirement counts for every property that fulfills it. What generated files read does not count. Words of code
/// that the index does not show as it is now count as reads: of files that are newer than their unit or have none, and of code under `#if`,
/// which may be for another platform.
package struct SwiftReads {
  /// What the index says of a property.
  package enum Use: Sendable {
    case read, unread
    /// The property was not built, or may be read by code that was not.
    case unknown
  }

  /// The types around a property and its name, such as `Foo.Data.name`, and the symbols with this name in all modules.
  private var properties: [String: [String]] = [:]
  /// The symbols that are read, and the requirements that symbols fulfill.
  private var read: Set<String> = []
  private var requirements: [String: [String]] = [:]
  /// The words of code that the index does not show.
  private var uncertainWords: Set<String> = []
  /// By the name of a type of the module's own definitions, the folders of the files that refer to it.
  package private(set) var folders: [String: Set<String>] = [:]
  /// What a reader should know about the build.
  package private(set) var notes: [String] = []

  /// - Parameters:
  ///   - swiftFiles: the Swift files that may read generated properties, by target.
  package init(_ store: IndexStore, swiftFiles: [(target: String?, files: [String])]) {
    let units = store.units()
    var records: Set<String> = []
    var scan = Scan()
    var times: [String: Date] = [:]
    for unit in units {
      let path = Self.resolved(unit.file)
      times[path] = max(times[path] ?? .distantPast, Self.time(of: unit))
      let isGenerated = unit.file.hasSuffix(".graphql.swift")
      for record in unit.records where records.insert(record).inserted {
        guard let occurrences = store.occurrences(inRecord: record) else { continue }
        if isGenerated { scan.addGenerated(occurrences) } else { scan.add(occurrences, of: path) }
      }
    }
    properties = scan.qualifiedProperties()
    (read, requirements, folders) = (scan.read, scan.requirements, scan.folders)
    for (target, files) in swiftFiles { add(files, of: target, times) }
  }

  /// Compares the sources with the time at which they were compiled.
  private mutating func add(_ files: [String], of target: String?, _ times: [String: Date]) {
    var missing: [String] = []
    var newer: [String] = []
    for file in files {
      let path = Self.resolved(file)
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      guard let built = times[path] else {
        missing.append(file)
        uncertainWords.formUnion(SwiftWords.all(in: text))
        continue
      }
      if Self.time(ofFile: path) ?? .distantPast > built {
        newer.append(file)
        uncertainWords.formUnion(SwiftWords.all(in: text))
      } else {
        uncertainWords.formUnion(SwiftWords.underConditions(in: text))
      }
    }
    let name = target.map { "the target '\($0)'" } ?? "these files"
    if !missing.isEmpty, missing.count == files.count, target != nil {
      notes.append("\(name) was not built with an index. Fields that occur in it by name are not reported")
    } else if let first = missing.first {
      notes.append("\(missing.count) of the \(files.count) Swift files of \(name) were not built, '\(first)' among them")
    }
    if let first = newer.first {
      notes.append("\(newer.count) of the \(files.count) Swift files of \(name) are newer than their build, '\(first)' among them")
    }
  }

  /// When a file was compiled without errors. A file with errors leaves a unit behind, too, but no new object file.
  private static func time(of unit: IndexStore.Unit) -> Date {
    let written = Date(timeIntervalSince1970: Double(unit.time) / 1e9)
    let isObject = unit.output.hasPrefix("/") && unit.output.hasSuffix(".o")
    guard isObject, FileManager.default.fileExists(atPath: URL(filePath: unit.output).deletingLastPathComponent().path) else {
      return written
    }
    return min(written, time(ofFile: unit.output) ?? .distantPast)
  }

  private static func time(ofFile path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }

  /// A path without symbolic links: a build may name a file by another path than a command.
  package static func resolved(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

  /// - Parameters:
  ///   - name: the property, without backticks.
  ///   - types: the types around it, outermost first.
  package func use(of name: String, in types: [String]) -> Use {
    guard let symbols = properties[(types + [name]).joined(separator: ".")] else { return .unknown }
    let isRead = symbols.contains { symbol in
      read.contains(symbol) || requirements[symbol, default: []].contains(where: read.contains)
    }
    if isRead { return .read }
    return uncertainWords.contains(name) ? .unknown : .unread
  }
}

/// What is collected of an index.
private struct Scan {
  var read: Set<String> = []
  var requirements: [String: [String]] = [:]
  var folders: [String: Set<String>] = [:]
  private var properties: [IndexStore.Symbol: String] = [:]
  private var typeNames: [String: String] = [:]
  private var enclosing: [String: String] = [:]

  mutating func addGenerated(_ occurrences: [IndexStore.Occurrence]) {
    for occurrence in occurrences {
      let symbol = occurrence.symbol
      for relation in occurrence.relations where relation.roles.contains(.extendedBy) {
        // The type and its extension are one place.
        typeNames[relation.symbol.usr] = symbol.name
      }
      guard occurrence.roles.contains(.definition) else { continue }
      let parent = occurrence.relations.first { $0.roles.contains(.childOf) }?.symbol
      switch symbol.kind {
      case .type, .extension:
        typeNames[symbol.usr] = symbol.name
        if let parent { enclosing[symbol.usr] = parent.usr }
      case .property:
        guard let parent else { continue }
        properties[symbol] = parent.usr
        typeNames[parent.usr] = typeNames[parent.usr] ?? parent.name
        requirements[symbol.usr, default: []] += occurrence.relations.filter { $0.roles.contains(.overrideOf) }.map(\.symbol.usr)
      case .protocol, .enumCase, .method, .initializer, .other: continue
      }
    }
  }

  mutating func add(_ occurrences: [IndexStore.Occurrence], of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    for occurrence in occurrences {
      let symbol = occurrence.symbol
      if occurrence.roles.contains(.reference) {
        if symbol.kind == .property { read.insert(symbol.usr) }
        if symbol.kind == .type { folders[symbol.name, default: []].insert(folder) }
      }
      // An app's own protocols may be fulfilled in an extension of its own.
      for relation in occurrence.relations where relation.roles.contains(.overrideOf) && symbol.kind == .property {
        requirements[symbol.usr, default: []].append(relation.symbol.usr)
      }
    }
  }

  func qualifiedProperties() -> [String: [String]] {
    var result: [String: [String]] = [:]
    for (property, parent) in properties {
      var names = [property.name]
      var next: String? = parent
      while let usr = next, let name = typeNames[usr], names.count < 256 {
        names.append(name)
        next = enclosing[usr]
      }
      result[names.reversed().joined(separator: "."), default: []].append(property.usr)
    }
    return result
  }
}
