import Foundation
import TestSupport
import Testing

@Suite("What hangs is ended")
struct HangTests {
  @Test("a test is cancelled, and has failed")
  func cancelled() async throws {
    let issues = AsyncStream<String>.makeStream()
    let hangGuard = HangGuardTrait(limit: .milliseconds(1), patience: HangGuard.forever) { issues.continuation.yield($0) }
    try await hangGuard.perform("a test") { try? await Task.sleep(for: HangGuard.forever) }
    issues.continuation.finish()
    let recorded = await issues.stream.reduce(into: []) { $0.append($1) }
    #expect(recorded == [#""a test" hangs: it has not ended within 0.001 seconds"#])
  }

  @Test("a test that ends is not: its error is passed on")
  func ended() async {
    let hangGuard = HangGuardTrait(limit: HangGuard.forever)
    await #expect(throws: CancellationError.self) { try await hangGuard.perform("a test") { throw CancellationError() } }
  }

  #if os(macOS) || os(Linux)
    @Test("a test that goes on although it is cancelled ends the process")
    func ignoresCancellation() async {
      await #expect(processExitsWith: .signal(SIGABRT)) {
        try await HangGuardTrait(limit: .milliseconds(1), patience: .milliseconds(1), record: { _ in }).perform("a test") {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }

    @Test("a step that is silent has failed, and says which tests had not ended")
    func silentSteps() async throws {
      let folder = try TemporaryFolder("relay-hang")
      let log = folder.url.appendingPathComponent("step.log")
      let output = """
        ◇ Test run started.
        ◇ Test "ends" started.
        ◇ Test case passing 1 argument number → 1 to "ends" started.
        ◇ Test "hangs" started.
        ✔ Test "ends" with 2 test cases passed after 0.1 seconds.

        """
      try Data(output.utf8).write(to: log)
      let script = """
        RELAY_HANG_SECONDS=0.2 .ci/end-what-hangs "$0" &
        (sleep 86400; true) 2>/dev/null
        kill $!
        wait $!
        """
      let run = try await ProcessRun.result(of: URL(fileURLWithPath: "/bin/bash"), ["-c", script, log.path], in: Repository.root)
      #expect(run.status == 1, "\(run.errors)")
      let added = try String(contentsOf: log, encoding: .utf8).dropFirst(output.count)
      #expect(added.contains("error: Test \"hangs\"\n") && added.contains("sleep 86400") && !added.contains("\"ends\""))
    }
  #endif
}
