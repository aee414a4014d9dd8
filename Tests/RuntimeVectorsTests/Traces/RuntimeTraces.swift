import Foundation
import Testing

@testable import RelayRuntime

/// Replays recorded sessions of the reference runtime step by step and compares the effects of each step: on the records, on watchers,
/// and the results of checks and reads.
///
/// `RELAY_RUNTIME_TRACES` names the recording (`.jsonl`, or `.jsonl.gz`). Without it, the one next to the repository is replayed; if
/// there is none, nothing is compared, and the test is reported as skipped.
@Suite("Runtime traces")
struct RuntimeTraces {
  static let recording = TraceRecording.found

  @Test(
    "Every step does the same",
    .enabled(if: recording != nil, "there is no recording (RELAY_RUNTIME_TRACES names one): nothing was compared"))
  func everyStepDoesTheSame() async throws {
    let recording = try #require(RuntimeTraces.recording)
    let program = try recording.program()
    var score = TraceScore()
    for line in try recording.lines() {
      try await score.add(TracePlayer(line, program).play())
    }
    print("traces \(score.traces)/\(score.tracesTotal)")
    print("steps \(score.steps)/\(score.stepsTotal)")
    for difference in score.differences.prefix(40) { print(difference) }
    #expect(score.tracesTotal > 0, "\(recording.file.path) has no trace")
    #expect(score.traces == score.tracesTotal)
    #expect(score.steps == score.stepsTotal)
  }
}

/// The number of traces and steps with the same effects as the recording.
struct TraceScore {
  private(set) var traces = 0
  private(set) var tracesTotal = 0
  private(set) var steps = 0
  private(set) var stepsTotal = 0
  private(set) var differences: [String] = []

  mutating func add(_ outcome: TracePlayer.Outcome) {
    tracesTotal += 1
    stepsTotal += outcome.steps
    steps += outcome.steps - outcome.differingSteps
    if outcome.differingSteps == 0 { traces += 1 }
    differences += outcome.differences
  }
}
