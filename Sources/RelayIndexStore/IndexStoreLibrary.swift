#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The functions of the toolchain's libIndexStore, which reads what the Swift compiler wrote while it built. Neither a module nor a header of
/// it comes with every toolchain, so that it is opened at run time.
///
/// A function that returns `indexstore_string_ref_t` is declared with `iovec`, which has the same members, size and calling convention.
@safe struct IndexStoreLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias Visitor = @convention(c) (_ context: Handle?, _ item: Handle?) -> Bool
  typealias NameVisitor = @convention(c) (_ context: Handle?, _ name: iovec) -> Bool
  typealias Apply = @convention(c) (_ parent: Handle?, _ context: Handle?, _ visitor: Visitor) -> Bool
  typealias Open = @convention(c) (_ store: Handle?, _ name: UnsafePointer<CChar>, _ error: UnsafeMutablePointer<Handle?>) -> Handle?

  let createStore: @convention(c) (_ path: UnsafePointer<CChar>, _ error: UnsafeMutablePointer<Handle?>) -> Handle?
  let disposeStore: @convention(c) (Handle?) -> Void
  let errorDescription: @convention(c) (Handle?) -> UnsafePointer<CChar>?
  let disposeError: @convention(c) (Handle?) -> Void
  let visitUnits: @convention(c) (_ store: Handle?, _ isSorted: UInt32, _ context: Handle?, _ visitor: NameVisitor) -> Bool
  let openUnit: Open
  let closeUnit: @convention(c) (Handle?) -> Void
  let mainFile: @convention(c) (Handle?) -> iovec
  let workingDirectory: @convention(c) (Handle?) -> iovec
  let outputFile: @convention(c) (Handle?) -> iovec
  let moduleName: @convention(c) (Handle?) -> iovec
  let isSystemUnit: @convention(c) (Handle?) -> Bool
  let modificationTime:
    @convention(c) (_ unit: Handle?, _ seconds: UnsafeMutablePointer<Int64>, _ nanoseconds: UnsafeMutablePointer<Int64>) -> Void
  let visitDependencies: Apply
  let dependencyKind: @convention(c) (Handle?) -> UInt32
  let dependencyName: @convention(c) (Handle?) -> iovec
  let dependencyFile: @convention(c) (Handle?) -> iovec
  let openRecord: Open
  let closeRecord: @convention(c) (Handle?) -> Void
  let visitOccurrences: Apply
  let occurrenceSymbol: @convention(c) (Handle?) -> Handle?
  let occurrenceRoles: @convention(c) (Handle?) -> UInt64
  let occurrencePosition:
    @convention(c) (_ occurrence: Handle?, _ line: UnsafeMutablePointer<UInt32>, _ column: UnsafeMutablePointer<UInt32>) -> Void
  let visitRelations: Apply
  let relationRoles: @convention(c) (Handle?) -> UInt64
  let relationSymbol: @convention(c) (Handle?) -> Handle?
  let symbolKind: @convention(c) (Handle?) -> UInt32
  let symbolName: @convention(c) (Handle?) -> iovec
  let symbolUSR: @convention(c) (Handle?) -> iovec

  /// Opens the library, which stays open as long as the process lives.
  init(path: String) throws(IndexStoreError) {
    guard let library = unsafe dlopen(path, RTLD_LAZY | RTLD_LOCAL) else {
      let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "it cannot be loaded"
      throw .library(path: path, reason: reason)
    }
    /// Sound: each function has the type that the library's header, whose major version is 0, gives it.
    func find<Function>(_ name: String) throws(IndexStoreError) -> Function {
      guard let address = unsafe dlsym(library, "indexstore_\(name)") else {
        throw .library(path: path, reason: "it has no function 'indexstore_\(name)'")
      }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe createStore = try find("store_create")
    unsafe disposeStore = try find("store_dispose")
    unsafe errorDescription = try find("error_get_description")
    unsafe disposeError = try find("error_dispose")
    unsafe visitUnits = try find("store_units_apply_f")
    unsafe openUnit = try find("unit_reader_create")
    unsafe closeUnit = try find("unit_reader_dispose")
    unsafe mainFile = try find("unit_reader_get_main_file")
    unsafe workingDirectory = try find("unit_reader_get_working_dir")
    unsafe outputFile = try find("unit_reader_get_output_file")
    unsafe moduleName = try find("unit_reader_get_module_name")
    unsafe isSystemUnit = try find("unit_reader_is_system_unit")
    unsafe modificationTime = try find("unit_reader_get_modification_time")
    unsafe visitDependencies = try find("unit_reader_dependencies_apply_f")
    unsafe dependencyKind = try find("unit_dependency_get_kind")
    unsafe dependencyName = try find("unit_dependency_get_name")
    unsafe dependencyFile = try find("unit_dependency_get_filepath")
    unsafe openRecord = try find("record_reader_create")
    unsafe closeRecord = try find("record_reader_dispose")
    unsafe visitOccurrences = try find("record_reader_occurrences_apply_f")
    unsafe occurrenceSymbol = try find("occurrence_get_symbol")
    unsafe occurrenceRoles = try find("occurrence_get_roles")
    unsafe occurrencePosition = try find("occurrence_get_line_col")
    unsafe visitRelations = try find("occurrence_relations_apply_f")
    unsafe relationRoles = try find("symbol_relation_get_roles")
    unsafe relationSymbol = try find("symbol_relation_get_symbol")
    unsafe symbolKind = try find("symbol_get_kind")
    unsafe symbolName = try find("symbol_get_name")
    unsafe symbolUSR = try find("symbol_get_usr")
  }

  /// The text that a function returned. It is copied, because the library may release its own with the reader.
  static func text(_ reference: iovec) -> String {
    guard let base = unsafe reference.iov_base else { return "" }
    // Sound: the library says how many bytes are there.
    return unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: reference.iov_len), as: UTF8.self)
  }
}

/// Why an index store cannot be read.
package enum IndexStoreError: Error, Sendable {
  /// libIndexStore cannot be used.
  case library(path: String, reason: String)
  /// The store cannot be opened.
  case store(path: String, reason: String)

  package var message: String {
    switch self {
    case .library(let path, let reason): "'\(path)', which reads the index of a build, cannot be used: \(reason)"
    case .store(let path, let reason): "the index of the build in '\(path)' cannot be read: \(reason)"
    }
  }
}
