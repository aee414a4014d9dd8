import Foundation

/// The code of a Markdown file: its fenced blocks in order.
struct MarkdownPage {
  struct Block {
    /// What stands after the opening fence, such as `swift`.
    var language: String
    var text: String
    /// The line of the block's first line, from 1.
    var line: Int
  }

  let blocks: [Block]

  init(_ text: String) {
    var blocks: [Block] = []
    var open: (block: Block, indent: Int)?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let (block, _) = open, trimmed == "```" {
        blocks.append(block)
        open = nil
      } else if let indent = open?.indent {
        open?.block.text += line.dropFirst(min(indent, line.prefix { $0 == " " }.count)) + "\n"
      } else if trimmed.hasPrefix("```") {
        let indent = line.prefix { $0 == " " }.count
        open = (Block(language: String(trimmed.dropFirst(3)), text: "", line: index + 2), indent)
      }
    }
    self.blocks = blocks
  }

  func blocks(_ language: String) -> [Block] { self.blocks.filter { $0.language == language } }
}

extension MarkdownPage.Block {
  /// Whether the block stands in a file as it is; otherwise it is a few statements of a function.
  var isFile: Bool {
    let declarations = [
      "import ", "struct ", "final class ", "class ", "extension ", "enum ", "@main", "@MainActor struct", "@MainActor final", "@Suite",
      "private let ", "#Preview", "actor ",
    ]
    let first = self.text.split(separator: "\n").first { !$0.hasPrefix("//") } ?? ""
    return declarations.contains { first.hasPrefix($0) }
  }

  /// The block as a Swift file, with its lines where they are in the page.
  func swiftFile(page: String, index: Int) -> String {
    let isFile = self.isFile
    let body = self.text.split(separator: "\n", omittingEmptySubsequences: false)
    // Imports come first in a file; everything may be used in a snippet.
    let imports = ["Foundation", "RelayRuntime", "SwiftUI", "Testing"].map { "import \($0)" }
    let own = Set(body.filter { $0.hasPrefix("import ") }.map(String.init))
    var text = imports.filter { !own.contains($0) }.joined(separator: "\n") + "\n"
    if !isFile { text += "@MainActor func snippet\(index)() async throws {\n" }
    text += "#sourceLocation(file: \"\(page)\", line: \(self.line))\n" + self.text
    return text + "#sourceLocation()\n" + (isFile ? "" : "}\n")
  }
}
