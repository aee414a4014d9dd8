/// An error, a warning or a hint about the input, modeled on the diagnostic of the Language Server Protocol.
///
///     error: 'User' has no field 'nam'. Did you mean 'name'? [unknown-field]
package struct Diagnostic: Sendable, Hashable {
  /// The severity, the most severe first. Only an error stops the build.
  package enum Severity: UInt8, Sendable, Comparable {
    case error, warning, hint

    package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// Another position that helps to understand the diagnostic.
  package struct Note: Sendable, Hashable {
    package var message: String
    package var range: SourceRange

    package init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// An edit that fixes it.
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
  /// One line: what is wrong, then what to do about it. A single sentence has no full stop at the end.
  package var message: String
  package var range: SourceRange
  package var notes: [Note]
  package var fixIts: [FixIt]
  /// Recreates the diagnostic with suggestions, if finding them is slow.
  var completion: Completion?

  /// Not part of the diagnostic's identity: all values are equal.
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

  /// A diagnostic that suggests names from a list. Short lists are searched immediately. Long ones are searched only when the number of
  /// diagnostics is known, because searching them for thousands of diagnostics would take far too long.
  ///
  /// - Parameters:
  ///   - count: the number of names to search.
  ///   - make: creates the diagnostic, without suggestions if `isSearched` is false.
  static func suggesting(among count: Int, _ make: @escaping @Sendable (_ isSearched: Bool) -> Diagnostic) -> Diagnostic {
    if count <= Suggestions.shortList { return make(true) }
    var diagnostic = make(false)
    diagnostic.completion = Completion(make: make)
    return diagnostic
  }
}

/// The stable name of a kind of diagnostic, in kebab case, as shown in messages (`[unknown-field]`) and in the
/// documentation.
package struct DiagnosticID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let rawValue: String
  package init(stringLiteral value: String) { rawValue = value }
  package var description: String { rawValue }
}

extension [Diagnostic] {
  /// Whether any of them stops the build.
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// Sorted by source position, without duplicates. The first ones get the suggestions that were postponed.
  package func sortedAndUnique() -> [Diagnostic] {
    var searches = Suggestions.longSearches
    return sortedAndUnique(searches: &searches)
  }

  /// - Parameter searches: how many of those with postponed suggestions get them. The number of these is subtracted.
  func sortedAndUnique(searches: inout Int) -> [Diagnostic] {
    sortedWithoutSearching().map { diagnostic in
      guard let completion = diagnostic.completion else { return diagnostic }
      searches -= 1
      var completed = completion.make(searches >= 0)
      completed.severity = diagnostic.severity
      return completed
    }
  }

  /// Sorted by source position, without duplicates. Postponed suggestions remain to be searched.
  func sortedWithoutSearching() -> [Diagnostic] {
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
