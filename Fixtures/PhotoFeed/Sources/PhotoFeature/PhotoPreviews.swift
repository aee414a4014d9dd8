import Foundation
import PhotoKit
import RelayRuntime
import SwiftUI

/// The data of previews, in place of a server's answers.
enum PhotoPreviews {
  static let photo = PhotoScreenQuery.Payload(
    node: .photo(
      id: "1", caption: "Sunrise over Burntisland", imageURL: URL(filePath: "/dev/null"), author: .init(name: "Mary", id: "m"),
      likeCount: 3, isLikedByViewer: true,
      comments: .nodes([.init(id: "c1", text: "What a view.", author: .init(name: "Grace", id: "g"))]), commentCount: 1),
    viewer: .init(id: "a", name: "Ada"))
}

/// The photo in a preview, for tools without #Preview.
struct PhotoScreen_Previews: PreviewProvider {
  static var previews: some View {
    PhotoScreen(id: "1").previewPayload(PhotoScreenQuery(id: "1"), PhotoPreviews.photo)
  }
}
