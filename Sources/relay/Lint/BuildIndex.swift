internal import Foundation
internal import RelayCompilerCore
internal import RelayIndexStore

/// The index of a project's newest build: which properties its Swift code reads.
enum BuildIndex {
  static let store = Option.value(
    "--index-store", "FOLDER", "Reads the index of the build in FOLDER. Default: the newest in the folder of --scratch-path.")
  static let scratch = Option.value(
    "--scratch-path", "FOLDER", "Looks for the index of the build in FOLDER. Default: .build.")

  /// Reads the index of the newest build, or says why there is none.
  static func read(for project: ProjectModules, _ invocation: Invocation) -> (SwiftReads?, notes: [String]) {
    let targets = project.modules.map { (target: $0.name, files: $0.swiftFiles) }
    // Documents alone are read by no Swift code.
    if targets.allSatisfy(\.files.isEmpty) { return (nil, []) }
    let skipped = "Unused fields were not looked for:"
    let folder = FileSystem.absolute(invocation.options.value(scratch) ?? ".build")
    guard let path = invocation.options.value(store).map(FileSystem.absolute) ?? Toolchain.indexStores(in: folder).first else {
      return (nil, ["\(skipped) '\(folder)' has no index of a build. Run 'swift build --build-tests', or name one with '--index-store'"])
    }
    guard let library = Toolchain.indexStoreLibrary(environment: ProcessInfo.processInfo.environment) else {
      return (nil, ["\(skipped) no toolchain with libIndexStore was found. Name the library in RELAY_INDEXSTORE_LIBRARY"])
    }
    do throws(IndexStoreError) {
      invocation.streams.progress("Reading the index of the build")
      defer { invocation.streams.endProgress() }
      let reads = SwiftReads(try IndexStore(path: path, library: library), swiftFiles: targets)
      return (reads, reads.notes)
    } catch {
      return (nil, ["\(skipped) \(error.message)"])
    }
  }
}
