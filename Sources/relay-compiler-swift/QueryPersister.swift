internal import RelayCompilerCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Hands the texts of persisted queries over: to the file of `persistConfig`, and to a command that may send them to a server.
struct QueryPersister {
  let path: String
  let format: PersistConfig.Format
  let command: String?

  struct Problem: Error {
    var message: String
  }

  /// The file with the queries of the artifacts added to what it has. The command has then seen those that are new.
  func file(for artifacts: [Artifact]) throws(Problem) -> [UInt8] {
    var existing: [UInt8] = []
    if FileSystem.kind(path) != nil {
      do throws(FileSystem.Failure) {
        existing = try FileSystem.read(path)
      } catch {
        throw Problem(message: "Cannot read this file: \(error.reason)")
      }
    }
    let queries = artifacts.compactMap(\.persistedQuery)
    guard let known = PersistedQueryFile.ids(in: existing, format: format),
      let merged = PersistedQueryFile.merged(queries, into: existing, format: format)
    else {
      switch format {
      case .relay: throw Problem(message: "Expected an object from ids to texts, as Relay persists queries. Move the file away to start anew")
      case .apollo: throw Problem(message: "Expected a persisted query manifest as Apollo has it. Move the file away to start anew")
      }
    }
    if let command { try run(command, with: queries.filter { !known.contains($0.id) }) }
    return merged
  }

  private func run(_ command: String, with queries: [PersistedQuery]) throws(Problem) {
    if queries.isEmpty { return }
    guard let pipe = popen(command, "w") else { throw Problem(message: "Cannot run '\(command)': \(String(cString: strerror(errno)))") }
    // A command may end without reading everything: its exit status says whether that was all right.
    for query in queries {
      let line = PersistedQueryFile.line(for: query)
      guard fwrite(line, 1, line.count, pipe) == line.count else { break }
    }
    let status = pclose(pipe)
    // The low bits name a signal, the others are the exit status.
    if status != 0 { throw Problem(message: "'\(command)' failed with exit status \(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)") }
  }
}
