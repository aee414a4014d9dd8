import Foundation

/// The code in a Markdown file: its fenced blocks of Swift and GraphQL, and the configuration for the page.
///
/// A comment on the line before a block says how to check it: `<!-- check: skip -->` skips it, `<!-- check: data:
/// UserQuery.Data, environment: RelayEnvironment -->` declares the names that its statements use,
/// `<!-- check: relay.config.json -->` before a JSON block says that the page's GraphQL is compiled with it, and
/// `<!-- check: in Fixtures/packages/features/Package.swift -->` says that the block is part of that file, which is built elsewhere.
struct MarkdownPage {
  struct Block {
    /// `swift`, `graphql`, or `json` for a configuration.
    var language: String
    var text: String
    /// The line of the block's first line, from 1.
    var line: Int
    /// What the comment before the block says.
    var check: String?
  }

  private(set) var blocks: [Block] = []
  /// The blocks that are excerpts of files in the repository, each with the file's path.
  private(set) var excerpts: [(path: String, block: Block)] = []

  init(_ text: String) {
    var open: Block?
    var check: String?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.text += line + "\n"
          open = block
        }
      } else if line == "```swift" || line == "```graphql" || line == "```json" && Self.isChecked(check) {
        open = Block(language: String(line.dropFirst(3)), text: "", line: index + 2, check: check)
      }
      check = line.wholeMatch(of: #/<!-- check: (.*) -->/#).map { String($0.1) }
    }
    blocks.removeAll { $0.check == "skip" }
    excerpts = blocks.compactMap { block in
      guard let check = block.check, check.hasPrefix(Self.excerpt) else { return nil }
      return (String(check.dropFirst(Self.excerpt.count)), block)
    }
    blocks.removeAll { $0.check?.hasPrefix(Self.excerpt) == true }
  }

  private static let excerpt = "in "

  private static func isChecked(_ check: String?) -> Bool { check == configuration || check?.hasPrefix(excerpt) == true }

  private static let configuration = "relay.config.json"

  func blocks(_ language: String) -> [Block] { self.blocks.filter { $0.language == language } }

  /// A program that calls functions of the samples one after the other, and ends at the first that throws.
  static func program(running functions: [String]) -> String {
    let calls = functions.map { "    await run(\"\($0)\") { try await \($0)() }\n" }.joined()
    return """
      import Foundation

      @main
      struct Program {
        static func main() async {
      \(calls)  }

        static func run(_ name: String, _ test: @MainActor () async throws -> Void) async {
          do {
            try await test()
            print("passed: \\(name)")
          } catch {
            print("failed: \\(name): \\(error)")
            exit(1)
          }
        }
      }

      """
  }
}

extension MarkdownPage.Block {
  /// The file name in the first line of a GraphQL block: `# ToDoItem_todo.graphql`.
  var fileName: String? { text.prefixMatch(of: #/# (\S+)/#).map { String($0.1) } }

  /// The names of the functions without parameters in a block that makes a mock environment: tests, as a reader copies them.
  var testFunctions: [String] {
    guard check == nil, text.contains("MockEnvironment()") else { return [] }
    return text.matches(of: #/(?m)^func (\w+)\(\) (?:async )?throws \{/#).map { String($0.1) }
  }

  /// Whether the block begins with a declaration of a file, possibly after a documentation comment.
  var isDeclaration: Bool {
    text.replacing(#/^(\s*\/\/\/.*\n)+/#, with: "").prefixMatch(
      of: #/\s*(@\w+|import|public|private|struct|final|class|enum|protocol|actor|extension|func|let \w+ = \w+(\.\w+)*\()\b/#)
      != nil
  }

  /// The block as a Swift file whose errors are reported at their position in the page. A block that begins with a declaration is used
  /// unchanged; any other block becomes the body of a function.
  ///
  /// - Parameter imports: the modules that the block uses beside the runtime.
  func swiftFile(page: String, imports: [String] = []) -> String {
    let body = "#sourceLocation(file: \"\(page)\", line: \(line))\n\(text)"
    let isFile = check == nil && isDeclaration
    let imports = (["Foundation", "Observation", "RelayRuntime", "SwiftUI"] + imports).map { "import \($0)\n" }.joined()
    return imports + (isFile ? body : "@MainActor private func sample(\(check ?? "")) async throws {\n\(body)}\n")
  }
}
