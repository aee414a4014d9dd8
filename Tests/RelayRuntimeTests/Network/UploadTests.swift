import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Uploads", .hangGuard)
struct UploadTests {
  private static let transports: [String] = ["platform", "session"]

  private static func transport(_ name: String) -> PlatformHTTPTransport {
    name == "session" ? PlatformHTTPTransport(client: URLSessionClient()) : PlatformHTTPTransport()
  }

  private static func request(_ uploads: [String: GraphQLUpload]) -> NetworkRequest {
    NetworkRequest(
      operationName: "Send", operationKind: .mutation, text: "mutation Send { send }", variables: ["file": .null], uploads: uploads)
  }

  @Test("the progress of each file is reported until its end, in memory and from a file", .cases)
  func progress() async {
    await eachCase(of: Self.transports) { try await progress(transport: $0) }
  }

  func progress(transport: String) async throws {
    let sizes = Recorder<Int>()
    let server = try LoopbackServer { peer in
      sizes.append(try peer.request().body.count)
      try peer.respond(#"{"data":{"send":true}}"#)
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
    try Data(repeating: 1, count: 5_000_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for first in [GraphQLUpload(filename: "a", bytes: Data(repeating: 1, count: 5_000_000)), GraphQLUpload(filename: "a", file: file)] {
      let (told, small, empty) = (Recorder<UploadProgress>(), Recorder<UploadProgress>(), Recorder<UploadProgress>())
      var first = first
      first.onProgress = { told.append($0) }
      let network = HTTPNetwork(url: server.url(), transport: Self.transport(transport))
      let uploads = [
        "a": first, "b": GraphQLUpload(filename: "b", bytes: Data("x".utf8), onProgress: { small.append($0) }),
        "c": GraphQLUpload(filename: "c", bytes: Data(), onProgress: { empty.append($0) }),
      ]
      #expect(try await network.execute(Self.request(uploads)).texts() == [#"{"data":{"send":true}}"#])
      #expect(told.values.last == UploadProgress(bytesSent: 5_000_000, totalBytes: 5_000_000))
      #expect(told.values.allSatisfy { $0.totalBytes == 5_000_000 })
      #expect(told.values.map(\.bytesSent) == told.values.map(\.bytesSent).sorted())
      // FoundationNetworking reports little progress.
      #expect(told.values.count > (transport == "session" ? 0 : 2), "\(told.values)")
      #expect(small.values == [UploadProgress(bytesSent: 1, totalBytes: 1)])
      #expect(empty.values.map(\.fraction) == [1])
    }
    #expect(sizes.values.allSatisfy { $0 > 5_000_000 } && sizes.values.count == 2)
  }

  @Test("the form of an upload is a new file: an existing one, or the target of a link, is left alone", arguments: [false, true])
  func exclusiveForm(isLink: Bool) throws {
    let folder = try TemporaryFolder("relay-form")
    let (file, victim) = (folder.url.appending(path: "file"), folder.url.appending(path: "victim"))
    for url in [file, victim] { try Data("precious".utf8).write(to: url) }
    let boundary = "relay-\(UUID().uuidString)"
    let form = FileManager.default.temporaryDirectory.appendingPathComponent("\(boundary).form")
    defer { try? FileManager.default.removeItem(at: form) }
    if isLink {
      try FileManager.default.createSymbolicLink(at: form, withDestinationURL: victim)
    } else {
      try Data("precious".utf8).write(to: form)
    }
    let upload = MultipartForm(
      operations: Data("{}".utf8), uploads: ["a": GraphQLUpload(filename: "a", file: file)], boundary: boundary)
    let error = #expect(throws: RelayError.self) { _ = try upload.body() }
    if case .upload? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try Data(contentsOf: form) == Data("precious".utf8))
    #expect(try Data(contentsOf: victim) == Data("precious".utf8))
  }

  @Test("progress restarts when a request is sent again")
  func repeated() throws {
    let told = Recorder<Int64>()
    let observer = UploadObserver(range: 100..<300) { told.append($0.bytesSent) }
    for count in [0, 50, 100, 150, 150, 300, 400, 20, 200, 400] as [Int64] { observer.report(count) }
    #expect(told.values == [50, 200, 0, 100, 200])
  }

  /// The answer of Apollo Server 4 and 5.
  private static let refusal =
    #"{"errors":[{"message":"This operation has been blocked as a potential Cross-Site Request Forgery (CSRF). Please either specify a 'content-type' header (with a type that is not one of application/x-www-form-urlencoded, multipart/form-data, text/plain) or provide a non-empty value for one of the following headers: x-apollo-operation-name, apollo-require-preflight\n","extensions":{"code":"BAD_REQUEST"}}]}"#

  @Test("an upload blocked by Apollo Server is an error that names the header field; an option sends the field")
  func preflight() async throws {
    let server = try LoopbackServer { peer in
      let isSafe = try peer.request().headers["apollo-require-preflight"] == "true"
      try peer.respond(isSafe ? #"{"data":{"send":true}}"# : Self.refusal, status: isSafe ? 200 : 400)
    }
    let uploads = ["file": GraphQLUpload(filename: "a", bytes: Data("x".utf8))]
    let error = await #expect(throws: RelayError.preflightRequired(header: "apollo-require-preflight")) {
      try await HTTPNetwork(url: server.url()).execute(Self.request(uploads)).texts()
    }
    #expect(error?.localizedDescription.contains("apollo-require-preflight") == true)
    #expect(error?.localizedDescription.contains("requiresPreflight") == true)
    let network = HTTPNetwork(url: server.url(), configuration: .init(requiresPreflight: true))
    #expect(try await network.execute(Self.request(uploads)).texts() == [#"{"data":{"send":true}}"#])
    // A message that merely mentions it is an ordinary answer.
    let other = #"{"errors":[{"message":"apollo-require-preflight"}]}"#
    let second = try LoopbackServer { peer in
      _ = try peer.request()
      try peer.respond(other, status: 400)
    }
    #expect(try await HTTPNetwork(url: second.url()).execute(Self.request([:])).texts() == [other])
  }
}
