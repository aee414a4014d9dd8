import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Digests and numbers as text")
struct DigestTests {
  @Test("Digests of the messages in RFC 1321 and RFC 6234, and of a message that fills its last block")
  func digests() {
    #expect(MD5.hexadecimalDigest(of: "".utf8) == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(MD5.hexadecimalDigest(of: "message digest".utf8) == "f96b697d7cb7938d525a2f31aaf161d0")
    #expect(SHA1.hexadecimalDigest(of: "abc".utf8) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(SHA256.hexadecimalDigest(of: "abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA1.hexadecimalDigest(of: long.utf8) == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(SHA256.hexadecimalDigest(of: long.utf8) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let block = String(repeating: "a", count: 64)
    #expect(MD5.hexadecimalDigest(of: block.utf8) == "014842d480b571495a4a0363793f7367")
  }

  @Test("Floats print without an exponent and without a needless decimal point", .cases)
  func floats() {
    eachCase(of: [
      (2.0, "2"), (0.5, "0.5"), (-1.25, "-1.25"), (1e21, "1000000000000000000000"), (1.5e-7, "0.00000015"), (0, "0"), (123.456, "123.456"),
    ]) { floats($0.0, $0.1) }
  }

  func floats(_ number: Double, _ text: String) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }
}
