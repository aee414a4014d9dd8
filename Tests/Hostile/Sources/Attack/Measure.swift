import Foundation
import Synchronization

/// The resources that a process has used since it was ready.
final class Measure: Sendable {
  private struct Start: Sendable {
    var memory = Measure.peakMemory
    var time = ContinuousClock.now
    var work = Measure.processorTime
    var descriptors = Measure.openDescriptors
    var threads = Measure.threads
  }

  private let start = Mutex(Start())

  /// Starts the measurement. Everything that libraries load on first use has been loaded.
  func begin() {
    start.withLock { $0 = Start() }
  }

  /// Whether there are no more than so many additional descriptors and threads.
  func isSettled(descriptors: Int = 0, threads: Int = .max) -> Bool {
    let start = self.start.withLock { $0 }
    return Self.openDescriptors - start.descriptors <= descriptors && Self.threads - start.threads <= threads
  }

  /// The number of threads with this name, of at most 15 characters; 0 if the system does not report it.
  static func threads(named name: String) -> Int {
    let folder = "/proc/self/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.count { (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)) == name + "\n" }
  }

  /// Prints a line of JSON: the outcome, the growth of the process's peak memory in bytes, the time and the processor time in seconds, and
  /// how many more descriptors and threads there are than at the start.
  func print(outcome: String, error: String?) {
    let start = self.start.withLock { $0 }
    let elapsed = start.time.duration(to: .now)
    let report: [String: Any] = [
      "outcome": outcome,
      "error": error ?? "",
      "growth": Self.peakMemory - start.memory,
      "seconds": Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18,
      "work": Self.processorTime - start.work,
      "descriptors": Self.openDescriptors - start.descriptors,
      "threads": Self.threads - start.threads,
    ]
    let line = (try? JSONSerialization.data(withJSONObject: report, options: .sortedKeys)) ?? Data()
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  /// The processor time that the process has used so far, in seconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The most memory that the process has had so far, in bytes.
  static var peakMemory: Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // The value of `getrusage` includes the process that started this one.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    #endif
  }

  /// Limits the address space to what the process uses now and so many bytes more, where the system reports it.
  static func limitAddressSpace(_ more: Int) {
    #if os(Linux)
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmSize:") }
      guard let used = (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap({ Int($0) }) else { return }
      var limit = rlimit(rlim_cur: rlim_t(used * 1024 + more), rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }

  static var openDescriptors: Int {
    #if canImport(Darwin)
      let folder = "/dev/fd"
    #else
      let folder = "/proc/self/fd"
    #endif
    return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  /// The number of threads of the process; 0 if the system does not report it.
  static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }
}
