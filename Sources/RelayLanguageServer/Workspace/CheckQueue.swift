import Foundation
internal import RelayCompilerCore

/// The thread that checks projects. It works on the newest state of each; a state that has been replaced before its turn is never checked.
///
/// `@unchecked Sendable`: `waiting` is only used while `condition` is locked, and `checks` only by the thread.
final class CheckQueue: @unchecked Sendable {
  struct Job: Sendable {
    var key: String
    var project: Project
    var edited: Int?
    /// Counts the states that have been submitted.
    var number: Int
  }

  enum Event: Sendable {
    case schema(key: String, Schema, isBroken: Bool, revision: Int)
    case result(key: String, ProjectCheck.Result)
    /// The job is done, or gave up because a newer one waits.
    case end(key: String, number: Int)
  }

  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var checks: [String: ProjectCheck] = [:]
  private let onEvent: @Sendable (Event) -> Void

  init(onEvent: @escaping @Sendable (Event) -> Void) {
    self.onEvent = onEvent
    let thread = Thread { [self] in run() }
    thread.stackSize = 16 << 20
    thread.start()
  }

  func submit(_ job: Job) {
    condition.lock()
    if let index = waiting.firstIndex(where: { $0.key == job.key }) { waiting[index] = job } else { waiting.append(job) }
    condition.signal()
    condition.unlock()
  }

  private func next() -> Job {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty { condition.wait() }
    return waiting.removeFirst()
  }

  private func isReplaced(_ key: String) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return waiting.contains { $0.key == key }
  }

  private func run() {
    while true {
      let job = next()
      var check = checks[job.key] ?? ProjectCheck()
      checks[job.key] = nil
      check.check(
        job.project, edited: job.edited, isCancelled: { isReplaced(job.key) },
        onSchema: { onEvent(.schema(key: job.key, $0, isBroken: $1, revision: $2)) }, onResult: { onEvent(.result(key: job.key, $0)) })
      checks[job.key] = check
      FreeMemory.returnToSystem()
      onEvent(.end(key: job.key, number: job.number))
    }
  }
}
