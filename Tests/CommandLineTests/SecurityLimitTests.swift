import Foundation
import TestSupport
import Testing

/// The table of limits in SECURITY.md, and the sizes of files in the tool, which no test can import. A test of the runtime finds rows that no
/// target compares.
@Suite("The limits in SECURITY.md")
struct SecurityLimitTests {
  /// The value of a constant of `FileSizeLimit`, in bytes.
  private static func limit(_ name: String) throws -> Int {
    let text = try String(contentsOf: Repository.url("Sources/relay-compiler-swift/Shared/FileSizeLimit.swift"), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.contains("static let \(name) = ") })
    let value = try #require(line.wholeMatch(of: /.* = (\d+) << (\d+)/)?.output)
    return try #require(Int(value.1)) << #require(Int(value.2))
  }

  @Test("its numbers are those of the tool")
  func numbers() throws {
    let table = try SecurityLimits()
    for (what, name) in [
      ("a schema, a document or a Swift file that the compiler reads", "source"),
      ("a configuration, or a list of the build plugin", "configuration"),
      ("a file of persisted queries, an archive of a schema, a generated file of an earlier run", "output"),
    ] { #expect(table.numbers(what) == [SecurityLimits.bytes(try Self.limit(name))], "\(what)") }
  }
}
