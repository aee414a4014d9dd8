import PhotoKit
import RelayRuntime
import SwiftUI

/// The newest photos. What the last run of the app has seen is shown at once, and the server's answer replaces it.
public struct FeedScreen: View {
  @Query<FeedScreenQuery>(fetchPolicy: .storeAndNetwork) private var query

  public init() {}

  public var body: some View {
    Group {
      switch query.get() {
      case .loading: ProgressView()
      case .failure: EmptyView()
      case .success(let data):
        if let data { FeedList(query: data.asFragment()) }
      }
      if let failure = query.failure { FailureView(failure: failure) }
    }
    .navigationTitle("Photos")
  }
}

#if canImport(Darwin)
  #Preview("Feed") {
    NavigationStack { FeedScreen() }.previewPayload(FeedScreenQuery(), FeedPreviews.feed)
  }

  #Preview("Failure") {
    FeedScreen().previewPayload(FeedScreenQuery(), "no JSON")
  }
#endif
