import RelayCompilerCore
import Testing

@testable import RelayLanguageServer

@Suite struct ProjectIndexTests {
  private static let texts = [
    "fragment A on User { id name }", "fragment B on User { id ...A }", "query Q { me { ...B name } }", "type User { id: ID name: String }",
    "type Query { me: User }\nquery R { me { id } }", "", "{ me {",
  ]

  @Test func `the texts that use a name are found after any change, and no others are looked at`() {
    var revision = 0
    let configuration = ProjectConfiguration(folder: "/project")
    func text(_ index: Int, _ source: String) -> GraphQLText {
      GraphQLText(path: "/project/\(index).graphql", role: .document, bytes: Array(source.utf8))
    }
    var project = Project(
      configuration: configuration, texts: Self.texts.indices.map { text($0, Self.texts[$0]) }, revision: &revision)
    for step in 0..<60 {
      let (index, source) = (step % Self.texts.count, Self.texts[step * 5 % 11 % Self.texts.count])
      project.replace(index, with: text(index, source), revision: step + 100)
      for name in ["A", "B", "Q", "User", "id", "name", "me", "nothing"].map({ Name($0) }) {
        let users = project.texts.indices.filter { index in project.texts[index].outline.nodes.contains { $0.name == name } }
        #expect(project.textsUsing(name) == users)
        for index in users {
          let nodes = project.texts[index].outline.nodes
          #expect(Array(project.texts[index].occurrences[name]) == nodes.indices.filter { nodes[$0].name == name })
        }
      }
    }
  }
}
