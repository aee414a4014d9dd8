import PhotoKit
import RelayRuntime
import SwiftUI

/// A photo with its comments. A link needs only the photo's id to open it.
public struct PhotoScreen: View {
  private let id: String
  @Query<PhotoScreenQuery>(fetchPolicy: .storeAndNetwork) private var query

  public init(id: String) { self.id = id }

  public var body: some View {
    Group {
      switch query.get(id: id) {
      case .loading: ProgressView()
      case .failure: EmptyView()
      case .success(let data):
        if let data, let photo = data.node?.photo {
          List {
            Section(photo.caption) {
              AsyncImage(url: photo.imageURL)
              HStack {
                AuthorLabel(user: photo.author.asFragment())
                LikeButton(photo: photo.asFragment())
              }
            }
            CommentList(photo: photo.asFragment()) { connection in
              NewComment(photo: photo.asFragment(), viewer: data.viewer.asFragment(), connection: connection)
            }
          }
          .navigationTitle(photo.caption)
        } else {
          Text("This photo is gone.")
        }
      }
      if let failure = query.failure { FailureView(failure: failure) }
    }
    .refreshable { _ = try? await query.refetch().value }
  }
}

#if canImport(Darwin)
  #Preview {
    NavigationStack { PhotoScreen(id: "1") }.previewPayload(PhotoScreenQuery(id: "1"), PhotoPreviews.photo)
  }
#endif
