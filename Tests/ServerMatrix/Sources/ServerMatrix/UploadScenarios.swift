import Foundation
import RelayRuntime
import Synchronization

extension Scenario {
  static let uploads: [Scenario] = [
    Scenario("uploads of no byte and of one", needs: [.uploads]) { endpoint in
      let client = try endpoint.client()
      for bytes in [Data(), Data("a".utf8)] {
        let file = try await client.commit(
          UploadMutation(file: GraphQLUpload(filename: "a.txt", contentType: "text/plain", bytes: bytes))
        ).upload
        try checkEqual(file.size, bytes.count)
        try checkEqual(file.name, "a.txt")
        try checkEqual(file.mimeType?.hasPrefix("text/plain"), true)
      }
    },

    Scenario("an upload of 20 MB from a file, in memory of 8 MB", needs: [.uploads]) { endpoint in
      let report = try Program([CommandLine.arguments[0], "--upload", try endpoint.url.absoluteString, "\(20 << 20)"], isHeard: true).line()
      guard let growth = report.flatMap({ Int($0) }) else { throw Failure("the client ended: \(report ?? "")") }
      try check(growth <= 8 << 20, "memory grew by \(growth) bytes")
    },

    Scenario("an upload tells how much has been sent", needs: [.uploads]) { endpoint in
      let reports = Reports()
      let upload = GraphQLUpload(filename: "a.bin", bytes: Data(count: 3 << 20)) { reports.add($0) }
      let file = try await endpoint.client().commit(UploadMutation(file: upload)).upload
      try checkEqual(file.size, 3 << 20)
      let sent = reports.sent
      try check(sent.count > 1, "\(sent)")
      try checkEqual(sent, sent.sorted())
      try checkEqual(sent.last, 3 << 20)
    },

    Scenario("an upload has the header field that the server asks for", needs: [.preflight]) { endpoint in
      func error(_ configuration: HTTPNetwork.Configuration) async throws -> any Error {
        try await thrown {
          let upload = GraphQLUpload(filename: "a.bin", bytes: Data(count: 1))
          _ = try await endpoint.client(configuration).commit(UploadMutation(file: upload))
        }
      }
      guard case RelayError.preflightRequired(let header) = try await error(.init()) else { throw Failure("no error names the field") }
      try checkEqual(header, "apollo-require-preflight")
      // Apollo Server itself does not support uploads: with the field, its error says so.
      if case RelayError.preflightRequired = try await error(.init(requiresPreflight: true)) { throw Failure("the field does not help") }
    },

    Scenario("several uploads in order", needs: [.uploads]) { endpoint in
      let uploads = (0..<5).map { GraphQLUpload(filename: "\($0).bin", bytes: Data(count: $0)) }
      let answer = try await endpoint.client().commit(UploadAllMutation(files: uploads))
      try checkEqual(answer.uploadAll.map(\.size), Array(0..<5))
      try checkEqual(answer.uploadAll.map(\.name), uploads.map(\.filename))
    },
  ]
}

/// The progress reported by an upload.
private final class Reports: Sendable {
  private let bytes = Mutex<[Int]>([])

  var sent: [Int] { bytes.withLock { $0 } }

  func add(_ progress: UploadProgress) { bytes.withLock { $0.append(Int(progress.bytesSent)) } }
}
