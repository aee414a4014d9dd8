internal import RelayCompilerCore

/// Reads the files of an input, and collects what is wrong with them. A file that cannot be read is reported once.
struct InputReader {
  typealias Problem = (file: SourceFile, diagnostics: [Diagnostic])

  private(set) var problems: [Problem] = []
  /// The paths of files that have been reported.
  private var unreadable: Set<[UInt8]> = []
  let files: ReadFiles
  let threads: Int

  init(_ files: ReadFiles, threads: Int) { (self.files, self.threads) = (files, threads) }

  // MARK: - Reading

  /// The files that can be read.
  mutating func sources(_ paths: [String]) -> [SourceFile] {
    zip(paths, contents(paths)).compactMap { path, bytes in bytes.map { SourceFile(path: path, bytes: $0) } }
  }

  /// The bytes of each file; nil if it cannot be read.
  mutating func contents(_ paths: [String], limit: Int = FileSizeLimit.source) -> [[UInt8]?] {
    files.read(paths, limit: limit, threads: threads).map { result in
      switch result {
      case .success(let bytes): return bytes
      case .failure(let failure):
        report(failure)
        return nil
      }
    }
  }

  /// A configuration, or a list of the build plugin.
  mutating func configuration(_ path: String) -> SourceFile? {
    contents([path], limit: FileSizeLimit.configuration)[0].map { SourceFile(path: path, bytes: $0) }
  }

  /// The file itself, or the files in a folder whose names match.
  mutating func files(
    at path: String, excluding excludes: [Glob], where matches: (String) -> Bool, missing: (inout InputReader) -> Void
  ) -> [String] {
    switch FileSystem.kind(path) {
    case .directory: break
    case nil:
      missing(&self)
      return []
    default: return [path]
    }
    var misnamed: [(path: String, isFolder: Bool)] = []
    defer { for found in misnamed.sorted(by: { $0.path < $1.path }) { report(.misnamed(isFolder: found.isFolder), of: found.path) } }
    do throws(FileSystemError) {
      return try FileSystem.files(
        below: path, excluding: { path in excludes.contains { $0.matches(path) } }, where: matches,
        misnamed: { misnamed.append(($0, $1)) })
    } catch {
      report(error)
      return []
    }
  }

  /// The file itself or, for Swift, the literals in it.
  mutating func documents(in file: SourceFile) -> [SourceFile] {
    guard OutputName.isSwift(file.path) else { return [file] }
    guard GraphQLLiterals.mayExist(in: file.bytes) else { return [] }
    let (literals, diagnostics) = GraphQLLiterals.find(in: file)
    report(diagnostics, in: file)
    return literals
  }

  // MARK: - Problems

  mutating func report(_ diagnostics: [Diagnostic], in file: SourceFile) {
    if !diagnostics.isEmpty { problems.append((file, diagnostics)) }
  }

  mutating func report(_ diagnostic: Diagnostic, of path: String) { report([diagnostic], in: SourceFile(path: path, bytes: [])) }

  private mutating func report(_ failure: FileSystemError) {
    if unreadable.insert(Array(failure.path.utf8)).inserted { report(.unreadable(failure.reason), of: failure.path) }
  }

  /// Reports a path of the configuration that does not exist.
  mutating func reportMissing(_ path: RelayConfig.Path, _ key: String, resolved: String, in file: SourceFile) {
    report([.missingConfiguredPath(key, path: path.path, resolved: resolved, at: path.range)], in: file)
  }
}

/// The files that the process has read. Several modules may have the same ones, and the choice of a schema reads documents before they are
/// compiled.
final class ReadFiles {
  typealias Content = Result<[UInt8], FileSystemError>

  /// By the bytes of the path: two paths that are equal as strings may be two files.
  private var contents: [[UInt8]: Content] = [:]

  /// - Parameter limit: the number of bytes of the largest file that is read.
  func read(_ paths: [String], limit: Int, threads: Int) -> [Content] {
    let keys = paths.map { Array($0.utf8) }
    let unread = paths.indices.filter { contents[keys[$0]] == nil }
    let read = parallelMap(unread.map { paths[$0] }, threads: threads) { path -> Content in
      do throws(FileSystemError) { return .success(try FileSystem.read(path, limit: limit)) } catch { return .failure(error) }
    }
    for (index, content) in zip(unread, read) { contents[keys[index]] = content }
    return keys.map { contents[$0] ?? .success([]) }
  }

  /// Replaces what has been read, for a command that changes files before it writes them.
  func replace(_ path: String, with bytes: [UInt8]) { contents[Array(path.utf8)] = .success(bytes) }
}
