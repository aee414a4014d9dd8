#if canImport(Darwin) && canImport(Network)
  import Dispatch
  import Network
#endif

/// Watches whether the device can reach a network.
struct NetworkPath: Sendable {
  /// Calls its argument with whether the path is usable: once at first and after every change, until the result is disposed of.
  let watch: @Sendable (_ onUpdate: @escaping @Sendable (_ isUsable: Bool) -> Void) -> Disposable

  #if canImport(Darwin) && canImport(Network)
    /// The system's network path.
    static let system: NetworkPath? = NetworkPath { onUpdate in
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { onUpdate($0.status == .satisfied) }
      monitor.start(queue: DispatchQueue(label: "relay.network-path"))
      return Disposable { monitor.cancel() }
    }
  #else
    /// There is no network path to watch on this system.
    static let system: NetworkPath? = nil
  #endif
}
