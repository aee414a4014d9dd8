import Foundation
import RelayRuntime
import Testing

extension EndToEnd {
  struct UploadTests {
    @Test func sendsBytes() async throws {
      let client = try await EndToEnd.client()
      let upload = GraphQLUpload(filename: "hello \"world\".txt", contentType: "text/plain", bytes: Data("hello".utf8))
      let data = try await client.commit(UploadMutation(file: upload, note: "a note"))
      #expect(data.upload.note == "a note")
      #expect(data.upload.size == 5)
      #expect(data.upload.sha256 == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
    }

    @Test func sendsAFile() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString).bin")
      try Data(count: 1 << 20).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let client = try await EndToEnd.client()
      let data = try await client.commit(UploadMutation(file: GraphQLUpload(file: file)))
      #expect(data.upload.filename == file.lastPathComponent)
      #expect(data.upload.size == 1 << 20)
      #expect(data.upload.sha256 == "30e14955ebf1352266dc2ff8067e68104607e750abb9d3b36582b8af909fcb58")
    }

    @Test func sendsSeveralInOrder() async throws {
      let client = try await EndToEnd.client()
      let uploads = (0..<12).map { GraphQLUpload(filename: "\($0).bin", bytes: Data(count: $0)) }
      let data = try await client.commit(UploadAllMutation(files: uploads))
      #expect(data.uploadAll.map(\.size) == Array(0..<12))
      #expect(data.uploadAll.map(\.filename) == uploads.map(\.filename))
    }
  }
}
