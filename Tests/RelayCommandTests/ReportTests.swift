import Foundation
import TestSupport
import Testing

@testable import relay

/// `relay report`: its data, what has changed since an earlier one, and a page that shows text as text. `Tests/ReportPage/run` looks at the page
/// in a browser.
@Suite struct ReportTests {
  private static let files = [
    "relay.config.json": #"{"schema": "schema.graphql", "src": "src"}"#,
    "schema.graphql":
      "type Query { me: User, old: Int @deprecated(reason: \"<b>Gone</b> & \\\"over\\\"\") } type User { id: ID!, name: String, friends: [User] }",
    "src/Home.graphql": "query HomeQuery { me { ...Row_user ...Card_user } old }",
    "src/Row.graphql": "fragment Row_user on User { id nick: name }",
    "src/Card.graphql": "fragment Card_user on User { friends { ...Row_user id } }",
    "src/Lone.graphql": "fragment Lone_user on User { name }",
  ]

  private static func report(_ folder: ProjectFolder, _ more: String...) throws -> (ProjectReport, Run) {
    let run = Run(["report", "--json", "--config", folder.path("relay.config.json")] + more)
    #expect(run.status == .success, "\(run.errors)")
    return (try JSONDecoder().decode(ProjectReport.self, from: Data(run.output.utf8)), run)
  }

