import Apollo
import Foundation
import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An in-process server for both clients.
actor NotesServer: ApolloURLSession {
  private var titles = ["1": "Milk", "2": "Bread"]
  private(set) var requests: [String] = []

  /// A change made by another client of the server.
  func rename(_ id: String, to title: String) { titles[id] = title }

  private func note(_ id: String) -> JSON {
    [
      "__typename": "Note", "id": .string(id), "title": .string(titles[id] ?? ""), "text": "Today.", "priority": id == "1" ? "HIGH" : "LOW",
    ]
  }

  private func answer(_ operation: String, _ variables: [String: String]) -> JSON {
    requests.append(operation)
    let id = variables["id"] ?? ""
    switch operation {
    case "NoteListQuery": return ["data": ["notes": .array(titles.keys.sorted().map { note($0) })]]
    case "NoteDetailsQuery": return ["data": ["note": note(id)]]
    default:
      titles[id] = variables["title"]
      return ["data": ["renameNote": note(id)]]
    }
  }

  nonisolated var network: FetchNetwork {
    FetchNetwork { request in
      NetworkPayload(await self.answer(request.operationName, (request.variables.objectValue ?? [:]).compactMapValues(\.stringValue)))
    }
  }

  func data(for request: URLRequest) async throws -> (Foundation.Data, HTTPURLResponse) {
    let variables = try JSONDecoder().decode([String: String].self, from: request.httpBody ?? Foundation.Data())
    let body = try JSONEncoder().encode(answer(variables["operationName"] ?? "", variables))
    guard let url = request.url, let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil) else {
      throw CancellationError()
    }
    return (body, response)
  }
}
