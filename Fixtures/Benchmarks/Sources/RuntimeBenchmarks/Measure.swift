import Foundation

/// The shortest of several runs, in microseconds of the thread's processor time, so that other work on the machine hardly counts. The runs
/// of the compared operations alternate, so that they get the same conditions.
func compare(rounds: Int, _ bodies: [() -> Int]) -> [Double] {
  var best = [Double](repeating: .infinity, count: bodies.count)
  for _ in 0..<rounds {
    for (index, body) in bodies.enumerated() {
      let start = processorTime()
      sink &+= body()
      best[index] = min(best[index], processorTime() - start)
    }
  }
  return best
}

/// The processor time that this thread has used, in microseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Keeps results from being optimised away.
nonisolated(unsafe) var sink = 0  // Written by the one thread that measures.

func report(_ name: String, _ value: Double, per reference: Double, budget: Double) {
  let ratio = value / reference
  func columns(_ value: Double) -> String { String(repeating: " ", count: max(0, 12 - "\(Int(value))".count)) + "\(Int(value)) " }
  let label = name + String(repeating: " ", count: max(1, 62 - name.count))
  let text = label + columns(value) + columns(reference) + "  ratio \((ratio * 100).rounded() / 100), budget \(budget)"
  print(ratio <= budget ? text : text + "  OVER")
}

/// The current memory of the process, in bytes.
func residentMemory() -> Int {
  #if os(Linux)
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  #else
    var info = mach_task_basic_info()
    var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
    let status = withUnsafeMutablePointer(to: &info) { pointer in
      pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
        task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
      }
    }
    return status == KERN_SUCCESS ? Int(info.resident_size) : 0
  #endif
}
