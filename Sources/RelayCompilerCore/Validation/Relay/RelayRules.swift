/// Relay's own rules for documents, beyond the specification's: run on the program before any pass, all of them, so that one run reports
/// everything.
enum RelayRules {
  static func validate(_ program: Program, options: CompilerOptions, files: [SourceFile], threads: Int) -> [Diagnostic] {
    []
  }
}
