import Foundation
internal import RelayCompilerCore

/// The thread that checks projects. It works on the newest state of each; a state that has been replaced before its turn is never checked.
///
/// `@unchecked Sendable`: `waiting`, `closed` and `isEnded` are only used while `condition` is locked, and `checks` only by the thread.
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
  /// Projects that are closed.
  private var closed: Set<String> = []
  private var isEnded = false
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

  /// Forgets what is known about a project.
  func close(_ key: String) {
    condition.lock()
    waiting.removeAll { $0.key == key }
    closed.insert(key)
    condition.signal()
    condition.unlock()
  }

  /// Ends the thread, and the check that it is making.
  func end() {
    condition.lock()
    isEnded = true
    condition.signal()
    condition.unlock()
  }

  private func next() -> Job? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      for key in closed { checks[key] = nil }
      closed = []
      if isEnded { return nil }
      if !waiting.isEmpty { return waiting.removeFirst() }
      condition.wait()
    }
  }

  private func isReplaced(_ key: String) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return isEnded || waiting.contains { $0.key == key }
  }

  private func run() {
    var schema: SharedSchema?
    while let job = next() {
      var check = checks[job.key] ?? ProjectCheck()
      checks[job.key] = nil
      check.check(
        job.project, edited: job.edited, sharing: &schema, isCancelled: { isReplaced(job.key) },
        onSchema: { onEvent(.schema(key: job.key, $0, isBroken: $1, revision: $2)) }, onResult: { onEvent(.result(key: job.key, $0)) })
      checks[job.key] = check
      onEvent(.end(key: job.key, number: job.number))
      // What a project was read with is much more than what an edit needs.
      if job.edited == nil { FreeMemory.returnToSystem() }
    }
  }
}
