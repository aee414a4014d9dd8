#if canImport(Darwin) && canImport(RelayNetwork)
  import Dispatch
  import Network
#endif

/// Monitors whether the device can reach a network.
struct NetworkPath: Sendable {
  /// Calls its argument with whether the path is usable: first with the current state, then after every change until the result is
  /// disposed of.
  let watch: @Sendable (_ onUpdate: @escaping @Sendable (_ isUsable: Bool) -> Void) -> RelayDisposable

  #if canImport(Darwin) && canImport(RelayNetwork)
    /// The system's network path.
    static let system: NetworkPath? = NetworkPath { onUpdate in
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { onUpdate($0.status == .satisfied) }
      monitor.start(queue: DispatchQueue(label: "relay.network-path"))
      return RelayDisposable { monitor.cancel() }
    }
  #else
    /// This system has no network path to monitor.
    static let system: NetworkPath? = nil
  #endif
}
