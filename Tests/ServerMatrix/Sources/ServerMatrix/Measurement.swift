import Foundation
import RelayRuntime

/// Measurements in a separate process, so that nothing else affects them.
enum Measurement: String {
  /// The size of an answer with many stories, and the growth of peak memory: `URL COUNT`.
  case memory = "--memory"
  /// The growth of peak memory during an upload from a file: `URL BYTES`.
  case upload = "--upload"

  func run(_ arguments: [String]) async {
    guard let url = arguments.first.flatMap({ URL(string: $0) }), let count = arguments.last.flatMap({ Int($0) }) else { exit(64) }
    do {
      switch self {
      case .memory: say(try await Self.memory(url, stories: count))
      case .upload: say(try await Self.upload(url, size: count))
      }
    } catch {
      say("\(error)")
    }
  }

  private static func memory(_ url: URL, stories count: Int) async throws -> String {
    let size = BodySize()
    let client = RelayEnvironment(network: HTTPNetwork(url: url, configuration: .init(interceptors: [size])))
    _ = try await client.fetch(StoriesQuery(count: 1))
    let before = Usage.peakMemory
    let stories = try await client.fetch(StoriesQuery(count: count)).stories
    guard stories.count == count else { throw Failure("\(stories.count) stories") }
    return "\(size.bytes) \(Usage.peakMemory - before)"
  }

  private static func upload(_ url: URL, size: Int) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "matrix-\(UUID().uuidString).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    // Creating a sparse file needs no memory.
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(clamping: size))
    try handle.close()
    let client = RelayEnvironment(network: HTTPNetwork(url: url))
    let small = GraphQLUpload(filename: "a", bytes: Data("a".utf8))
    _ = try await client.commit(UploadMutation(file: small))
    let before = Usage.peakMemory
    let answer = try await client.commit(UploadMutation(file: GraphQLUpload(file: file)))
    guard answer.upload.size == size else { throw Failure("\(answer.upload.size) bytes have come") }
    return "\(Usage.peakMemory - before)"
  }
}
