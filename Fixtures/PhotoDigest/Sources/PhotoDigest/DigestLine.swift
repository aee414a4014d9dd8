/// A photo in the service's answers.
struct DigestLine: Encodable {
  var text: String
  var likes: Int
  var isLiked: Bool

  init(_ photo: DigestLine_photo) {
    text = "\(photo.caption), by \(photo.author.name)"
    likes = photo.likeCount
    isLiked = photo.isLikedByViewer
  }
}