  @Test func theDataSaysWhoUsesWhat() throws {
    let (report, _) = try Self.report(ProjectFolder(Self.files))
    #expect(report.operations.map(\.name) == ["HomeQuery"])
    #expect(
      report.operations[0].contents
        == .init(
          fields: [.init(path: "me"), .init(path: "old", isDeprecated: true)], fragments: ["Row_user", "Card_user"]))
    #expect(report.operations[0].textSize > 80 && report.operations[0].planSize > 80, "\(report.operations[0])")
    #expect(report.operations[0].cost.cost == 11)
    #expect(report.fragments.map(\.name) == ["Card_user", "Lone_user", "Row_user"])
    #expect(report.fragments.map(\.users) == [["HomeQuery"], [], ["Card_user", "HomeQuery"]])
    #expect(report.fragments.allSatisfy { $0.planSize > 40 }, "\(report.fragments)")
    #expect(report.fragments[0].contents.fields.map(\.path) == ["friends", "friends.id"])
    #expect(report.deprecatedUses.map(\.place.line) == [1])
    #expect(report.unusedFragments.count == 1)
    #expect(!report.knowsReads)
  }

  /// The plans are found in the generated text, so that a change of its form must be noticed here.
  @Test func everyDefinitionOfAnApplicationHasAPlan() throws {
    let run = Run("report", "--json", "--schema", Self.sample("Things/schema.graphql"), "--documents", Self.sample("."))
    let report = try JSONDecoder().decode(ProjectReport.self, from: Data(run.output.utf8))
    #expect(report.operations.count + report.fragments.count > 10)
    for operation in report.operations { #expect(operation.planSize > 0 && operation.textSize > 0, "\(operation.name)") }
    for fragment in report.fragments { #expect(fragment.planSize > 0, "\(fragment.name)") }
  }

  private static func sample(_ path: String) -> String { Repository.url("Fixtures/LintApp/Sources/").appending(path: path).path }

  @Test func whatHasChangedIsSaid() throws {
    let folder = try ProjectFolder(Self.files)
    let page = folder.path("old.html")
    #expect(Run("report", "--config", folder.path("relay.config.json"), "--output", page).status == .success)
    let same = Run("report", "--config", folder.path("relay.config.json"), "--since", page)
    #expect(same.output.contains("Nothing has changed since the earlier report."))
    try folder.write(Self.report(folder).1.output, to: "old.json")
    try folder.write("fragment Row_user on User { id }", to: "src/Row.graphql")
    try folder.write("query NewQuery { me { name } }", to: "src/Lone.graphql")
    for earlier in ["old.html", "old.json"] {
      let (_, run) = try Self.report(folder, "--since", folder.path(earlier))
      struct Result: Decodable { var changes: ReportChanges }
      let changes = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8)).changes
      #expect(changes.added == ["NewQuery"] && changes.removed == ["Lone_user"])
      #expect(changes.changed.map(\.name) == ["HomeQuery", "Row_user"])
      #expect(changes.changed.last?.details.first == "fields removed: nick", "\(changes)")
      #expect(changes.newFindings.isEmpty && changes.resolvedFindings == 1)
    }
    let text = Run("report", "--config", folder.path("relay.config.json"), "--since", page).output
    #expect(text.contains("<h3>Added</h3>") && text.contains("fields removed: nick"))
  }

  @Test(arguments: ["", "{}", "[]", "<html>", #"{"version": 1}"#, #"<script type="application/json" id="relay-report">{"#])
  func whatIsNoReportIsRefused(text: String) throws {
    let folder = try ProjectFolder(Self.files.merging(["old.html": text]) { $1 })
    let run = Run("report", "--config", folder.path("relay.config.json"), "--since", folder.path("old.html"))
    #expect(run.status == .environment && run.output.isEmpty && run.errors.contains("is not a report"), "\(run.errors)")
  }

  @Test func anotherVersionIsRefused() throws {
    let folder = try ProjectFolder(Self.files)
    try folder.write(Self.report(folder).1.output.replacing("\"version\" : 1", with: "\"version\" : 2"), to: "old.json")
    let run = Run("report", "--config", folder.path("relay.config.json"), "--since", folder.path("old.json"))
    #expect(run.status == .environment && run.errors.contains("another version"), "\(run.errors)")
  }

  // MARK: - The page

  @Test func thePageIsAloneAndShowsTextAsText() throws {
    var files = Self.files
    files["src/<img src=x>&\"'.graphql"] = "query OtherQuery { old }"
    let folder = try ProjectFolder(files)
    let run = Run("report", "--config", folder.path("relay.config.json"), "--title", "</title><script>alert(1)</script>")
    let page = run.output
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(page.contains("default-src 'none'"))
    // One script element, which holds data.
    #expect(page.components(separatedBy: "<script").count == 2 && page.components(separatedBy: "</script").count == 2)
    #expect(!page.contains("<img") && !page.contains("<b>Gone"))
    #expect(page.contains("&lt;b&gt;Gone&lt;/b&gt; &amp; &quot;over&quot;"), "\(page)")
    for address in ["http:", "https:", "url(", "src=\"", "@import"] { #expect(!page.contains(address), "\(address)") }
    let data = try #require(ReportPage.data(in: Array(page.utf8)))
    #expect(try JSONDecoder().decode(ProjectReport.self, from: Data(data)).operations.count == 2)
  }

  @Test func everyLinkHasATarget() throws {
    let folder = try ProjectFolder(Self.files)
    let page = Run("report", "--config", folder.path("relay.config.json")).output
    let targets = page.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
    #expect(Set(targets).count == targets.count)
    let links = page.matches(of: #/ href="#([^"]+)"/#).map { String($0.output.1) }
    #expect(links.count > 10 && Set(links).subtracting(targets).isEmpty, "\(Set(links).subtracting(targets))")
  }

  @Test func aGraphOfManyDefinitionsIsCut() throws {
    var report = ProjectReport()
    for number in 0..<400 {
      let place = ProjectReport.Place(file: "a", line: 1)
      report.operations.append(
        .init(
          name: "Q\(number)", kind: "query", place: place, textSize: number, planSize: 1, cost: .init(),
          contents: .init(fragments: ["F\(number)"])))
      report.fragments.append(
        .init(name: "F\(number)", type: "T", place: place, planSize: 1, contents: .init(fragments: ["F0"]), users: []))
    }
    let graph = ReportGraph(report)
    #expect(graph.omitted >= 800 - ReportGraph.maximumNodes)
    #expect(graph.svg.contains("Q399") && !graph.svg.contains(">Q1<"))
  }

  @Test func documentsWithErrorsHaveNoReport() throws {
    let folder = try ProjectFolder(Self.files.merging(["src/Bad.graphql": "query BadQuery { no }"]) { $1 })
    let run = Run("report", "--config", folder.path("relay.config.json"))
    #expect(run.status == .findings && run.output.isEmpty && run.errors.contains("Bad.graphql:1:18: error: "), "\(run.errors)")
  }
}
