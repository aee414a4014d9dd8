internal import RelayCompilerCore

/// The comments in a document that silence findings: `# relay-lint-ignore RULE: REASON`, for the line of the comment or, if nothing else is on it,
/// for the next line with anything but a comment. Several rules are separated by commas.
struct LintIgnores {
  struct Comment {
    var rules: [String]
    var reason: String
    /// The line that it is for, counted from 1.
    var line: Int
    var range: SourceRange
  }

  private(set) var comments: [Comment] = []
  private static let marker = "relay-lint-ignore"

  init(in file: SourceFile, _ id: FileID) {
    let text = Array(file.bytes[file.range])
    guard String(decoding: text, as: UTF8.self).contains(Self.marker) else { return }
    let index = LineIndex(file.bytes)
    var waiting: [Comment] = []
    var line = index.position(of: file.range.lowerBound).line
    var bytes = index.bytes(ofLine: line)
    while !bytes.isEmpty, bytes.lowerBound < file.range.upperBound {
      let start = max(bytes.lowerBound, file.range.lowerBound)
      let content = String(decoding: file.bytes[start..<min(bytes.upperBound, file.range.upperBound)], as: UTF8.self)
      let code = content.prefix { $0 != "#" }
      let isComment = !code.contains { !$0.isWhitespace }
      if !isComment || content.allSatisfy(\.isWhitespace) == false && !content.contains("#") {
        for var comment in waiting {
          comment.line = line
          comments.append(comment)
        }
        waiting = []
      }
      if let comment = Self.comment(in: content, at: start, line: line, id) {
        if isComment { waiting.append(comment) } else { comments.append(comment) }
      }
      line += 1
      bytes = index.bytes(ofLine: line)
    }
    comments += waiting
  }

  private static func comment(in content: String, at start: Int, line: Int, _ file: FileID) -> Comment? {
    guard let sign = content.firstIndex(of: "#") else { return nil }
    let text = content[content.index(after: sign)...].drop { $0 == " " }
    guard text.hasPrefix(marker) else { return nil }
    let rest = text.dropFirst(marker.count)
    guard rest.first.map(\.isWhitespace) ?? true else { return nil }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rules = (parts.first ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
    let reason = parts.count > 1 ? parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ") : ""
    let offset = start + content[..<sign].utf8.count
    let lineEnd = content.reversed().prefix(while: \.isNewline).reduce(0) { $0 + $1.utf8.count }
    let end = offset + content[sign...].utf8.count - lineEnd
    let range = SourceRange(file: file, start: UInt32(clamping: offset), end: UInt32(clamping: end))
    return Comment(rules: rules, reason: reason, line: line, range: range)
  }

  /// Removes the findings that comments silence, and reports comments without a reason and those that silence nothing.
  ///
  /// - Parameter rules: the rules that ran. A comment for another may silence something the next time.
  static func apply(to findings: [LintFinding], in project: ProjectModules, rules: Set<LintRule>) -> [LintFinding] {
    var kept: [LintFinding] = []
    var seen: Set<String> = []
    for module in project.modules.indices {
      let files = project.modules[module].files
      let own = findings.filter { $0.module == module }
      let places = Set(own.map(\.diagnostic.range.file)).union(project.modules[module].documents.map(\.file))
      for file in places.sorted() where files.indices.contains(file.index) {
        let source = files[file.index]
        let ignores = LintIgnores(in: source, file)
        let index = LineIndex(source.bytes)
        var used: Set<Int> = []
        for finding in own where finding.diagnostic.range.file == file {
          let line = index.position(of: Int(finding.diagnostic.range.start)).line
          let silencing = ignores.comments.indices.filter { place in
            ignores.comments[place].line == line && ignores.comments[place].rules.contains(finding.diagnostic.id.rawValue)
          }
          used.formUnion(silencing)
          // A finding is silenced only with a reason. Modules that see one file find the same.
          let isSilenced = silencing.contains { !ignores.comments[$0].reason.isEmpty }
          let key = "\(source.path):\(finding.diagnostic.range.start):\(finding.diagnostic.message)"
          if !isSilenced, seen.insert(key).inserted { kept.append(finding) }
        }
        if rules.contains(.lintIgnore) {
          kept += ignores.problems(unused: { !used.contains($0) }, rules: rules).map { LintFinding($0, in: module) }
        }
      }
    }
    return kept
  }

  private func problems(unused isUnused: (Int) -> Bool, rules: Set<LintRule>) -> [Diagnostic] {
    comments.indices.compactMap { index in
      let comment = comments[index]
      let known = LintRule.allCases.map(\.rawValue)
      let message: String
      if let unknown = comment.rules.first(where: { !known.contains($0) }) {
        message = "There is no rule '\(unknown)'\(Suggestions.sentence(Suggestions.closest(to: unknown, among: known)))"
      } else if comment.rules.isEmpty || comment.reason.isEmpty {
        message = "Say which rule to ignore, and why: '# relay-lint-ignore RULE: REASON'"
      } else if isUnused(index), comment.rules.allSatisfy({ rule in rules.contains { $0.rawValue == rule } }) {
        message = "This comment silences nothing. Remove it"
      } else {
        return nil
      }
      return Diagnostic(LintRule.lintIgnore.id, message, at: comment.range, severity: .warning)
    }
  }
}
