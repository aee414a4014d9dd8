import Foundation
import TestSupport

/// A page of the guides, or of the diagnostics.
struct Page {
  let name: String
  let text: String

  /// The first line, without the marks of a heading.
  var title: String { String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }).replacing("`", with: "") }
  /// The paragraph after the title.
  var abstract: String {
    text.split(separator: "\n\n").dropFirst().first { !$0.hasPrefix("@") }.map(String.init) ?? ""
  }
  var headings: [String] { text.matches(of: /(?m)^##+ (.*)$/).map { String($0.1) } }
  /// The names of the pages to which it links.
  var links: [String] { text.matches(of: /<doc:(\w+)/).map { String($0.1) } }

  /// The fenced blocks, each with its language.
  var blocks: [(language: String, text: String)] {
    text.matches(of: /(?s)\n```(\w+)\n(.*?)```/).map { (String($0.1), String($0.2)) }
  }
}

/// The pages of the documentation.
enum Catalog {
  static let root = "RelayRuntime"

  /// The guides of the runtime, without the front page.
  static let guides = pages(in: "Sources/RelayRuntime/RelayRuntime.docc").filter { $0.name != root }
  static let frontPage = pages(in: "Sources/RelayRuntime/RelayRuntime.docc").first { $0.name == root }
  static let diagnostics = pages(in: "Sources/RelayCompilerCore/RelayCompilerCore.docc")
  static let readme = (try? String(contentsOf: Repository.url("README.md"), encoding: .utf8)) ?? ""

  private static func pages(in folder: String) -> [Page] {
    let files = (try? FileManager.default.contentsOfDirectory(at: Repository.url(folder), includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }.compactMap { file in
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
      return Page(name: file.deletingPathExtension().lastPathComponent, text: text)
    }
  }
}
