import Foundation
import RelayRuntime
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Matrix {
  /// Measures and prints times.
  /// - Returns: whether all of them are within their limits.
  func measure() async -> Bool {
    do {
      let small = try await smallQuery()
      let event = try await eventLatency()
      let load = try await eventLoad()
      return small && event && load
    } catch {
      say("error: \(error)")
      return false
    }
  }

  private func endpoint(_ name: String) throws -> Endpoint {
    guard let endpoint = endpoints.first(where: { $0.name == name }) else { throw Failure("there is no \(name)") }
    return endpoint
  }

  /// A small query through the whole client, and the same bytes through only its transport and through a session, alternately.
  private func smallQuery() async throws -> Bool {
    let endpoint = try self.endpoint("gqlgen")
    let recorder = RequestRecorder()
    let client = try endpoint.client(.init(interceptors: [recorder]))
    let transport = PlatformHTTPTransport()
    _ = try await client.fetch(ViewerQuery())
    guard let request = recorder.last else { throw Failure("nothing was sent") }
    var foundation = URLRequest(url: request.url)
    foundation.httpMethod = request.method
    for (name, value) in request.headers { foundation.setValue(value, forHTTPHeaderField: name) }
    if case .bytes(let body) = request.body { foundation.httpBody = body }
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    var whole: [Duration] = []
    var bare: [Duration] = []
    var byFoundation: [Duration] = []
    for _ in 0..<2_000 {
      var start = ContinuousClock.now
      _ = try await client.fetch(ViewerQuery())
      whole.append(start.duration(to: .now))
      start = .now
      var body = Data()
      for try await chunk in try await transport.send(request).body { body += chunk }
      bare.append(start.duration(to: .now))
      start = .now
      _ = try await session.data(for: foundation)
      byFoundation.append(start.duration(to: .now))
    }
    let ratio = whole.median / byFoundation.median
    say("a small query: \(whole.median.text) through the client, \(ratio.text) times a call of URLSession (\(byFoundation.median.text))")
    say("  and \((whole.median / bare.median).text) times the client's transport alone (\(bare.median.text))")
    return ratio <= 1.3
  }

  /// The time from when a proxy passes an event on until it is delivered.
  private func eventLatency() async throws -> Bool {
    var latencies: [Duration] = []
    try await self.endpoint("graphql-ws").behind("stamp") { endpoint, proxy in
      var times: [UInt64] = []
      for try await _ in try endpoint.client().subscribe(TicksSubscription(count: 400, every: 10)) {
        times.append(DispatchTime.now().uptimeNanoseconds)
      }
      proxy.cut()
      var stamps: [UInt64] = []
      while let line = proxy.line() { UInt64(line).map { stamps.append($0) } }
      for time in times {
        guard let stamp = stamps.last(where: { $0 <= time }) else { throw Failure("an event came before it was sent") }
        latencies.append(.nanoseconds(Int64(time - stamp)))
      }
    }
    let late = latencies.sorted()[latencies.count * 95 / 100]
    say("an event: \(latencies.median.text) after its arrival, 95 in 100 within \(late.text)")
    return latencies.median <= .milliseconds(1)
  }

  /// The processor load of 1,000 events per second on one connection.
  private func eventLoad() async throws -> Bool {
    let client = try endpoint("gqlgen-ws").client()
    let events = Tally()
    let (start, before) = (ContinuousClock.now, Usage.processorTime)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { for try await _ in client.subscribe(TicksSubscription(count: 500, every: 20)) { events.increase() } }
      }
      try await group.waitForAll()
    }
    let elapsed = start.duration(to: .now)
    let rate = Double(events.value) / (elapsed / .seconds(1))
    let load = (Usage.processorTime - before) / elapsed
    say("\(Int(rate)) events a second on one connection: \(load.text) of a processor")
    return rate > 900 && load < 0.5
  }
}

/// Keeps the last request.
private final class RequestRecorder: NetworkInterceptor {
  private let request = Mutex<HTTPNetwork.Request?>(nil)

  var last: HTTPNetwork.Request? { request.withLock { $0 } }

  func intercept(
    _ request: HTTPNetwork.Request, next: @Sendable (HTTPNetwork.Request) async throws -> HTTPNetwork.Response
  ) async throws -> HTTPNetwork.Response {
    self.request.withLock { $0 = request }
    return try await next(request)
  }
}

extension [Duration] {
  fileprivate var median: Duration { isEmpty ? .zero : sorted()[count / 2] }
}

extension Duration {
  fileprivate var text: String { "\(((self / .milliseconds(1)) as Double).text) ms" }
}

extension Double {
  fileprivate var text: String { formatted(.number.precision(.fractionLength(3))) }
}
