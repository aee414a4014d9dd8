internal import RelayCompilerCore

/// A report as one HTML file: no script, nothing from elsewhere. The data is in the page, for the comparison with a later one.
struct ReportPage {
  private let report: ProjectReport
  private let changes: ReportChanges?
  private let title: String
  private let operations: Set<String>
  private let fragments: Set<String>

  init(_ report: ProjectReport, changes: ReportChanges?, title: String) {
    self.report = report
    self.changes = changes
    self.title = title
    operations = Set(report.operations.map(\.name))
    fragments = Set(report.fragments.map(\.name))
  }

  private static let dataStart = #"<script type="application/json" id="relay-report">"#
  private static let dataEnd = "</script>"

  /// The data of a page; nil if the file is none.
  static func data(in page: [UInt8]) -> ArraySlice<UInt8>? {
    let (start, end) = (Array(dataStart.utf8), Array(dataEnd.utf8))
    guard let first = page.firstRange(of: start), let last = page[first.upperBound...].firstRange(of: end) else { return nil }
    return page[first.upperBound..<last.lowerBound]
  }

  /// - Parameter data: the report as JSON.
  func text(data: String) -> String {
    let sections: [(id: String, title: String, text: String)] = [
      ("changes", "Changes", changes.map(changesText) ?? ""),
      ("graph", "Graph", graphText),
      ("operations", "Operations", operationsText),
      ("fragments", "Fragments", fragmentsText),
      ("unread", "Fields that nothing reads", unreadText),
      ("deprecated", "Deprecated uses", list(report.deprecatedUses, none: "No document uses what the schema deprecates.")),
      ("unused", "Fragments that no operation reaches", list(report.unusedFragments, none: "There are none.")),
    ].filter { !$0.text.isEmpty }
    let links = sections.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" }.joined()
    let bodies = sections.map { "<section aria-labelledby=\"\($0.id)\">\n<h2 id=\"\($0.id)\">\($0.title)</h2>\n\($0.text)</section>\n" }
      .joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="generator" content="relay \(Compiler.version)">
      <title>\(HTMLText.escaped(title)): GraphQL report</title>
      <style>
      \(ReportStyle.css)
      </style>
      </head>
      <body>
      <header>
      <h1>\(HTMLText.escaped(title))</h1>
      <p>What the app asks of its GraphQL server, and who uses it.</p>
      \(facts)</header>
      <nav aria-label="Sections"><ul>\(links)</ul></nav>
      <main>
      \(bodies)</main>
      \(Self.dataStart)
      \(HTMLText.data(data))\(Self.dataEnd)
      </body>
      </html>

      """
  }

  private var facts: String {
    let values: [(Int, String)] = [
      (report.operations.count, "operations"), (report.fragments.count, "fragments"),
      (report.operations.reduce(0) { $0 + $1.textSize }, "bytes of text"),
      (report.operations.reduce(0) { $0 + $1.planSize } + report.fragments.reduce(0) { $0 + $1.planSize }, "bytes of plans"),
    ]
    let unread: [(Int, String)] = report.knowsReads ? [(report.unreadFields.count, "unread fields")] : []
    let all = values + unread + [(report.deprecatedUses.count, "deprecated uses")]
    return "<ul class=\"facts\">" + all.map { "<li><b>\(HTMLText.number($0.0))</b> \($0.1)</li>" }.joined() + "</ul>\n"
  }

  // MARK: - Sections

  private func changesText(_ changes: ReportChanges) -> String {
    if changes.isEmpty { return "<p>Nothing has changed since the earlier report.</p>\n" }
    var text = ""
    func names(_ title: String, _ names: [String]) {
      if names.isEmpty { return }
      text += "<h3>\(title)</h3>\n<ul>" + names.map { "<li>\(link($0))</li>" }.joined() + "</ul>\n"
    }
    names("Added", changes.added)
    names("Removed", changes.removed)
    if !changes.changed.isEmpty {
      let items = changes.changed.map { change in
        "<li>\(link(change.name)): \(HTMLText.escaped(change.details.joined(separator: "; ")))</li>"
      }
      text += "<h3>Changed</h3>\n<ul>\(items.joined(separator: "\n"))</ul>\n"
    }
    if !changes.newFindings.isEmpty { text += "<h3>New findings</h3>\n\(list(changes.newFindings, none: ""))" }
    if changes.resolvedFindings > 0 { text += "<p>Findings that are gone: \(HTMLText.number(changes.resolvedFindings))</p>\n" }
    return text
  }

  private var graphText: String {
    let graph = ReportGraph(report)
    if graph.isEmpty { return "" }
    let omitted = graph.omitted
    let count = omitted == 1 ? "1 definition is" : "\(HTMLText.number(omitted)) definitions are"
    let note = omitted > 0 ? " \(count) not drawn: the lists below have all." : ""
    return """
      <p class="dim">From each operation to the fragments that it spreads.\(note)</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Graph">
      \(graph.svg)</div>

      """
  }

  private var operationsText: String {
    if report.operations.isEmpty { return "<p>There are no operations.</p>\n" }
    let rows = report.operations.sorted { ($1.textSize, $0.name) < ($0.textSize, $1.name) }.map { operation in
      let numbers = [operation.textSize, operation.planSize, operation.cost.fields, operation.cost.depth, operation.cost.cost]
      return """
        <tr><th scope="row">\(link(operation.name))</th><td>\(HTMLText.escaped(operation.kind))</td>\
        \(numbers.map { "<td class=\"number\">\(HTMLText.number($0))</td>" }.joined())</tr>
        """
    }
    let details = report.operations.map { operation in
      self.details("operation-" + operation.name, operation.name, operation.kind, operation.module, operation.place, operation.contents)
    }
    return """
      \(table(["name", "kind"], ["text, bytes", "plan, bytes", "fields", "depth", "cost"], rows, label: "Operations"))\
      <p class="dim">The cost counts objects: 1 or what <code>@cost</code> says, times the sizes of the lists around them.</p>
      \(details.joined())
      """
  }

  private var fragmentsText: String {
    if report.fragments.isEmpty { return "<p>There are no fragments.</p>\n" }
    let rows = report.fragments.sorted { ($1.users.count, $0.name) < ($0.users.count, $1.name) }.map { fragment in
      """
      <tr><th scope="row">\(link(fragment.name))</th><td><code>\(HTMLText.escaped(fragment.type))</code></td>\
      <td class="number">\(HTMLText.number(fragment.users.count))</td><td class="number">\(HTMLText.number(fragment.contents.fields.count))</td>\
      <td class="number">\(HTMLText.number(fragment.planSize))</td></tr>
      """
    }
    let details = report.fragments.map { fragment in
      self.details(
        "fragment-" + fragment.name, fragment.name, "on " + fragment.type, fragment.module, fragment.place, fragment.contents,
        users: fragment.users)
    }
    return table(["name", "type"], ["users", "fields", "plan, bytes"], rows, label: "Fragments") + details.joined()
  }

  private var unreadText: String {
    guard report.knowsReads else {
      let reasons = report.notes.isEmpty ? ["There is no Swift code in what was looked at."] : report.notes
      return reasons.map { "<p>\(HTMLText.escaped($0))</p>\n" }.joined()
    }
    return list(report.unreadFields, none: "Swift code reads every field.")
      + report.notes.map { "<p class=\"dim\">\(HTMLText.escaped($0))</p>\n" }.joined()
  }

  // MARK: - Parts

  private func details(
    _ id: String, _ name: String, _ kind: String, _ module: String?, _ place: ProjectReport.Place, _ contents: ProjectReport.Contents,
    users: [String]? = nil
  ) -> String {
    var text = "<details id=\"\(HTMLText.escaped(id))\"><summary><code>\(HTMLText.escaped(name))</code> "
    let parts = [kind, module.map { "in \($0)" }, "\(place.file):\(place.line)"].compactMap { $0 }
    text += "<span class=\"dim\">\(HTMLText.escaped(parts.joined(separator: ", ")))</span></summary>\n"
    if let users { text += "<p>Spread by: \(users.isEmpty ? "nothing" : users.map(link).joined(separator: ", "))</p>\n" }
    if !contents.fragments.isEmpty { text += "<p>Spreads: \(contents.fragments.map(link).joined(separator: ", "))</p>\n" }
    if !contents.fields.isEmpty {
      let fields = contents.fields.map { field in
        var item = "<code>\(HTMLText.escaped(field.path))</code>"
        if field.isUnread == true { item += " <span class=\"mark\">not read</span>" }
        if field.isDeprecated == true { item += " <span class=\"mark\">deprecated</span>" }
        return "<li>\(item)</li>"
      }
      text += "<ul class=\"fields\">\(fields.joined(separator: "\n"))</ul>\n"
    }
    return text + "</details>\n"
  }

  /// A definition's name, linked to its entry if there is one.
  private func link(_ name: String) -> String {
    let text = "<code>\(HTMLText.escaped(name))</code>"
    let prefix = operations.contains(name) ? "operation-" : fragments.contains(name) ? "fragment-" : nil
    return prefix.map { "<a href=\"#\(HTMLText.escaped($0 + name))\">\(text)</a>" } ?? text
  }

  private func list(_ findings: [ProjectReport.Finding], none: String) -> String {
    if findings.isEmpty { return none.isEmpty ? "" : "<p>\(none)</p>\n" }
    let items = findings.map { finding in
      "<li><code>\(HTMLText.escaped("\(finding.place.file):\(finding.place.line)"))</code>: \(HTMLText.escaped(finding.message))</li>"
    }
    return "<ul>\(items.joined(separator: "\n"))</ul>\n"
  }

  private func table(_ texts: [String], _ numbers: [String], _ rows: [String], label: String) -> String {
    let heads = texts.map { "<th scope=\"col\">\($0)</th>" } + numbers.map { "<th scope=\"col\" class=\"number\">\($0)</th>" }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table>
      <thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>

      """
  }
}
