import PhotoKit
import RelayRuntime
import SwiftUI

/// The comments on a photo. While it is shown, the server sends those that others write.
struct CommentList<Footer: View>: View {
  @PaginationFragment<CommentList_photo> var photo
  @RelaySubscription<CommentAddedSubscription> var added
  /// Is shown below the comments. Its argument is the store's id of the list.
  @ViewBuilder let footer: (String) -> Footer

  var body: some View {
    if let photo {
      let connection = photo.comments.__id
      let _ = added.get(photoID: photo.id, connections: [connection])
      Section("Comments") {
        ForEach(photo.comments) { comment in
          CommentRow(comment: comment.asFragment(), id: comment.id)
        }
        if photo.hasNext { Button("More comments") { photo.loadNext(20) } }
        footer(connection)
      }
    }
  }
}
