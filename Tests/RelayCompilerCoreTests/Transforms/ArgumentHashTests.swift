import Testing

@testable import RelayCompilerCore

@Suite("Hash of fragment arguments")
struct ArgumentHashTests {
  @Test("It does not depend on the order of the arguments, and distinguishes kinds of values")
  func suffixes() {
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
}
