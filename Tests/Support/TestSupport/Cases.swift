package import Testing

/// The case that a test checks at the moment.
private enum CurrentCase {
  @TaskLocal static var description: String?

  static func describe<Value>(_ value: Value, at index: Int) -> String {
    let text = (value as? any CustomTestStringConvertible)?.testDescription ?? "\(value)"
    return "case \(index + 1): \(text.prefix(200))"
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// For tests that check cases with ``eachCase(of:_:_:)``: an issue names its case.
  package static var cases: Self {
    .compactMapIssues { issue in
      guard let description = CurrentCase.description else { return issue }
      var issue = issue
      issue.comments.append("\(description)")
      return issue
    }
  }
}

/// Checks cases in one test, each even if another one fails. The output of a test has lines for each of its arguments, and none for these
/// cases.
package func eachCase<Cases: Sequence>(
  of cases: Cases, sourceLocation: SourceLocation = #_sourceLocation, _ check: (Cases.Element) throws -> Void
) {
  for (index, value) in cases.enumerated() {
    CurrentCase.$description.withValue(CurrentCase.describe(value, at: index)) {
      do {
        try check(value)
      } catch {
        record(error, sourceLocation)
      }
    }
  }
}

/// The same, for checks that wait.
package func eachCase<Cases: Sequence>(
  of cases: Cases, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ check: (Cases.Element) async throws -> Void
) async {
  for (index, value) in cases.enumerated() where !Task.isCancelled {
    await CurrentCase.$description.withValue(CurrentCase.describe(value, at: index)) {
      do {
        try await check(value)
      } catch {
        record(error, sourceLocation)
      }
    }
  }
}

/// All pairs of elements.
package func pairs<First, Second>(_ first: some Sequence<First>, _ second: some Sequence<Second>) -> [(First, Second)] {
  let second = Array(second)
  return first.flatMap { value in second.map { (value, $0) } }
}

/// An expectation that failed has been recorded already.
private func record(_ error: any Error, _ sourceLocation: SourceLocation) {
  if !(error is ExpectationFailedError) { Issue.record(error, sourceLocation: sourceLocation) }
}
