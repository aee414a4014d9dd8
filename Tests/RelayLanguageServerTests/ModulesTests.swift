import Foundation
import RelayLanguageServer
import Testing

/// A package with several modules and configurations, of which one spreads fragments of the others.
@Suite struct ModulesTests {
  private let app = "Sources/App/AppQuery.graphql"
  private let profile = "Sources/Profile/Profile.graphql"

  /// The place of the first occurrence of a name.
  private func place(_ session: Session, _ file: String, of name: String) throws -> JSON {
    let lines = try session.text(file).components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { $0.contains(name) })
    let column = try #require(lines[line].range(of: name)).lowerBound.utf16Offset(in: lines[line])
    return ["textDocument": ["uri": session.uri(file)], "position": ["line": .int(line), "character": .int(column + 1)]]
  }

  private func errors(_ session: Session) -> [String] {
    session.publishedDiagnostics.sorted { $0.key < $1.key }.flatMap { file, list in
      list.filter { $0["severity"] == 1 }.map { "\(file): \($0["message"]?.string ?? "")" }
    }
  }

  @Test func `a fragment of another configuration's module can be spread`() throws {
    let session = try Session(copying: "packages/shared-schema")
    session.open(app, try session.text(app))
    session.settle()
    #expect(errors(session) == [])
    // What comes and goes in the other module is seen in this one.
    session.open(profile, try session.text(profile).replacingOccurrences(of: "Profile_user", with: "Other_user"))
    session.settle()
    #expect(errors(session).contains { $0.hasPrefix(app) && $0.contains("'Profile_user'") })
    session.change(profile, ["text": .string(try session.text(profile))])
    session.settle()
    #expect(errors(session) == [])
  }

  @Test func `a module knows the fragments of those below it, and no others`() throws {
    /// What the package manager would say, if the app did not depend on `Profile`.
    let session = try Session(copying: "packages/shared-schema") { folder in
      [("SharedSchema", "App", ["AppSchema", "Stories"]), ("Profile", "Profile", ["AppSchema"]), ("Stories", "Stories", ["AppSchema"])].map
      {
        PackageModule(name: $0, root: "\(folder)/Sources/\($1)", below: $2)
      }
    }
    session.open(app, try session.text(app))
    session.settle()
    let found = errors(session)
    #expect(found.contains { $0.hasPrefix(app) && $0.contains("'Profile_user'") })
    #expect(!found.contains { $0.contains("'Story_story'") })
  }

  @Test func `answers know the other modules`() throws {
    let session = try Session(copying: "packages/shared-schema")
    let spread = try place(session, app, of: "Profile_user")
    session.open(app, try session.text(app))
    let definition = session.ask("textDocument/definition", spread)
    #expect(definition.array?.first?["uri"] == session.uri(profile))
    // From the fragment's own module, which knows nothing of the app.
    session.open(profile, try session.text(profile))
    let fragment = try place(session, profile, of: "Profile_user")
    let places = session.ask("textDocument/references", fragment).array?.compactMap { $0["uri"] } ?? []
    #expect(places.contains(session.uri(app)) && places.contains(session.uri(profile)))
    guard case .object(var rename) = fragment else { return }
    rename.append(JSON.Member("newName", "Renamed_user"))
    guard case .object(let changes)? = session.ask("textDocument/rename", .object(rename))["changes"] else {
      Issue.record("there is no edit")
      return
    }
    #expect(Set(changes.map(\.key)) == Set([session.uri(app).string, session.uri(profile).string].compactMap(\.self)))
  }

  /// A package whose modules have one configuration: `App` can import `Rows`, and `Other` is beside them.
  private static let package = [
    "relay.config.json": #"{"schema": "./schema.graphql"}"#, "Package.swift": "// swift-tools-version: 6.0",
    "Sources/Rows/Row_user.graphql": "fragment Row_user on User { name }\nfragment Same_user on User { id }\n",
    "Sources/App/AppQuery.graphql": "query AppQuery {\n  me {\n    ...Row_user\n  }\n}\n",
    "Sources/Other/Same_user.graphql": "fragment Same_user on User { name }\n",
  ]

  @Sendable private static func modules(_ folder: String) -> [PackageModule] {
    [("Rows", []), ("App", ["Rows"]), ("Other", [])].map { PackageModule(name: $0, root: "\(folder)/Sources/\($0)", below: $1) }
  }

  private let row = "Sources/Rows/Row_user.graphql"

  @Test func `modules of one configuration are checked each for itself, with the fragments of those below`() throws {
    let session = try Session(Self.package, tools: ServerTools(describePackage: Self.modules))
    session.open(app, try session.text(app))
    session.settle()
    // Two modules that do not see each other have a fragment of one name.
    #expect(errors(session) == [])
    session.open("Sources/Other/Same_user.graphql", "fragment Same_user on User { name ...Row_user }\n")
    session.settle()
    #expect(errors(session).count == 1 && errors(session)[0].hasPrefix("Sources/Other/Same_user.graphql: "))
    // A file that comes to a module is a part of it.
    session.open("Sources/App/New.graphql", "query NewQuery { me { ...Row_user ...Same_user } }\n")
    session.settle()
    #expect(errors(session).count == 1)
  }

  @Test func `answers about modules of one configuration lead from one to the other`() throws {
    let session = try Session(Self.package, tools: ServerTools(describePackage: Self.modules))
    session.open(app, try session.text(app))
    session.settle()
    let spread = try place(session, app, of: "Row_user")
    #expect(session.ask("textDocument/definition", spread).array?.compactMap { $0["uri"] } == [session.uri(row)])
    #expect(session.ask("textDocument/hover", spread)["contents"]?["value"]?.string?.contains("fragment Row_user on User") == true)
    let fragment = try place(session, row, of: "Row_user")
    let places = session.ask("textDocument/references", fragment).array?.compactMap { $0["uri"]?.string } ?? []
    #expect(places.sorted() == [session.uri(app), session.uri(row)].compactMap(\.string).sorted())
    let lenses = session.ask("textDocument/codeLens", ["textDocument": ["uri": session.uri(row)]])
    #expect(lenses.array?.compactMap { $0["command"]?["title"] } == ["1 use", "0 uses"])
    let offered = session.completions("query AppQuery { me { ¦ } }", file: app)
    #expect(offered.contains("...Row_user") && offered.contains("...Same_user"))
    #expect(!session.completions("fragment Same_user on User { ¦ }", file: "Sources/Other/Same_user.graphql").contains("...Row_user"))
  }
}
