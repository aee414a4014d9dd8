/// A condition that did not become true.
package struct NeverTrue: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition is true. A test that waits for something waits for exactly that, and no longer.
///
/// - Parameter context: helps to see why the condition is not true; evaluated when the waiting is given up.
/// - Throws: `NeverTrue`, which says where the test waited, if the test was ended as hanging or cancelled.
package func eventually(
  _ context: @autoclosure () -> String = "", isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line,
  _ condition: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + HangGuard.time
  while try !condition() {
    guard ContinuousClock.now < deadline, (try? await Task.sleep(for: .milliseconds(1))) != nil else {
      let context = context()
      throw NeverTrue(description: "\(file):\(line): was never true\(context.isEmpty ? "" : ": \(context)")")
    }
  }
}
