import Foundation
import RelayRuntime

extension Scenario {
  static let uploads: [Scenario] = [
    Scenario("uploads of no byte and of one", needs: [.uploads]) { endpoint in
      let client = try endpoint.client()
      for bytes in [Data(), Data("a".utf8)] {
        let file = try await client.commit(
          UploadMutation(file: .null), uploadables: ["file": Upload(filename: "a.txt", contentType: "text/plain", bytes: bytes)]
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

    Scenario("several uploads in order", needs: [.uploads]) { endpoint in
      let uploads = (0..<5).map { Upload(filename: "\($0).bin", bytes: Data(count: $0)) }
      let answer = try await endpoint.client().commit(
        UploadAllMutation(files: Array(repeating: .null, count: uploads.count)),
        uploadables: Dictionary(uniqueKeysWithValues: uploads.enumerated().map { ("files.\($0.offset)", $0.element) }))
      try checkEqual(answer.uploadAll.map(\.size), Array(0..<5))
      try checkEqual(answer.uploadAll.map(\.name), uploads.map(\.filename))
    },
  ]
}
