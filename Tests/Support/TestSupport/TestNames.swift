import Foundation

/// The names of the tests in a folder of this package, for lists that name them.
package struct TestNames {
  /// What is between two quotation marks.
  private var texts: Set<Substring> = []
  /// What follows "func ", up to the parameters.
  private var functions: Set<Substring> = []

  package init(in folder: String) throws {
    for file in Repository.swiftFiles(in: folder) {
      let source = try String(contentsOf: file, encoding: .utf8)
      texts.formUnion(source.split(separator: "\""))
      functions.formUnion(source.split(separator: "func ", omittingEmptySubsequences: false).dropFirst().map { $0.prefix { $0 != "(" } })
    }
  }

  /// - Parameter name: a test's display name or, with parentheses, that of its function.
  package func contains(_ name: String) -> Bool {
    name.hasSuffix("()") ? functions.contains(name.dropLast(2)) : texts.contains(name[...])
  }
}
