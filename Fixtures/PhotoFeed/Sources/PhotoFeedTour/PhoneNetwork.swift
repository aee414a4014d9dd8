import Foundation
import RelayRuntime
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network that can be switched off, as in an airplane. It notes what was sent.
nonisolated final class PhoneNetwork: HTTPTransport {
  private struct State {
    var isOn = true
    var log: [String] = []
  }

  private let state = Mutex(State())
  private let transport = PlatformHTTPTransport()

  var isOn: Bool {
    get { state.withLock { $0.isOn } }
    set { state.withLock { $0.isOn = newValue } }
  }

  /// The requests of the current step, each with the status of its answer.
  var log: [String] { state.withLock { $0.log } }

  func clearLog() { state.withLock { $0.log = [] } }

  func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
    guard isOn else { throw URLError(.notConnectedToInternet) }
    let response = try await transport.send(request)
    state.withLock { $0.log.append("\(request.operation.operationName) \(response.status)") }
    return response
  }
}
