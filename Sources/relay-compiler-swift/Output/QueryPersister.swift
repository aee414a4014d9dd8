internal import RelayCompilerCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Passes the texts of persisted queries on: to the file of `persistConfig`, and to a command that may send them to a server.
struct QueryPersister {
  let path: String
  let format: PersistConfig.Format
  let command: String?

  /// The file with the queries of the artifacts added. By then, the command has received those that are new.
  func file(for artifacts: [Artifact]) throws(QueryPersisterError) -> [UInt8] {
    var existing: [UInt8] = []
    if FileSystem.kind(path) != nil {
      do throws(FileSystemError) {
        existing = try FileSystem.read(path, limit: FileSizeLimit.output)
      } catch {
        throw .unreadable(error.reason)
      }
    }
    let queries = artifacts.compactMap(\.persistedQuery)
    guard let known = PersistedQueryFile.ids(in: existing, format: format),
      let merged = PersistedQueryFile.merged(queries, into: existing, format: format)
    else { throw .otherContent(format) }
    if let command { try run(command, with: queries.filter { !known.contains($0.id) }) }
    return merged
  }

  private func run(_ command: String, with queries: [PersistedQuery]) throws(QueryPersisterError) {
    if queries.isEmpty { return }
    // Sound: the pipe is closed once, after its last use.
    guard let pipe = unsafe popen(command, "w") else { throw .commandNotRun(command, reason: FileSystemError(command).reason) }
    // A command may end without reading everything. Its exit status tells whether that is an error.
    for query in queries {
      let line = PersistedQueryFile.line(for: query)
      guard unsafe fwrite(line, 1, line.count, pipe) == line.count else { break }
    }
    let status = unsafe pclose(pipe)
    // The low bits are a signal, the others the exit status.
    if status != 0 { throw .commandFailed(command, status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F) }
  }
}

enum QueryPersisterError: Error {
  case unreadable(String)
  /// The file does not contain queries in this format.
  case otherContent(PersistConfig.Format)
  case commandNotRun(String, reason: String)
  case commandFailed(String, status: Int32)
}
