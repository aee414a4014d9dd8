#if os(Linux)
  import SwiftUI
  import Testing

  extension SwiftUI.Host {
    /// A screen that shows a view.
    static func showing(@ViewBuilder _ view: @escaping () -> some View) -> SwiftUI.Host {
      let host = SwiftUI.Host(view)
      host.render()
      return host
    }

    /// Waits until the screen shows something.
    func see(_ sourceLocation: SourceLocation = #_sourceLocation, where isShown: ([String]) -> Bool) async throws {
      // Only what hangs takes longer.
      let deadline = ContinuousClock.now + .seconds(1800)
      while ContinuousClock.now < deadline {
        update()
        if isShown(texts) { return }
        try await Task.sleep(for: .milliseconds(1))
      }
      Issue.record("never shown: \(texts)", sourceLocation: sourceLocation)
    }

    func see(_ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) async throws {
      try await see(sourceLocation) { $0.contains(text) }
    }
  }
#endif
