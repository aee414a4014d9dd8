#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The index that the Swift compiler writes while it builds: a unit for each source file, and in its record where each symbol occurs.
///
/// A record's name contains a hash of what it says. So whoever reads the store again needs only the records that are new.
@safe package final class IndexStore {
  private let library: IndexStoreLibrary
  private let store: IndexStoreLibrary.Handle

  /// - Parameters:
  ///   - path: the folder of the store, such as `.build/debug/index/store`.
  ///   - libraryPath: the toolchain's libIndexStore (`Toolchain.indexStoreLibrary`).
  package init(path: String, library libraryPath: String) throws(IndexStoreError) {
    library = try IndexStoreLibrary(path: libraryPath)
    var problem: IndexStoreLibrary.Handle?
    guard let store = unsafe library.createStore(path, &problem) else {
      throw .store(path: path, reason: unsafe Self.take(problem, library))
    }
    unsafe self.store = unsafe store
  }

  deinit { unsafe library.disposeStore(store) }

  private static func take(_ error: IndexStoreLibrary.Handle?, _ library: IndexStoreLibrary) -> String {
    guard let error = unsafe error else { return "the library gives no reason" }
    defer { unsafe library.disposeError(error) }
    return unsafe library.errorDescription(error).map { unsafe String(cString: $0) } ?? "the library gives no reason"
  }

  // MARK: - Units

  /// What the compiler wrote for one source file.
  package struct Unit: Sendable {
    /// The absolute path of the source file.
    package var file: String
    package var module: String
    /// The path of the object file, as far as the build system says it.
    package var output: String
    /// When the compiler wrote it, in nanoseconds since 1970.
    package var time: Int64
    /// The names of its records: one, or none if nothing occurs in the file.
    package var records: [String]
  }

  /// The units of source files, without those of the system and of imported modules. A unit that cannot be read is left out.
  package func units() -> [Unit] {
    let names = Collected<String>()
    // Sound: the context outlives the call, and the visitor runs only during it.
    _ = unsafe library.visitUnits(store, 1, names.pointer) { context, name in
      unsafe Collected<String>.of(context).items.append(IndexStoreLibrary.text(name))
      return true
    }
    return names.items.compactMap(unit)
  }

  private func unit(_ name: String) -> Unit? {
    var problem: IndexStoreLibrary.Handle?
    guard let reader = unsafe library.openUnit(store, name, &problem) else {
      _ = unsafe Self.take(problem, library)
      return nil
    }
    defer { unsafe library.closeUnit(reader) }
    if unsafe library.isSystemUnit(reader) { return nil }
    var file = unsafe IndexStoreLibrary.text(library.mainFile(reader))
    if file.isEmpty { return nil }
    if !file.hasPrefix("/") { file = unsafe IndexStoreLibrary.text(library.workingDirectory(reader)) + "/" + file }
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    unsafe library.modificationTime(reader, &seconds, &nanoseconds)
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let records = Collected<String>(library)
    _ = unsafe library.visitDependencies(reader, records.pointer) { context, dependency in
      let collected = unsafe Collected<String>.of(context)
      guard let library = collected.library else { return false }
      // Kind 2 is a record.
      if unsafe library.dependencyKind(dependency) == 2 {
        unsafe collected.items.append(IndexStoreLibrary.text(library.dependencyName(dependency)))
      }
      return true
    }
    return Unit(
      file: file, module: unsafe IndexStoreLibrary.text(library.moduleName(reader)),
      output: unsafe IndexStoreLibrary.text(library.outputFile(reader)),
      time: isTooLarge ? .max : whole &+ nanoseconds, records: records.items)
  }

  // MARK: - Records

  /// What a symbol is, as far as it matters here.
  package enum SymbolKind: Sendable, Hashable {
    case type, `protocol`, `extension`, property, enumCase, method, initializer, other

    init(_ value: UInt32) {
      switch value {
      case 5, 6, 7: self = .type
      case 8: self = .protocol
      case 9: self = .extension
      case 15: self = .enumCase
      case 16: self = .method
      case 19: self = .property
      case 22: self = .initializer
      default: self = .other
      }
    }
  }

  package struct Symbol: Sendable, Hashable {
    /// The symbol's identity in the whole program ("unified symbol resolution").
    package var usr: String
    package var name: String
    package var kind: SymbolKind
  }

  /// What an occurrence is, or how a symbol is related to another: a set of bits with libIndexStore's meaning.
  package struct Roles: OptionSet, Sendable, Hashable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let declaration = Roles(rawValue: 1 << 0)
    package static let definition = Roles(rawValue: 1 << 1)
    package static let reference = Roles(rawValue: 1 << 2)
    package static let childOf = Roles(rawValue: 1 << 9)
    package static let baseOf = Roles(rawValue: 1 << 10)
    package static let overrideOf = Roles(rawValue: 1 << 11)
    package static let extendedBy = Roles(rawValue: 1 << 14)
    package static let containedBy = Roles(rawValue: 1 << 16)
  }

  /// A place where a symbol occurs.
  package struct Occurrence: Sendable {
    package var symbol: Symbol
    package var roles: Roles
    /// 1-based; the column counts UTF-8 bytes.
    package var line: Int
    package var column: Int
    package var relations: [(roles: Roles, symbol: Symbol)]
  }

  /// The occurrences in a record; nil if it cannot be read.
  package func occurrences(inRecord name: String) -> [Occurrence]? {
    var problem: IndexStoreLibrary.Handle?
    guard let reader = unsafe library.openRecord(store, name, &problem) else {
      _ = unsafe Self.take(problem, library)
      return nil
    }
    defer { unsafe library.closeRecord(reader) }
    let found = Collected<Occurrence>(library)
    _ = unsafe library.visitOccurrences(reader, found.pointer) { context, occurrence in
      let found = unsafe Collected<Occurrence>.of(context)
      guard let library = found.library, let symbol = unsafe IndexStore.symbol(library.occurrenceSymbol(occurrence), library) else {
        return true
      }
      let relations = Collected<(roles: Roles, symbol: Symbol)>(library)
      _ = unsafe library.visitRelations(occurrence, relations.pointer) { context, relation in
        let relations = unsafe Collected<(roles: Roles, symbol: Symbol)>.of(context)
        guard let library = relations.library else { return false }
        if let symbol = unsafe IndexStore.symbol(library.relationSymbol(relation), library) {
          relations.items.append((Roles(rawValue: unsafe library.relationRoles(relation)), symbol))
        }
        return true
      }
      var line: UInt32 = 0
      var column: UInt32 = 0
      unsafe library.occurrencePosition(occurrence, &line, &column)
      found.items.append(
        Occurrence(
          symbol: symbol, roles: Roles(rawValue: unsafe library.occurrenceRoles(occurrence)), line: Int(line), column: Int(column),
          relations: relations.items))
      return true
    }
    return found.items
  }

  private static func symbol(_ symbol: IndexStoreLibrary.Handle?, _ library: IndexStoreLibrary) -> Symbol? {
    guard let symbol = unsafe symbol else { return nil }
    return Symbol(
      usr: unsafe IndexStoreLibrary.text(library.symbolUSR(symbol)), name: unsafe IndexStoreLibrary.text(library.symbolName(symbol)),
      kind: SymbolKind(unsafe library.symbolKind(symbol)))
  }
}

/// What a visitor of libIndexStore collects. The library passes the object to the visitor as a pointer.
private final class Collected<Item> {
  var items: [Item] = []
  let library: IndexStoreLibrary?

  init(_ library: IndexStoreLibrary? = nil) { self.library = library }

  /// Valid as long as the object is referred to elsewhere.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static func of(_ context: UnsafeMutableRawPointer?) -> Collected {
    guard let context = unsafe context else { return Collected() }
    return unsafe Unmanaged<Collected>.fromOpaque(context).takeUnretainedValue()
  }
}
