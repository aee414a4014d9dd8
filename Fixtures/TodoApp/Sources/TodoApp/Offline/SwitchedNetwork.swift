import Foundation
import RelayRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network that can be switched off.
final class SwitchedNetwork: RelayNetwork {
  private let base: any RelayNetwork
  private let state = Guarded(true)

  init(_ base: any RelayNetwork) { self.base = base }

  var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    if isOn { return base.execute(request) }
    return AsyncThrowingStream { $0.finish(throwing: URLError(.notConnectedToInternet)) }
  }

  func reconnect() { base.reconnect() }
}
