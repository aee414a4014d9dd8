/// The result of comparing two schemas, for people: what breaks first.
struct SchemaReport {
  private(set) var text = ""
  private let isColored: Bool

  init(_ report: SchemaCheck.Report, colored: Bool) {
    isColored = colored
    if report.checked > 0 {
      let broken = report.broken.count
      text +=
        broken == 0
        ? "No document breaks, of \(report.checked).\n"
        : styled("\(broken) of \(report.checked) documents and released operations break:", "1;31") + "\n"
      for document in report.broken { append(document) }
    }
    if !report.exceeding.isEmpty {
      let count = report.exceeding.count
      text += styled(count == 1 ? "1 operation exceeds a budget:" : "\(count) operations exceed a budget:", "1;31") + "\n"
      for document in report.exceeding { append(document) }
    }
    for level in ChangeLevel.allCases { append(report.changes.filter { $0.level == level }, level) }
    if report.changes.isEmpty { text += "The schemas are the same for clients.\n" }
  }

  private mutating func append(_ document: BrokenDocument) {
    if let operation = document.operation ?? document.id {
      text += "  \(document.file): \(operation)\n"
      for message in document.messages { text += "    \(message)\n" }
    } else {
      for message in document.messages { text += "  \(document.file):\(message)\n" }
    }
  }

  private mutating func append(_ changes: [SchemaChange], _ level: ChangeLevel) {
    if changes.isEmpty { return }
    let color = level == .breaking ? "1;31" : level == .dangerous ? "1;33" : "1;32"
    let count = changes.count == 1 ? "1 \(level.rawValue) change" : "\(changes.count) \(level.rawValue) changes"
    text += styled("\(count):", color) + "\n"
    for change in changes { text += "  \(change.description)\n" }
  }

  private func styled(_ text: String, _ code: String) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
