internal import Foundation
internal import RelayIndexStore
internal import RelayLanguageServer

/// The indexes of builds for the servers: that of a package's newest build, whether SwiftPM or SourceKit-LSP made it, read once for each build.
///
/// `@unchecked Sendable`: the state is only used while `lock` is locked.
final class BuildIndexes: SwiftReferences, @unchecked Sendable {
  private let store: String?
  private let library: String?
  private let lock = NSLock()
  /// Held while an index is read.
  private let reading = NSLock()
  private var read: [String: (stamp: Date, declarations: GeneratedDeclarations)] = [:]

  /// - Parameter store: the folder of the index; nil to look for it in the package.
  init(store: String? = nil) {
    self.store = store
    library = Toolchain.indexStoreLibrary(environment: ProcessInfo.processInfo.environment)
  }

  func index(around folder: String, isCurrent: Bool) -> (any SwiftIndex)? {
    guard let library, let (path, stamp) = newest(around: folder) else { return nil }
    let known = lock.withLock { read[path] }
    if let known, known.stamp == stamp { return LoadedIndex(declarations: known.declarations) }
    if let known, !isCurrent {
      // The answer can do with the last build until the new one has been read.
      let thread = Thread { [self] in _ = load(path, stamp, library) }
      thread.start()
      return LoadedIndex(declarations: known.declarations)
    }
    return load(path, stamp, library)
  }

  private func load(_ path: String, _ stamp: Date, _ library: String) -> LoadedIndex? {
    reading.withLock {
      let known = lock.withLock { read[path] }
      if let known, known.stamp == stamp { return LoadedIndex(declarations: known.declarations) }
      guard let store = try? IndexStore(path: path, library: library) else { return nil }
      var declarations = known?.declarations ?? GeneratedDeclarations()
      declarations.read(store)
      lock.withLock { read[path] = (stamp, declarations) }
      return LoadedIndex(declarations: declarations)
    }
  }

  private func newest(around folder: String) -> (path: String, stamp: Date)? {
    if let store { return Toolchain.lastBuild(in: store).map { (store, $0) } }
    var package = folder
    while FileSystem.kind(FilePath.file("Package.swift", in: package)) != .file {
      if package == "/" { return nil }
      package = FilePath.directory(of: package)
    }
    // SourceKit-LSP builds in a folder of its own.
    let stores = [".build", ".build/index-build"].flatMap { Toolchain.indexStores(in: FilePath.file($0, in: package)).prefix(1) }
    return stores.compactMap { store in Toolchain.lastBuild(in: store).map { (store, $0) } }.max { $0.1 < $1.1 }
  }
}

/// The index of one build.
private struct LoadedIndex: SwiftIndex {
  let declarations: GeneratedDeclarations

  var names: [[String]] { Array(declarations.names) }
  var changedFiles: [String] { declarations.changedFiles }

  func definitions(of names: [[String]]) -> [SwiftReference] { declarations.definitions(of: names).map(SwiftReference.init) }

  func uses(of names: [[String]], withRequirements: Bool) -> [SwiftReference] {
    declarations.uses(of: names, withRequirements: withRequirements).map(SwiftReference.init)
  }

  func names(at path: String, line: Int, column: Int) -> [[String]] { declarations.names(at: path, line: line, column: column) }
}

extension SwiftReference {
  fileprivate init(_ place: GeneratedDeclarations.Place) {
    self.init(path: place.path, line: place.line, column: place.column, name: place.name, isCall: place.isCall)
  }
}
