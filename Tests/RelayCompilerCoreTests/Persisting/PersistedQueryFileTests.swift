import Testing

@testable import RelayCompilerCore

@Suite("Files of persisted queries")
struct PersistedQueryFileTests {
  @Test("Relay's file keeps existing entries")
  func relayFile() throws {
    let query = PersistedQuery(id: "b", name: "Q", kind: .query, text: "query Q {\n  a\n}\n")
    let first = try #require(PersistedQueryFile.merged([query], into: Array("{\"c\": \"old\"}".utf8), format: .relay))
    #expect(String(decoding: first, as: UTF8.self) == "{\n  \"b\": \"query Q {\\n  a\\n}\\n\",\n  \"c\": \"old\"\n}")
    #expect(PersistedQueryFile.merged([query], into: first, format: .relay) == first)
    #expect(PersistedQueryFile.merged([query], into: Array("[]".utf8), format: .relay) == nil)
    #expect(PersistedQueryFile.merged([query], into: Array("{".utf8), format: .relay) == nil)
  }

  @Test("Apollo's manifest keeps existing entries")
  func apolloManifest() throws {
    let a = PersistedQuery(id: "1", name: "B", kind: .query, text: "query B{a}")
    let b = PersistedQuery(id: "2", name: "A", kind: .mutation, text: "mutation A{a}")
    let first = try #require(PersistedQueryFile.merged([a], into: [], format: .apollo))
    let second = try #require(PersistedQueryFile.merged([b], into: first, format: .apollo))
    let text = String(decoding: second, as: UTF8.self)
    #expect(
      text.hasPrefix(
        "{\n  \"format\": \"apollo-persisted-query-manifest\",\n  \"version\": 1,\n  \"operations\": [\n    {\n      \"id\": \"2\","))
    #expect(text.contains("\"type\": \"mutation\""))
    #expect(text.contains("\"body\": \"query B{a}\""))
    #expect(PersistedQueryFile.merged([a, b], into: second, format: .apollo) == second)
  }
}
