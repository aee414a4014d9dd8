import Foundation
import TestSupport
import Testing

/// What ARCHITECTURE.md names exists, and its walks count what they name.
@Suite("Architecture") struct ArchitectureTests {
  private static let text = (try? String(contentsOf: Repository.url("ARCHITECTURE.md"), encoding: .utf8)) ?? ""

  /// The paths of the repository's files and folders that are not links, with a slash before and, for folders, after them.
  private static let paths: [String] = {
    let found = FileManager.default.enumerator(
      at: Repository.root, includingPropertiesForKeys: [.isDirectoryKey, .isSymbolicLinkKey], options: .skipsHiddenFiles)
    return (found?.compactMap { $0 as? URL } ?? []).compactMap { url in
      let kind = try? url.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      if kind?.isSymbolicLink == true { return nil }
      return url.path.dropFirst(Repository.root.path.count) + (kind?.isDirectory == true ? "/" : "")
    }
  }()

  /// The names in a text that are written as code.
  private static func names(in text: some StringProtocol) -> [String] {
    String(text).matches(of: #/`([^`\s]+)`/#).map { String($0.1) }
  }

  /// The files and folders that a path, or the end of one, may mean. A Swift file may be named without its extension.
  private static func places(of path: String) -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return paths.filter { $0.hasSuffix("/" + path) || $0.hasSuffix("/\(path).swift") || $0.hasSuffix("/" + folder) }
  }

  @Test("each path is that of a file or a folder")
  func pathsExist() {
    let named = Self.names(in: Self.text).filter { name in
      name.wholeMatch(of: #/[\w.+\/-]+/#) != nil && (name.contains("/") || name.hasSuffix(".swift"))
    }
    #expect(named.count > 100)
    // Hidden folders, and the outputs in examples.
    let missing = Set(named).filter { path in
      Self.places(of: path).isEmpty && !path.hasSuffix(".graphql.swift")
        && !FileManager.default.fileExists(atPath: Repository.url(path).path)
    }
    #expect(missing.sorted() == [])
  }

  /// Names of the plan format, of Swift and of Foundation.
  private static let foreignNames: Set<String> = ["AsyncSequence", "C1", "Dictionary", "ID", "O3", "Set", "URLSession"]

  @Test("each type is declared")
  func typesExist() throws {
    var declared = Self.foreignNames
    for file in ["Sources", "Plugins"].flatMap({ Repository.swiftFiles(in: $0) }) {
      let declaration = #/\b(?:struct|class|enum|protocol|actor|typealias|extension) (\w+)/#
      declared.formUnion(try String(contentsOf: file, encoding: .utf8).matches(of: declaration).map { String($0.1) })
    }
    let named = Self.names(in: Self.text).filter { !$0.hasSuffix(".swift") }
      .compactMap { $0.wholeMatch(of: #/([A-Z]\w+)(\.\w+)*/#).map { String($0.1) } }
    #expect(named.count > 100)
    #expect(Set(named).subtracting(declared).filter { Self.places(of: $0).isEmpty }.sorted() == [])
  }

  @Test("each walk counts its stations and files, and each file is one")
  func walks() throws {
    let section = try #require(Self.text.range(of: "\n## Three walks").map { Self.text[$0.upperBound...] })
    let walks = section.components(separatedBy: "\n### ").dropFirst()
    #expect(walks.count == 3)
    for walk in walks {
      let counts = try #require(walk.firstMatch(of: #/\*\*(\d+) stations, (\d+) files/#))
      let files = Set(Self.names(in: walk).filter { $0.hasSuffix(".swift") && !$0.hasSuffix(".graphql.swift") })
      #expect(walk.matches(of: #/\n\d+\. /#).count == Int(counts.1), "\(walk.prefix { $0 != "\n" })")
      #expect(files.count == Int(counts.2), "\(walk.prefix { $0 != "\n" })")
      for file in files {
        // The walks are those of a build and an app. Other tools share files with the compiler's.
        let folders = ["/Sources/RelayCompilerCore/", "/Sources/relay-compiler-swift/", "/Sources/RelayRuntime/", "/Plugins/"]
        #expect(Self.places(of: file).filter { place in folders.contains { place.hasPrefix($0) } }.count == 1, "\(file)")
      }
    }
  }
}
