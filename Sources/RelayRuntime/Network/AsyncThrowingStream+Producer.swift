extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A stream of the elements that `produce` yields. It ends when `produce` returns or throws. Ending the stream cancels the task of
  /// `produce`.
  static func produced(by produce: @escaping @Sendable (_ yield: @escaping (Element) -> Void) async throws -> Void) -> Self {
    Self { continuation in
      let task = Task {
        do {
          try await produce { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A stream of one element.
  static func one(_ element: Element) -> Self {
    Self { continuation in
      continuation.yield(element)
      continuation.finish()
    }
  }
}
