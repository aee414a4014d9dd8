import Foundation
import RelayOutbox
import RelayRuntime
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What happens to a request on its way.
enum Fault: CaseIterable, Sendable {
  case none
  /// There is no server.
  case refused
  /// The connection breaks before the server has the request.
  case lostBefore
  /// The server has executed the mutation, and its answer gets lost.
  case lostAfter
  /// A proxy sends it twice.
  case duplicated
  case unavailable
  case unauthenticated
  /// The server refuses it.
  case rejected
  case conflict
}

/// The way from a process to the server.
final class FaultyNetwork: RelayNetwork {
  private let server: TodoServer
  private let next: @Sendable (NetworkRequest) async throws -> Fault
  private let received = Lock<[NetworkRequest]>([])
  private let state = Lock((isCut: false, running: 0))

  /// - Parameter next: the fault of a request. It may wait.
  init(_ server: TodoServer, _ next: @escaping @Sendable (NetworkRequest) async throws -> Fault = { _ in .none }) {
    self.server = server
    self.next = next
  }

  /// The requests so far.
  var requests: [NetworkRequest] { received.withLock { $0 } }
  /// The number of requests that have not been answered.
  var runningCount: Int { state.withLock { $0.running } }

  /// The process has ended: it sends nothing more.
  func cut() { state.withLock { $0.isCut = true } }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          continuation.yield(NetworkPayload(try await answer(request)))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func answer(_ request: NetworkRequest) async throws -> JSON {
    if request.operationKind == .query { return ["data": server.list] }
    received.withLock { $0.append(request) }
    let isCut = state.withLock { state in
      state.running += state.isCut ? 0 : 1
      return state.isCut
    }
    if isCut { throw URLError(.notConnectedToInternet) }
    defer { state.withLock { $0.running -= 1 } }
    switch try await next(request) {
    case .none: return server.execute(request)
    case .refused: throw URLError(.cannotConnectToHost)
    case .lostBefore: throw URLError(.networkConnectionLost)
    case .lostAfter:
      _ = server.execute(request)
      throw URLError(.networkConnectionLost)
    case .duplicated:
      _ = server.execute(request)
      return server.execute(request, isDuplicate: true)
    case .unavailable: throw RelayError.http(status: 503, body: "")
    case .unauthenticated: throw RelayError.http(status: 401, body: "")
    case .rejected: return ["data": nil, "errors": [["message": "refused"]]]
    case .conflict: return ["data": nil, "errors": [["message": "changed", "extensions": ["code": "CONFLICT"]]]]
    }
  }
}
