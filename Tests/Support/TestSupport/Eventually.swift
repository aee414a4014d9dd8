/// A condition that did not come to hold in time.
package struct NotInTime: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition holds. A test that waits for something waits for just that, and no longer.
///
/// - Parameters:
///   - context: what helps to see why the condition does not hold; evaluated when the time is over.
///   - limit: as long as a slow machine may take.
/// - Throws: `NotInTime`, which says where the test waited; `CancellationError`.
package func eventually(
  _ context: @autoclosure () -> String = "", within limit: Duration = .seconds(120), isolation: isolated (any Actor)? = #isolation,
  file: String = #fileID, line: Int = #line, _ condition: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < deadline else {
      let context = context()
      throw NotInTime(description: "\(file):\(line): not within \(limit)\(context.isEmpty ? "" : ": \(context)")")
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}
