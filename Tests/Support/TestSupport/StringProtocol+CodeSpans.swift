extension StringProtocol {
  /// The texts between backticks in a line of Markdown, in order.
  package var codeSpans: [String] {
    split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
