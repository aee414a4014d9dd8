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
}
