@testable import RelayCompilerCore
import Testing

@Suite struct DigestTests {
  /// The test suites of RFC 1321 and RFC 6234, and a message that fills its last block.
  @Test func digestsOfKnownMessages() {
    #expect(MD5.hexDigest("".utf8) == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(MD5.hexDigest("message digest".utf8) == "f96b697d7cb7938d525a2f31aaf161d0")
    #expect(SHA1.hexDigest("abc".utf8) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(SHA256.hexDigest("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA1.hexDigest(long.utf8) == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(SHA256.hexDigest(long.utf8) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let block = String(repeating: "a", count: 64)
    #expect(MD5.hexDigest(block.utf8) == "014842d480b571495a4a0363793f7367")
  }

  /// Floats print without exponent and without a point that says nothing.
  @Test(arguments: [
    (2.0, "2"), (0.5, "0.5"), (-1.25, "-1.25"), (1e21, "1000000000000000000000"), (1.5e-7, "0.00000015"), (0, "0"), (123.456, "123.456"),
  ])
  func floats(_ number: Double, _ text: String) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  /// The hash that names a fragment's copies does not depend on the order of the arguments, and tells kinds of values apart.
  @Test func argumentHashes() {
    let a = Argument("a", .constant(.int(1)))
    let b = Argument("b", .constant(.string("x")))
    #expect(ArgumentHash.suffix(of: []) == nil)
    #expect(ArgumentHash.suffix(of: [a, b]) == ArgumentHash.suffix(of: [b, a]))
    #expect(ArgumentHash.suffix(of: [a]) != ArgumentHash.suffix(of: [Argument("a", .constant(.float(1.5)))]))
    #expect(ArgumentHash.suffix(of: [a]) != ArgumentHash.suffix(of: [Argument("a", .list([.constant(.int(1))]))]))
    #expect(ArgumentHash.base62(0) == "0")
    #expect(ArgumentHash.base62(61) == "Z")
    #expect(ArgumentHash.base62(62) == "10")
    #expect(ArgumentHash.murmur3([]) == 0)
    #expect(ArgumentHash.murmur3(Array("hello, world".utf8)) == 0x149b_bb7f)
  }

  @Test func relayFileKeepsWhatIsThere() throws {
    let query = PersistedQuery(id: "b", name: "Q", kind: .query, text: "query Q {\n  a\n}\n")
    let first = try #require(PersistedQueryFile.merged([query], into: Array("{\"c\": \"old\"}".utf8), format: .relay))
    #expect(String(decoding: first, as: UTF8.self) == "{\n  \"b\": \"query Q {\\n  a\\n}\\n\",\n  \"c\": \"old\"\n}")
    #expect(PersistedQueryFile.merged([query], into: first, format: .relay) == first)
    #expect(PersistedQueryFile.merged([query], into: Array("[]".utf8), format: .relay) == nil)
    #expect(PersistedQueryFile.merged([query], into: Array("{".utf8), format: .relay) == nil)
  }

  @Test func apolloManifestKeepsWhatIsThere() throws {
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
