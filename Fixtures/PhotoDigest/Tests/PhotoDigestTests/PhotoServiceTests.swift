import Foundation
import RelayRuntime
import Testing

@testable import PhotoDigest

/// The service, with a photo server that the test plays.
@Suite("The photo service")
struct PhotoServiceTests {
  private func service(_ answer: @escaping @Sendable (HTTPNetwork.Request) throws -> HTTPNetwork.Response) throws -> PhotoService {
    PhotoService(photos: PhotoAPI(url: try #require(URL(string: "http://photos.test/graphql")), transport: Played(answer: answer)))
  }

  private func get(_ path: String, token: String? = "ada", method: String = "GET") -> ServiceRequest {
    ServiceRequest(method: method, path: path, headers: token.map { ["authorization": "Bearer \($0)", "idempotency-key": "\"7\""] } ?? [:])
  }

  @Test("Users get their own answers, also at the same time")
  func users() async throws {
    let service = try service { request in
      let name = try #require(request.headers["Authorization"]).replacing("Bearer ", with: "")
      return json(["data": digest(name, isLiked: name == "ada")])
    }
    let answers = await withTaskGroup(of: (String, ServiceResponse).self) { group in
      for index in 0..<40 {
        let name = index.isMultiple(of: 2) ? "ada" : "grace"
        group.addTask { (name, await service.respond(to: get("/digest", token: name))) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 40)
    for (name, answer) in answers {
      #expect(answer.status == 200)
      #expect(
        String(decoding: answer.body, as: UTF8.self)
          == #"{"name":"\#(name)","photos":[{"isLiked":\#(name == "ada"),"likes":3,"text":"Tea, by Alan"}]}"#)
    }
  }

  @Test("A mutation is passed on with the user's token and key")
  func like() async throws {
    let service = try service { request in
      #expect(request.operation.variables == ["input": ["photoID": "photo-3", "isLiked": true]])
      #expect(request.headers["Authorization"] == "Bearer ada")
      #expect(request.headers["Idempotency-Key"] == "\"7\"")
      return json(["data": ["likePhoto": ["photo": photo(isLiked: true)]]])
    }
    let answer = await service.respond(to: get("/photos/photo-3/like", method: "POST"))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"isLiked":true,"likes":3,"text":"Tea, by Alan"}"#)
  }

  @Test("The photo server's refusals and failures are told apart")
  func failures() async throws {
    let refusals: [(Int, JSON, Int)] = [
      (401, ["errors": [["message": "expired", "extensions": ["code": "UNAUTHENTICATED"]]]], 401),
      (200, ["data": nil, "errors": [["message": "gone", "extensions": ["code": "NOT_FOUND"]]]], 404),
      (200, ["data": nil, "errors": [["message": "a bug"]]], 502),
      (503, [:], 502),
    ]
    for (status, body, expected) in refusals {
      let answer = await (try service { _ in json(body, status: status) }).respond(to: get("/digest"))
      #expect(answer.status == expected, "\(body)")
    }
    let unreachable = try service { _ in throw URLError(.cannotConnectToHost) }
    #expect(await unreachable.respond(to: get("/digest")).status == 502)
  }

  @Test("Without a token, and for other paths, the photo server is not asked")
  func unasked() async throws {
    let service = try service { _ in
      Issue.record("The photo server was asked.")
      return json([:])
    }
    #expect(await service.respond(to: get("/digest", token: nil)).status == 401)
    #expect(await service.respond(to: get("/digest", method: "DELETE")).status == 404)
    #expect(await service.respond(to: get("/photos/photo-3/share", method: "POST")).status == 404)
  }
}

private struct Played: HTTPTransport {
  let answer: @Sendable (HTTPNetwork.Request) throws -> HTTPNetwork.Response

  func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response { try answer(request) }
}

private func json(_ body: JSON, status: Int = 200) -> HTTPNetwork.Response {
  HTTPNetwork.Response(status: status, headers: ["Content-Type": "application/json"], body: (try? JSONEncoder().encode(body)) ?? Data())
}

private func photo(isLiked: Bool) -> JSON {
  ["id": "photo-3", "caption": "Tea", "author": ["id": "user-alan", "name": "Alan"], "likeCount": 3, "isLikedByViewer": .bool(isLiked)]
}

private func digest(_ name: String, isLiked: Bool) -> JSON {
  ["viewer": ["id": .string(name), "name": .string(name)], "photos": ["edges": [["node": photo(isLiked: isLiked)]]]]
}
