/// What the compiler has to say about an input: modelled on the Language Server Protocol's diagnostic.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: UInt8, Sendable, Comparable {
    case error, warning, hint

    package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// Another place that helps to understand the diagnostic.
  package struct Note: Sendable, Hashable {
    package var message: String
    package var range: SourceRange

    package init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// An edit that would cure it.
  package struct FixIt: Sendable, Hashable {
    package var range: SourceRange
    package var replacement: String

    package init(replace range: SourceRange, with replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  package var id: DiagnosticID
  package var severity: Severity
  /// One line, stating the fact and then the cure; no trailing full stop where it is one sentence.
  package var message: String
  package var range: SourceRange
  package var notes: [Note]
  package var fixIts: [FixIt]

  package init(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Severity = .error, notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
  }
}

/// The stable, kebab-case name of a kind of diagnostic, as documentation and `[#id]` show it.
package struct DiagnosticID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let rawValue: String
  package init(stringLiteral value: String) { rawValue = value }
  package var description: String { rawValue }
}

extension [Diagnostic] {
  /// Whether anything here must stop the build.
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// In the order of the sources, each one once.
  package func sortedAndUnique() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return enumerated()
      .sorted { a, b in
        let left = a.element.range
        let right = b.element.range
        return (left.file, left.start, left.end, a.element.severity, a.offset)
          < (right.file, right.start, right.end, b.element.severity, b.offset)
      }
      .map(\.element)
      .filter { seen.insert($0).inserted }
  }
}
