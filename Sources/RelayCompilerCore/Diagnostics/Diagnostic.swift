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
  /// Makes it anew with the names that may have been meant, where looking for them takes long.
  var completion: Completion?

  /// No part of what a diagnostic says.
  struct Completion: Sendable, Hashable {
    let make: @Sendable (_ isSearched: Bool) -> Diagnostic

    static func == (a: Completion, b: Completion) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

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

  /// A diagnostic that suggests names of a list. Short lists are looked through at once, long ones when it is known how many diagnostics
  /// there are: for each of thousands it would take for ever.
  ///
  /// - Parameters:
  ///   - count: how many names there are to look at.
  ///   - make: the diagnostic, with suggestions or, if `isSearched` is false, without.
  static func suggesting(among count: Int, _ make: @escaping @Sendable (_ isSearched: Bool) -> Diagnostic) -> Diagnostic {
    if count <= Suggestions.shortList { return make(true) }
    var diagnostic = make(false)
    diagnostic.completion = Completion(make: make)
    return diagnostic
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

  /// In the order of the sources, each one once. The first ones get the suggestions that took too long to look for before.
  package func sortedAndUnique() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    var searches = Suggestions.longSearches
    return enumerated()
      .sorted { a, b in
        let left = a.element.range
        let right = b.element.range
        return (left.file, left.start, left.end, a.element.severity, a.offset)
          < (right.file, right.start, right.end, b.element.severity, b.offset)
      }
      .map(\.element)
      .filter { seen.insert($0).inserted }
      .map { diagnostic in
        guard let completion = diagnostic.completion else { return diagnostic }
        searches -= 1
        var completed = completion.make(searches >= 0)
        completed.severity = diagnostic.severity
        return completed
      }
  }
}
