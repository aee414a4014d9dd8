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

    Scenario("an upload of 20 MB from a file", needs: [.uploads]) { endpoint in
      let file = FileManager.default.temporaryDirectory.appending(path: "matrix-\(UUID().uuidString).bin")
      try Data(count: 20 << 20).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let answer = try await endpoint.client().commit(UploadMutation(file: .null), uploadables: ["file": Upload(file: file)])
      try checkEqual(answer.upload.size, 20 << 20)
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
