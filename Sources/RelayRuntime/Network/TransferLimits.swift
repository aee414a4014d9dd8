/// The number of requests that a transport of the library has in progress at the same time, on Linux.
///
/// Of the places of each kind, one origin (scheme, host and port) gets at most half, so that a slow server does not hold up requests to
/// another. All transfers of a transport share one thread.
///
/// ```swift
/// let limits = TransferLimits(maximumTransfers: 32, maximumWait: .seconds(10))
/// let transport = PlatformHTTPTransport(configuration: TransportConfiguration(limits: limits))
/// let network = HTTPNetwork(url: url, transport: transport)
/// ```
///
/// See <doc:Networking>.
public struct TransferLimits: Sendable, Hashable {
  /// The number of requests in progress, without event streams; at least 1. A request is in progress until its response has been read.
  public var maximumTransfers: Int
  /// The number of open event streams; at least 1. They do not take the places of other requests.
  public var maximumStreams: Int
  /// How long a request waits for a place. After that it fails with `URLError.resourceUnavailable`, which a ``RetryPolicy`` treats like
  /// a server that could not be reached.
  public var maximumWait: Duration

  /// Creates limits.
  public init(maximumTransfers: Int = 128, maximumStreams: Int = 256, maximumWait: Duration = .seconds(60)) {
    self.maximumTransfers = maximumTransfers
    self.maximumStreams = maximumStreams
    self.maximumWait = maximumWait
  }
}
