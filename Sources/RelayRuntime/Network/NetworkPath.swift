/// Monitors whether the device can reach a network.
struct NetworkPath: Sendable {
  /// Calls its argument with whether the path is usable: first with the current state, then after every change until the result is
  /// disposed of.
  let watch: @Sendable (_ onUpdate: @escaping @Sendable (_ isUsable: Bool) -> Void) -> RelayDisposable

  /// The system's network path; nil if it has none to monitor.
  static let system = SystemNetworking.networkPath
}
