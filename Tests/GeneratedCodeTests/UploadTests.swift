import Foundation
import RelayRuntime
import Synchronization
import TestSupport
import Testing

/// Variables that are files, in generated code.
@Suite("Uploads in variables")
struct UploadTests {
  private func upload(_ name: String) -> GraphQLUpload { GraphQLUpload(filename: name, bytes: Data(name.utf8)) }

  /// The request of a mutation; nil if none was sent.
  private func request(
    _ mutation: AttachMutation, uploads: [String: GraphQLUpload] = [:]
  ) async throws -> (variables: JSON, files: [String: String])? {
    let requests = Mutex<[NetworkRequest]>([])
    let environment = RelayEnvironment(
      network: FetchNetwork { request in
        requests.withLock { $0.append(request) }
        return NetworkPayload(json: #"{"data":{"attach":null}}"#)
      })
    _ = try await environment.commit(mutation, options: MutationOptions(uploads: uploads))
    return requests.withLock(\.first).map { ($0.variables, $0.uploads.mapValues(\.filename)) }
  }

  @Test("Files are where the variables have them, at any depth")
  func places() async throws {
    let more = [AttachmentInput(title: "u"), AttachmentInput(title: "v", file: upload("c"))]
    var input = AttachmentInput(title: "t", file: upload("b"), more: more)
    input.from = .file(upload("d"))
    var mutation = AttachMutation(file: upload("a"), files: [upload("e"), nil, upload("f")], input: input)
    // What is read is written again with its files.
    mutation.variables.input?.title = "w"
    mutation.variables.input?.more?[0].title = "x"
    let request = try #require(try await request(mutation))
    #expect(
      request.files == [
        "file": "a", "input.file": "b", "input.more.1.file": "c", "input.from.file": "d", "files.0": "e", "files.2": "f",
      ])
    #expect(
      request.variables == [
        "file": nil, "files": [nil, nil, nil],
        "input": ["title": "w", "file": nil, "more": [["title": "x"], ["title": "v", "file": nil]], "from": ["file": nil]],
      ])
    #expect(mutation.variables.file == upload("a") && mutation.variables.files == [upload("e"), nil, upload("f")])
    #expect(mutation.variables.input?.from == .file(upload("d")))
    #expect(mutation.variables.input?.more?[1].file == upload("c"))
  }

  @Test("A file that is removed is not sent; operations with other files are other operations")
  func changes() async throws {
    var mutation = AttachMutation(file: upload("a"), input: AttachmentInput(title: "t", file: upload("b")))
    let first = mutation
    mutation.variables.input?.file = nil
    mutation.variables.file = upload("z")
    #expect(!(mutation == first) && first == AttachMutation(file: upload("a"), input: AttachmentInput(title: "t", file: upload("b"))))
    let request = try #require(try await request(mutation))
    #expect(request.files == ["file": "z"])
    #expect(request.variables == ["file": nil, "files": nil, "input": ["title": "t"]])
  }

  @Test("Files may also be beside the variables; a key without a place is an error, and nothing is sent", .cases)
  func keys() async throws {
    let mutation = AttachMutation(file: upload("a"), files: [nil])
    let request = try #require(try await request(mutation, uploads: ["files.0": upload("b"), "input.file": upload("c")]))
    #expect(request.files == ["file": "a", "files.0": "b", "input.file": "c"])
    await eachCase(of: [
      ("fil", "Attach has no variable 'fil', which 'fil' of uploads names"),
      ("variables.file", "Attach has no variable 'variables', which 'variables.file' of uploads names"),
      ("", "Attach has no variable '', which '' of uploads names"),
      ("files.1", "'files.1' of uploads names the item 1 of a list that has 1"),
      ("files.first", "'files.first' of uploads names the item first of a list that has 1"),
    ]) { key, message in
      await #expect(throws: RelayError.upload(message)) { _ = try await self.request(mutation, uploads: [key: upload("x")]) }
    }
  }
}
