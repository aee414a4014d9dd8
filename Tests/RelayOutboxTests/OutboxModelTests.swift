import Foundation
import TestSupport
import Testing

@testable import RelayOutbox

/// Sessions of an app that is killed, with a network that fails, against what an outbox promises.
@Suite("Outbox: killed at every stored step", .hangGuard)
struct OutboxModelTests {
  @Test("mutations of each kind, killed before and after each commit, after each fault", arguments: Fault.allCases)
  func everyStep(fault: Fault) async throws {
    for delivery in [OutboxPolicy.Delivery.atMostOnce, .atLeastOnce] {
      for isBefore in [false, true] {
        var commit = 1
        // Until the script ends before it could be killed.
        while true {
          let session = OutboxSession(seed: UInt64(commit), honorsKeys: commit % 2 == 0, faults: Faults([fault, .none, fault]))
          let wasKilled = try await session.live(kill: .init(commit: commit, isBefore: isBefore)) { life in
            try await life.add("c", text: "C", policy: session.policy("c", delivery))
            try await life.increment("c", policy: session.policy("c", delivery))
            try await life.delete("a", policy: session.policy("a", delivery))
          }
          try await session.finish()
          if !wasKilled { break }
          commit += 1
        }
        #expect(commit > 5)
      }
    }
  }

  @Test("random sessions with random kills and faults")
  func randomSessions() async throws {
    for number in 0..<TestEffort.repetitions(120, unless: "RELAY_OUTBOX_SESSIONS") {
      let seed = SplitMix.seedOfThisRun &+ UInt64(number)
      let session = OutboxSession(seed: seed, honorsKeys: number % 2 == 0, faults: nil)
      do {
        try await session.runAtRandom()
      } catch {
        Issue.record("RELAY_TEST_SEED=\(seed): \(error)")
        return
      }
    }
  }
}
