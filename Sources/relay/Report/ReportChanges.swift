/// What is different between two reports on a project.
struct ReportChanges: Codable, Equatable {
  /// An operation or a fragment that both have.
  struct Change: Codable, Equatable {
    var name: String
    /// What is different, as in `text 1,204 → 1,310 bytes`.
    var details: [String]
  }

  var added: [String] = []
  var removed: [String] = []
  var changed: [Change] = []
  var newFindings: [ProjectReport.Finding] = []
  /// How many findings of the older report are gone.
  var resolvedFindings = 0

  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && newFindings.isEmpty && resolvedFindings == 0 }

  init(from old: ProjectReport, to new: ProjectReport) {
    let (before, after) = (Self.definitions(of: old), Self.definitions(of: new))
    added = after.keys.filter { before[$0] == nil }.sorted()
    removed = before.keys.filter { after[$0] == nil }.sorted()
    for (name, definition) in after.sorted(by: { $0.key < $1.key }) {
      guard let earlier = before[name] else { continue }
      let details = Self.details(from: earlier, to: definition)
      if !details.isEmpty { changed.append(Change(name: name, details: details)) }
    }
    // Lines move: a finding is the same if its file and its text are.
    var known: [String: Int] = [:]
    for finding in old.findings { known["\(finding.place.file)\n\(finding.message)", default: 0] += 1 }
    for finding in new.findings {
      let key = "\(finding.place.file)\n\(finding.message)"
      if let count = known[key], count > 0 { known[key] = count - 1 } else { newFindings.append(finding) }
    }
    resolvedFindings = known.values.reduce(0, +)
  }

  private struct Definition {
    var numbers: [(String, Int, unit: String)]
    var contents: ProjectReport.Contents
  }

  private static func definitions(of report: ProjectReport) -> [String: Definition] {
    var result: [String: Definition] = [:]
    for operation in report.operations {
      result[operation.name] = Definition(
        numbers: [
          ("text", operation.textSize, " bytes"), ("plan", operation.planSize, " bytes"), ("fields", operation.cost.fields, ""),
          ("depth", operation.cost.depth, ""), ("cost", operation.cost.cost, ""),
        ], contents: operation.contents)
    }
    for fragment in report.fragments {
      result[fragment.name] = Definition(
        numbers: [("plan", fragment.planSize, " bytes"), ("users", fragment.users.count, "")], contents: fragment.contents)
    }
    return result
  }

  private static func details(from old: Definition, to new: Definition) -> [String] {
    var details: [String] = []
    func compare(_ before: [String], _ after: [String], _ what: String) {
      let (was, isNow) = (Set(before), Set(after))
      let (more, less) = (isNow.subtracting(was).sorted(), was.subtracting(isNow).sorted())
      if !more.isEmpty { details.append("\(what) added: \(more.joined(separator: ", "))") }
      if !less.isEmpty { details.append("\(what) removed: \(less.joined(separator: ", "))") }
    }
    compare(old.contents.fields.map(\.path), new.contents.fields.map(\.path), "fields")
    compare(old.contents.fragments, new.contents.fragments, "fragments")
    for before in old.numbers {
      guard let after = new.numbers.first(where: { $0.0 == before.0 }), after.1 != before.1 else { continue }
      details.append("\(before.0) \(before.1) → \(after.1)\(before.unit)")
    }
    return details
  }
}

extension ProjectReport {
  fileprivate var findings: [Finding] { unreadFields + deprecatedUses + unusedFragments }
}
