// The parts of Apple's Network framework that the runtime uses.
public import Dispatch

@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, *)
public final class NWPathMonitor: @unchecked Sendable {
  public init() {}
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}

@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, *)
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public let status: Status
  public let isExpensive: Bool
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  public var isConstrained: Bool { false }
}
