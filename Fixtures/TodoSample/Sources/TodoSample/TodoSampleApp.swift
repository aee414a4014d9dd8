import RelayRuntime
import SwiftUI
import TodoServer

/// The to-do app. Use it as an app target's `@main` type:
///
/// ```swift
/// @main struct Main: App {
///   var body: some Scene { TodoSampleApp().body }
/// }
/// ```
public struct TodoSampleApp: App {
  // Its server runs in the app's process. A real app has an `HTTPNetwork(url:)` here.
  private let relay = RelayEnvironment(network: TodoServer().network(latency: .milliseconds(300)))

  public init() {}

  public var body: some Scene {
    WindowGroup {
      TodoNavigation().relayEnvironment(relay)
    }
  }
}
