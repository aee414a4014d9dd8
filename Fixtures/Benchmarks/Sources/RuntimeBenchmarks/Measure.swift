import Foundation

/// The shortest of several runs, in microseconds; the runs of the things compared are taken in turn, so that the machine treats them alike.
func compare(rounds: Int, _ bodies: [() -> Int]) -> [Double] {
  var best = [Double](repeating: .infinity, count: bodies.count)
  for _ in 0..<rounds {
    for (index, body) in bodies.enumerated() {
      let start = ContinuousClock.now
      sink &+= body()
      let elapsed = ContinuousClock.now - start
      best[index] = min(best[index], Double(elapsed.components.attoseconds) / 1e12 + Double(elapsed.components.seconds) * 1e6)
    }
  }
  return best
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

/// The most memory that the process has had so far, in bytes.
func peakMemory() -> Int {
  #if os(Linux)
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) * 1024
    }
    return 0
  #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return Int(usage.ru_maxrss)
  #endif
}
