import Foundation
import PhotoKit
import RelayOutbox
import RelayRuntime
import SwiftUI

/// A field for a comment. The row appears at once; the outbox sends the comment when there is a network.
struct NewComment: View {
  @Fragment<NewComment_photo> var photo
  @Fragment<NewComment_viewer> var viewer
  /// The store's id of the list to which the comment is added.
  let connection: String
  @OutboxMutation<AddCommentMutation> var addComment
  @State private var text = ""

  var body: some View {
    if let photo, let viewer {
      TextField("Add a comment", text: $text).onSubmit {
        // The id is made here, so that the comment is the same object before and after the server has it.
        let input = AddCommentInput(id: UUID().uuidString, photoID: photo.id, text: text)
        addComment.commit(
          AddCommentMutation(input: input, connections: [connection]),
          optimisticResponse: AddCommentMutation.Payload(
            addComment: .init(
              comment: .init(id: input.id, text: input.text, author: .init(name: viewer.name, id: viewer.id)),
              photo: .init(id: photo.id, commentCount: photo.commentCount + 1))),
          policy: OutboxPolicy(delivery: .atLeastOnce, lane: photo.id))
        text = ""
      }
      if let failure = addComment.failure { Text(failure.localizedDescription) }
    }
  }
}
