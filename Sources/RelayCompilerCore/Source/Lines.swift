extension StringProtocol {
  /// The lines without what ends them: LF, CR LF, or CR alone (GraphQL specification, section 2.1.2).
  package var lines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
