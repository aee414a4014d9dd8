import Apollo
import ApolloAPI
import Foundation
import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Writes the data that Apollo receives to Relay's store as well.
struct BridgedInterceptors: InterceptorProvider {
  let relay: RelayEnvironment

  func httpInterceptors<Operation: ApolloAPI.GraphQLOperation>(for operation: Operation) -> [any HTTPInterceptor] {
    DefaultInterceptorProvider.shared.httpInterceptors(for: operation) + [ResponsePublisher { try publish($0, of: operation) }]
  }

  /// Writes the body of an answer to Relay's store, read as an operation that selects the data of the moved screens. Operations without
  /// such data are not listed.
  private func publish(_ body: Foundation.Data, of operation: any ApolloAPI.GraphQLOperation) throws {
    switch operation {
    case is NotesAPI.NoteListQuery: try relay.commitPayload(NoteListQuery(), body: body)
    case let query as NotesAPI.NoteDetailsQuery: try relay.commitPayload(NoteDetailsBridgeQuery(id: query.id), body: body)
    case let mutation as NotesAPI.RenameNoteMutation:
      try relay.commitPayload(RenameNoteBridgeMutation(id: mutation.id, title: mutation.title), body: body)
    default: break
    }
  }
}

private struct ResponsePublisher: HTTPInterceptor {
  let publish: @Sendable (Foundation.Data) throws -> Void

  func intercept(request: URLRequest, next: NextHTTPInterceptorFunction) async throws -> Apollo.HTTPResponse {
    try await next(request).mapChunks { _, chunk in
      // Apollo reports an answer without data.
      try? publish(chunk)
      return chunk
    }
  }
}
