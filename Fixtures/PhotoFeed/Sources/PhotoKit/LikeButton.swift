import RelayOutbox
import RelayRuntime
import SwiftUI

/// A heart with the number of likes. It works without a network: the outbox sends the like later.
public struct LikeButton: View {
  @Fragment<LikeButton_photo> private var photo
  @OutboxMutation<LikePhotoMutation> private var like

  public init(photo: Fragment<LikeButton_photo>) { _photo = photo }

  public var body: some View {
    if let photo {
      Button("\(photo.isLikedByViewer ? "♥" : "♡") \(photo.likeCount)") {
        like.commit(
          LikePhotoMutation(
            input: LikePhotoInput(photoID: photo.id, isLiked: !photo.isLikedByViewer)),
          // The server executes a key once. Of several taps without a network,
          // the last one is sent.
          policy: OutboxPolicy(
            delivery: .atLeastOnce, lane: photo.id, coalescingKey: photo.id))
      }
      .accessibilityLabel(photo.isLikedByViewer ? "Unlike" : "Like")
    }
  }
}
