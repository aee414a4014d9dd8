import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// A counter that several tasks increment.
private final class Counter: Sendable {
  private let count = Lock(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult func increase() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// For use with ThreadSanitizer, like ``StressTests``.
@Suite("Stress with servers and files", .hangGuard(after: stressSeconds))
struct NetworkStressTests {
  @Test("requests, their cancellations, subscriptions whose connections drop, and archives concurrently")
  func traffic() async throws {
    let seeds = Counter()
    let server = try LoopbackServer { peer in
      var random = Self.random(seeds)
      let request = try peer.request()
      let id = request.json["variables"]?["id"]?.stringValue ?? ""
      switch (request.json["operationName"]?.stringValue, Int.random(in: 0..<10, using: &random)) {
      case ("TodoChangedSubscription", _):
        try peer.startChunks(type: "text/event-stream")
        for number in 0..<Int.random(in: 1..<20, using: &random) { try peer.chunk("event: next\ndata: \(Self.event(number))\n\n") }
        return try peer.end()
      case (_, 0): throw Peer.Closed()
      case (_, 1): return try peer.respond("no answer", status: 500, type: "text/plain")
      case (_, 2): Thread.sleep(forTimeInterval: 0.02)
      default: break
      }
      let data: JSON = ["data": ["user": ToDoPayloads.user(id, todos: ToDoPayloads.firstPage)]]
      try peer.respond(String(decoding: data.data, as: UTF8.self))
    }
    let socketServer = try LoopbackServer { try Self.serveSocket(WebSocketPeer($0), Self.random(seeds)) }
    defer {
      server.stop()
      socketServer.stop()
    }
    let archive = FileManager.default.temporaryDirectory.appending(path: "stress-\(UUID().uuidString).relay")
    defer { try? FileManager.default.removeItem(at: archive) }

    let sockets = WebSocketNetwork(
      url: socketServer.url("ws"),
      configuration: .patient(
        .init(
          maximumRetries: 1000, initialDelay: .milliseconds(1), pingInterval: .milliseconds(5), idleTimeout: .milliseconds(1))))
    let environment = RelayEnvironment(network: HTTPNetwork(url: server.url(), subscriptions: sockets))
    let overHTTP = RelayEnvironment(network: HTTPNetwork(url: server.url()), store: environment.store)
    let end = ContinuousClock.now + .seconds(stressSeconds)
    let answers = Counter()
    let events = Counter()
    let archives = Counter()

    await withTaskGroup(of: Void.self) { group in
      for client in [environment, overHTTP] {
        for _ in 0..<3 {
          group.addTask {
            var random = Self.random(seeds)
            repeat {
              let query = CurrentUserToDoListQuery(id: "u\(Int.random(in: 0..<20, using: &random))")
              let fetch = Task { try await client.fetch(query, fetchPolicy: .networkOnly) }
              if Int.random(in: 0..<3, using: &random) == 0 {
                try? await Task.sleep(for: .microseconds(Int.random(in: 0..<5000, using: &random)))
                fetch.cancel()
              }
              if (try? await fetch.value) != nil { answers.increase() }
            } while ContinuousClock.now < end || (answers.value == 0 && !Task.isCancelled)
          }
          group.addTask {
            var random = Self.random(seeds)
            repeat {
              let subscription = Task {
                for try await _ in client.subscribe(TodoChangedSubscription()) { events.increase() }
              }
              try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<40, using: &random)))
              subscription.cancel()
              _ = try? await subscription.value
            } while ContinuousClock.now < end || events.value == 0
          }
        }
      }
      group.addTask {
        repeat {
          do {
            try environment.store.save(to: archive)
            let other = RelayStore()
            try other.restore(from: archive)
            archives.increase()
          } catch {
            Issue.record("What was saved is not restored: \(error); seed \(SplitMix.seedOfThisRun)")
          }
          await Task.yield()
        } while ContinuousClock.now < end
      }
    }
    print("\(answers.value) answers, \(events.value) events, \(archives.value) archives")
    #expect(answers.value > 0, "seed \(SplitMix.seedOfThisRun)")
    #expect(events.value > 0, "seed \(SplitMix.seedOfThisRun)")
    #expect(archives.value > 0, "seed \(SplitMix.seedOfThisRun)")
  }

  /// Separate random numbers for every task and connection.
  private static func random(_ seeds: Counter) -> SplitMix {
    SplitMix(seed: SplitMix.seedOfThisRun &+ UInt64(seeds.increase()))
  }

  private static func event(_ number: Int) -> String {
    #"{"data":{"change":{"kind":"CHANGED","todo":{"id":"t\#(number % 5)","text":"Text \#(number)"}}}}"#
  }

  /// Answers every subscription with some events, and occasionally drops the connection.
  private static func serveSocket(_ socket: WebSocketPeer, _ generator: SplitMix) throws {
    var random = generator
    try socket.forEachMessage { type, message in
      switch type {
      case "connection_init": try socket.send(#"{"type":"connection_ack"}"#)
      case "ping": try socket.send(#"{"type":"pong"}"#)
      case "subscribe":
        let id = message["id"]?.stringValue ?? ""
        for number in 0..<Int.random(in: 1..<20, using: &random) {
          try socket.send(#"{"id":"\#(id)","type":"next","payload":\#(Self.event(number))}"#)
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: throw Peer.Closed()
        case 1: try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        default: break
        }
      default: break
      }
    }
  }
}
