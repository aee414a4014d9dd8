import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The pages of `Fixtures/mistakes`.
@Suite("Golden mistakes")
struct MistakeTests {
  private static let folder = Repository.url("Fixtures/mistakes")

  @Test("Each mistake has one error, and the message that is expected")
  func messages() throws {
    let schema = try DiagnosticPage(DiagnosticPage.catalog.appending(path: "ExampleSchema.md")).incomplete
    var count = 0
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    for url in files.sorted(by: { $0.path < $1.path }) where url.pathExtension == "md" && url.lastPathComponent != "README.md" {
      var page = try DiagnosticPage(url)
      #expect(page.incomplete.isEmpty, "\(url.lastPathComponent): a mistake without its message")
      var outputs: [String] = []
      for entry in page.entries {
        #expect(entry.examples.count == 1, "\(entry.id)")
        for example in entry.examples {
          let (ids, output) = example.compile(exampleSchema: schema)
          outputs.append(output)
          count += 1
          #expect(ids.count == 1, "\(entry.id): \(output)")
          if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != "1" { #expect(page.output(of: example) == output, "\(entry.id)") }
        }
      }
      if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" { try page.write(outputs) }
    }
    #expect(count >= 35 + 88)
  }

  @Test("Each fix cures its mistake")
  func fixes() throws {
    let schema = try DiagnosticPage(DiagnosticPage.catalog.appending(path: "ExampleSchema.md")).incomplete
    var count = 0
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    for url in files.sorted(by: { $0.path < $1.path }) where url.pathExtension == "md" && url.lastPathComponent != "README.md" {
      for entry in try DiagnosticPage(url).entries {
        for example in entry.examples {
          let (diagnostics, sources) = example.diagnose(exampleSchema: schema)
          guard let mistake = diagnostics.first, let fixed = example.fixed(mistake, in: sources) else { continue }
          count += 1
          let left = fixed.diagnose(exampleSchema: schema).diagnostics.map(\.message)
          #expect(left.isEmpty, "\(entry.id): \(left)")
        }
      }
    }
    #expect(count >= 40)
  }
}
