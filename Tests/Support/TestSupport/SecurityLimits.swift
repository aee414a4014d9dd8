import Foundation

/// The table of limits in SECURITY.md. Each row is compared with the code by a test of the target that has the limit.
package struct SecurityLimits {
  package struct Row: Sendable {
    package let what: String
    package let limit: String
    /// What sets the limit: names in code, or `fixed`.
    package let place: String

    /// The limit's numbers with their units, in order, such as `["10,000", "400 levels"]`.
    package var numbers: [String] {
      limit.matches(of: /\d+(?:,\d{3})*(?:\.\d+)?(?: (?:MB|KB|bytes|levels|s)\b)?/).map { String($0.output) }
    }
  }

  /// The tests that compare rows with the code.
  package static let tests = [
    "Tests/RelayRuntimeTests/SecurityLimitTests.swift", "Tests/RelayCompilerCoreTests/SecurityLimitTests.swift",
    "Tests/CommandLineTests/SecurityLimitTests.swift",
  ]

  package let rows: [Row]

  package init() throws {
    let text = try String(contentsOf: Repository.url("SECURITY.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").drop { $0 != "### Limits" }.drop { !$0.hasPrefix("| what |") }.dropFirst(2)
    rows = lines.prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(what: cells[0], limit: cells.count > 1 ? cells[1] : "", place: cells.count > 2 ? cells[2] : "")
    }
  }

  /// The numbers of a row, which is named by its first cell; nil if there is no such row.
  package func numbers(_ what: String) -> [String]? { rows.first { $0.what == what }?.numbers }

  /// A number of bytes as the table has it.
  package static func bytes(_ count: Int) -> String {
    if count > 0, count.isMultiple(of: 1 << 20) { return "\(count >> 20) MB" }
    if count > 0, count.isMultiple(of: 1 << 10) { return "\(count >> 10) KB" }
    return "\(count) bytes"
  }

  /// A number as the table has it.
  package static func number(_ value: Int) -> String {
    let digits = String(value)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in digits.prefix(end).suffix(3) }
    return groups.reversed().joined(separator: ",")
  }

  /// A time as the table has it.
  package static func time(_ duration: Duration?) -> String {
    guard let duration else { return "none" }
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    return "\(seconds.formatted(.number.locale(Locale(identifier: "en_US_POSIX")).grouping(.never))) s"
  }
}
