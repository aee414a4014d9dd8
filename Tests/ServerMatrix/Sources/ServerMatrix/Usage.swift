import Foundation

/// The resources that the process uses.
enum Usage {
  /// The number of open descriptors.
  static var descriptors: Int {
    #if canImport(Darwin)
      let folder = "/dev/fd"
    #else
      let folder = "/proc/self/fd"
    #endif
    return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  /// The number of threads; 0 if the system does not report it.
  static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }

  /// The number of threads for connections; 0 if the system does not report it.
  static var connectionThreads: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8))?.hasPrefix("relay-") == true }
  }

  /// The processor time used so far.
  static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }

  /// The memory in use, in bytes; 0 if the system does not report it.
  static var memory: Int { Self.status("VmRSS:") }

  /// The peak memory use, in bytes; 0 if the system does not report it.
  static var peakMemory: Int { Self.status("VmHWM:") }

  private static func status(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }
}
