import PhotoKit
import RelayRuntime
import SwiftUI

/// The photos that have been loaded so far, and a field to search in all of them.
struct FeedList: View {
  @PaginationFragment<FeedList_query> var query
  @State private var search = ""
  @State private var searched = ""

  var body: some View {
    if let query {
      List {
        ForEach(query.photos) { photo in
          FeedRow(photo: photo.asFragment())
        }
        if query.photos.isEmpty { Text("Nothing found.") }
        if let failure = query.failure {
          FailureView(failure: failure)
        } else if query.hasNext {
          ProgressView().onAppear { query.loadNext(5) }.id(query.photos.count)
        }
      }
      .opacity(query.isRefetching ? 0.5 : 1)
      .refreshable { _ = try? await query.refetch(matching: searched).value }
      .searchable(text: $search)
      .task(id: search) {
        // The task of the previous letter is canceled, and its sleep throws.
        guard search != searched, (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }
        searched = search
        query.refetch(matching: search)
      }
    }
  }
}
