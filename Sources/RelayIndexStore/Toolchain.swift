package import Foundation

/// Where the toolchain and a build keep what is needed to read an index.
package enum Toolchain {
  /// The path of libIndexStore: that of the variable `RELAY_INDEXSTORE_LIBRARY`, or that of the toolchain whose `swift` is found first; nil if
  /// there is none.
  package static func indexStoreLibrary(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let path = environment["RELAY_INDEXSTORE_LIBRARY"], !path.isEmpty { return path }
    var folders: [URL] = []
    #if os(macOS)
      let name = "libIndexStore.dylib"
      if let developer = environment["DEVELOPER_DIR"] ?? developerFolder() {
        folders.append(URL(filePath: developer).appending(path: "Toolchains/XcodeDefault.xctoolchain/usr/lib"))
        folders.append(URL(filePath: developer).appending(path: "usr/lib"))
      }
    #else
      let name = "libIndexStore.so"
    #endif
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let swift = URL(filePath: String(folder)).appending(path: "swift").resolvingSymlinksInPath()
      guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
      folders.append(swift.deletingLastPathComponent().deletingLastPathComponent().appending(path: "lib"))
    }
    return folders.map { $0.appending(path: name).path }.first(where: FileManager.default.fileExists)
  }

  #if os(macOS)
    /// The folder that `xcode-select` chose; nil if there is no Xcode.
    private static func developerFolder() -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/var/db/xcode_select_link")
    }
  #endif

  /// The index stores of builds in a scratch folder such as `.build`, those written last first: of SwiftPM's own build system and of
  /// swiftbuild, in the configuration that was built. There are none if nothing was built, or only without an index.
  package static func indexStores(in scratch: String) -> [String] {
    let root = URL(filePath: scratch)
    func folders(in folder: URL) -> [URL] {
      let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      return (found ?? []).map { folder.appending(path: $0.lastPathComponent) }
    }
    var candidates: [URL] = []
    // .build/TRIPLE/debug/index/store
    for triple in folders(in: root) {
      for configuration in ["debug", "release"] { candidates.append(triple.appending(path: "\(configuration)/index/store")) }
      // .build/TRIPLE/Intermediates.noindex/… and Index.noindex/DataStore, as in Xcode's derived data.
      candidates.append(triple.appending(path: "Index.noindex/DataStore"))
      candidates.append(triple.appending(path: "Intermediates.noindex/Index.noindex/DataStore"))
    }
    for place in ["Index.noindex/DataStore", "out/Index.noindex/DataStore", "index/store", "debug/index/store"] {
      candidates.append(root.appending(path: place))
    }
    var seen: Set<String> = []
    return candidates.map { $0.resolvingSymlinksInPath() }.filter { seen.insert($0.path).inserted }
      .compactMap { store in lastBuild(in: store.path).map { (store.path, $0) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// When the newest unit was written to an index store; nil if the folder is none.
  package static func lastBuild(in store: String) -> Date? {
    let versions = try? FileManager.default.contentsOfDirectory(atPath: store)
    // The folder of the format's version has the units.
    let units = (versions ?? []).map { URL(filePath: store).appending(path: "\($0)/units") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    return units.flatMap { try? $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate }
  }
}
