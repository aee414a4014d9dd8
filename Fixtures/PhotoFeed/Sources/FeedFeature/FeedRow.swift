import PhotoKit
import RelayRuntime
import SwiftUI

/// One photo of the feed. Only this view is evaluated when it changes.
struct FeedRow: View {
  @Fragment<FeedRow_photo> var photo

  var body: some View {
    if let photo {
      VStack {
        AsyncImage(url: photo.imageURL)
        NavigationLink(value: PhotoRoute(id: photo.id)) { Text(photo.caption) }
        HStack {
          AuthorLabel(user: photo.author.asFragment())
          LikeButton(photo: photo.asFragment())
          Text(photo.commentCount == 1 ? "1 comment" : "\(photo.commentCount) comments")
        }
      }
    }
  }
}
