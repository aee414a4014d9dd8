/// A condition that did not become true in time.
package struct NotInTime: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition is true. A test that waits for something waits for exactly that, and no longer.
///
/// - Parameters:
///   - context: helps to see why the condition is not true; evaluated after the time limit.
///   - limit: the longest time that a slow machine may need.
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
