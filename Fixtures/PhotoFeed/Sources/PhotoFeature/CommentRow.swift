import PhotoKit
import RelayOutbox
import RelayRuntime
import SwiftUI

/// A comment, with a clock until the server has it.
struct CommentRow: View {
  @Fragment<CommentRow_comment> private var comment
  @Pending private var pending

  init(comment: Fragment<CommentRow_comment>, id: String) {
    _comment = comment
    _pending = Pending(concerning: id)
  }

  var body: some View {
    if let comment {
      HStack {
        AuthorLabel(user: comment.author.asFragment())
        Text(comment.text)
        if pending.needsDecision {
          Text("Not sent")
        } else if pending.isPending {
          Text("◷").accessibilityLabel("Is being sent")
        }
      }
    }
  }
}
