/// The diagnostics of the stages that check documents, without those that only write.
struct DocumentCheck {
  /// In the order of the stages. Suggestions are still to be searched (`sortedAndUnique`).
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether all stages ran. After some errors, later stages could only repeat them.
  private(set) var isComplete = false

  private enum End: Error { case broken, cancelled }

  /// The calling thread needs the stack of a `WorkerThread`.
  ///
  /// - Parameter isCancelled: asked between stages.
  /// - Returns: nil if the check was cancelled.
  init?(_ stages: DocumentStages, hasErrors: Bool, isCancelled: () -> Bool) {
    do throws(End) {
      let program = try stages.run(hasErrors: hasErrors) { ended throws(End) in
        diagnostics += ended.diagnostics
        if ended.isBroken { throw .broken }
        if isCancelled() { throw .cancelled }
      }
      // Part by part, so that no more than a part of the passes' trees exists at a time.
      for part in program.independentParts(ofAtLeast: Self.definitionsPerPart, threads: stages.threads) {
        if isCancelled() { return nil }
        _ = Programs(part, options: stages.options, threads: stages.threads, diagnostics: &diagnostics)
      }
      isComplete = true
    } catch {
      if error == .cancelled { return nil }
    }
  }

  private static let definitionsPerPart = 256
}
