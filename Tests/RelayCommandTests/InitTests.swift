import Foundation
import TestSupport
import RelayCompilerCore
import Testing

@testable import relay

/// The parts of `relay init`. `Tests/RelayInit/run` runs the whole of it, with builds.
@Suite struct InitTests {
  static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "x",
      targets: [
        .target(name: "Other"),  // .target(name: "App")
        .executableTarget(
          name: "App",
          dependencies: ["Other"]),
        .testTarget(name: "AppTests", dependencies: ["App"]),
      ]
    )
    """

  @Test func thePluginIsAddedToTheTarget() throws {
    let edited = try #require(ManifestEdit.addingPlugin(to: Self.manifest, target: "App", package: "relay-swift"))
    let use = #"plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]"#
    #expect(edited == Self.manifest.replacing(#"["Other"])"#, with: #"["Other"], \#(use))"#))
    let first = try #require(ManifestEdit.addingPlugin(to: Self.manifest, target: "Other", package: "relay-swift"))
    #expect(first.contains(#".target(name: "Other", \#(use)),  // "#))
  }

  @Test func thePluginIsAddedToTheListOfPlugins() throws {
    let manifest = Self.manifest.replacing(#"["Other"])"#, with: #"["Other"], plugins: ["Lint)"],)"#)
    let edited = try #require(ManifestEdit.addingPlugin(to: manifest, target: "App", package: "p"))
    #expect(edited.contains(#"plugins: [.plugin(name: "RelayCodegenPlugin", package: "p"), "Lint)"],)"#))
  }

  @Test func whatOneTargetUsesIsNotWhatAnotherDoes() throws {
    let edited = try #require(ManifestEdit.addingPlugin(to: Self.manifest, target: "Other", package: "p"))
    #expect(ManifestEdit.target("Other", in: edited, names: "RelayCodegenPlugin"))
    #expect(!ManifestEdit.target("App", in: edited, names: "RelayCodegenPlugin"))
  }

  @Test func otherTargetsAreNotFound() {
    #expect(ManifestEdit.addingPlugin(to: Self.manifest, target: "AppTests", package: "p") == nil)
    #expect(ManifestEdit.addingPlugin(to: ".target(name: \"App\"", target: "App", package: "p") == nil)
  }

  static func candidates(_ sdl: String) throws -> [String] {
    var diagnostics: [Diagnostic] = []
    let schema = try #require(ServerSchema([.init(path: "s.graphql", text: sdl)], diagnostics: &diagnostics))
    return FirstQuery.candidates(for: schema.schema).map(\.text)
  }

  @Test func theFirstQueryReachesIntoConnections() throws {
    let queries = try Self.candidates(
      """
      type Query { version: String  item(id: ID!): Item  items(first: Int, after: String): ItemConnection }
      type ItemConnection { edges: [ItemEdge]  totalCount: Int }
      type ItemEdge { cursor: String  node: Item }
      type Item { created: Int  name(upper: Boolean): String  id: ID!  old: Int @deprecated  parent: Item }
      """)
    #expect(
      queries.first == """
        query FirstQuery {
          items(first: 5) {
            edges {
              node {
                id
                name
                created
              }
            }
          }
        }
        """)
    #expect(queries.last == "query FirstQuery {\n  version\n}")
    #expect(!queries.contains { $0.contains("item(") })
  }

  @Test func aSchemaWithoutSuchAFieldHasNone() throws {
    #expect(try Self.candidates("type Query { a(x: Int!): Int }").isEmpty)
    #expect(try Self.candidates("union U = Query type Query { u: U }").isEmpty)
  }
}
