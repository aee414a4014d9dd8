import Apollo
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An in-process server.
actor NotesServer: ApolloURLSession {
  private struct Note: Encodable {
    let __typename = "Note"
    let id: String
    var title: String
    let priority: String
  }

  private struct Refused: Error {}

  private var notes = [Note(id: "1", title: "Milk", priority: "HIGH"), Note(id: "2", title: "Bread", priority: "LOW")]

  /// The body of the answer to an operation.
  func answer(_ operation: String, _ variables: [String: String]) throws -> Data {
    guard operation.hasPrefix("Rename") else { return try JSONEncoder().encode(["data": ["notes": notes]]) }
    guard let index = notes.firstIndex(where: { $0.id == variables["id"] }), let title = variables["title"], !title.isEmpty else {
      throw Refused()
    }
    notes[index].title = title
    return try JSONEncoder().encode(["data": ["renameNote": notes[index]]])
  }

  func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let variables = try JSONDecoder().decode([String: String].self, from: request.httpBody ?? Data())
    guard let url = request.url, let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil) else {
      throw Refused()
    }
    return (try answer(variables["operationName"] ?? "", variables), response)
  }
}
