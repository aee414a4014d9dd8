#if canImport(Network)
  import Dispatch
  import Network
#endif

/// Tells whether the device has a way to the network.
struct NetworkPath: Sendable {
  /// Calls its argument with whether the path is usable: as it is at first, and after every change, until the result is disposed of.
  let watch: @Sendable (_ onUpdate: @escaping @Sendable (_ isUsable: Bool) -> Void) -> Disposable

  #if canImport(Network)
    /// What the system says.
    static let system: NetworkPath? = NetworkPath { onUpdate in
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { onUpdate($0.status == .satisfied) }
      monitor.start(queue: DispatchQueue(label: "relay.network-path"))
      return Disposable { monitor.cancel() }
    }
  #else
    /// The system says nothing.
    static let system: NetworkPath? = nil
  #endif
}
