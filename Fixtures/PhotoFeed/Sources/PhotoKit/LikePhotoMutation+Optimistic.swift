import RelayOutbox
import RelayRuntime

/// What is expected of a like. The function runs again whenever the photo changes, and in the next run of the app, so that it counts on top
/// of what the server has said last.
nonisolated extension LikePhotoMutation: OptimisticMutation {
  public static func apply(_ context: OptimisticContext, to store: RecordSourceSelectorProxy) {
    guard let input = context.variables.values["input"], let photo = input["photoID"]?.stringValue.flatMap({ store[$0] }),
      let isLiked = input["isLiked"], photo["isLikedByViewer"] != isLiked
    else { return }
    photo["isLikedByViewer"] = isLiked
    photo["likeCount"] = .int((photo["likeCount"]?.intValue ?? 0) + (isLiked == true ? 1 : -1))
  }
}
