import Foundation
import RelayDurableStore
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
  private let network: any RelayNetwork = TodoServer().network(latency: .milliseconds(300))

  public init() {}

  public var body: some Scene {
    WindowGroup {
      TodoRoot(network: network, folder: URL(filePath: NSHomeDirectory()).appending(path: "Library/Caches/TodoSample"))
    }
  }
}

/// The app's views, once its store on disk is open: then they show what they showed last time, with or without a network.
struct TodoRoot: View {
  let network: any RelayNetwork
  let folder: URL
  @State private var relay: RelayEnvironment?

  var body: some View {
    Group {
      if let relay { TodoNavigation().relayEnvironment(relay) }
    }
    .task {
      // Without a disk, the app works as well, and begins empty.
      let store = try? await RelayStore.open(DurableFolder(folder))
      relay = RelayEnvironment(network: network, store: store ?? RelayStore())
    }
  }
}
