import RelayRuntime
import SwiftUI

@main
struct TodoProject: App {
  private let relay = RelayEnvironment.preview(PreviewPayload(GreetingQuery(), ["user": ["id": "me", "name": "Ada"]]))

  var body: some Scene {
    WindowGroup {
      Greeting().relayEnvironment(relay)
    }
  }
}

struct Greeting: View {
  @Query<GreetingQuery> var query

  var body: some View {
    Text("Hello, \(query.get().data?.user?.name ?? "…")!")
  }
}
