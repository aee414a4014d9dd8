import Foundation
import RelayRuntime
import SwiftUI

@main
struct TodosApp: App {
  let relay = RelayEnvironment(
    network: HTTPNetwork(url: URL(string: "https://example.com/graphql")!))

  var body: some Scene {
    WindowGroup {
      TodosScreen().relayEnvironment(relay)
    }
  }
}
