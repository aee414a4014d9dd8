import Foundation
import PhotoKit
import RelayRuntime
import SwiftUI

/// The data of previews, in place of a server's answers.
enum FeedPreviews {
  static let feed = FeedScreenQuery.Payload(
    photos: .nodes([
      .init(
        id: "1", caption: "Sunrise over Burntisland", commentCount: 2, imageURL: image,
        author: .init(name: "Mary", id: "m"), likeCount: 3, isLikedByViewer: true),
      .init(
        id: "2", caption: "A moth in the relay", commentCount: 0, imageURL: image,
        author: .init(name: "Grace", id: "g"), likeCount: 12, isLikedByViewer: false),
    ]))

  private static let image = URL(filePath: "/dev/null")
}

/// The feed in a preview, for tools without #Preview.
struct FeedScreen_Previews: PreviewProvider {
  static var previews: some View {
    FeedScreen().previewPayload(FeedScreenQuery(), FeedPreviews.feed)
  }
}
