internal import RelayCompilerCore

/// A part of a document with the comments that belong to it. The tree is there before the layout, because a comment belongs to the smallest part
/// around it, or next to it.
final class FormatNode {
  let range: Range<Int>
  let children: [FormatNode]
  private let content: () -> Layout
  /// The brackets of a list or an object that is empty but for comments.
  private let brackets: (open: String, close: String)?
  private let isVerbatim: Bool
  private var leading: [Comment] = []
  private var trailing: [Comment] = []
  private var inside: [Comment] = []

  /// - Parameters:
  ///   - children: in the order of the text.
  ///   - content: the layout without comments, made of the children's layouts.
  init(
    _ range: SourceRange, _ children: [FormatNode?] = [], brackets: (open: String, close: String)? = nil, content: @escaping () -> Layout
  ) {
    self.brackets = brackets
    self.range = Int(range.start)..<Int(max(range.start, range.end))
    self.children = children.compactMap(\.self)
    self.content = content
    isVerbatim = false
  }

  /// A part that is written as it is, with the comments in it.
  init(verbatim range: SourceRange, in text: FormatText) {
    let range = Int(range.start)..<Int(max(range.start, range.end))
    self.range = range
    children = []
    content = { .text(text.slice(range)) }
    brackets = nil
    isVerbatim = true
  }

  init(document range: Range<Int>, _ children: [FormatNode], content: @escaping () -> Layout) {
    self.range = range
    self.children = children
    self.content = content
    brackets = nil
    isVerbatim = false
  }

  /// The layout with the comments before and behind it.
  func layout(in text: FormatText) -> Layout {
    var parts: [Layout] = []
    for comment in leading {
      parts += [.text(comment.text), .hardLine]
      if text.isBlankLine(after: comment.range.upperBound) { parts.append(.hardLine) }
    }
    let isIgnored = leading.contains { $0.text.dropFirst().trimmed == "prettier-ignore" }
    parts.append(isIgnored ? verbatim(text) : inside.isEmpty ? content() : layoutOfComments)
    for comment in trailing {
      if text.startsLine(comment.range.lowerBound) {
        parts.append(
          .atLineEnd(.sequence([.hardLine, text.isBlankLine(before: comment.range.lowerBound) ? .hardLine : .empty, .text(comment.text)])))
      } else {
        parts += [.atLineEnd(.text(" " + comment.text)), .breakGroups]
      }
    }
    return .sequence(parts)
  }

  /// Brackets with nothing but comments in them.
  private var layoutOfComments: Layout {
    let comments = Layout.joined(inside.map { .text($0.text) }, by: .hardLine)
    return .sequence([.text(brackets?.open ?? ""), .indent(.sequence([.hardLine, comments])), .hardLine, .text(brackets?.close ?? "")])
  }

  /// The part as it is written. Its lines are not indented anew.
  private func verbatim(_ text: FormatText) -> Layout { .text(text.slice(range)) }

  // MARK: - Comments

  struct Comment {
    /// From `#` to the end of the line, without white space at the end.
    var text: String
    var range: Range<Int>
  }

  /// Gives a comment to a part: on a line of its own to the one behind it, at the end of a line to the one before it.
  func attach(_ comment: Comment, in text: FormatText) {
    var node = self
    var before: FormatNode?
    var after: FormatNode?
    while true {
      (before, after) = (nil, nil)
      var inside: FormatNode?
      for child in node.children {
        if child.range.lowerBound <= comment.range.lowerBound, comment.range.upperBound <= child.range.upperBound { inside = child }
        if child.range.upperBound <= comment.range.lowerBound { before = child }
        if comment.range.upperBound <= child.range.lowerBound, after == nil { after = child }
      }
      guard let inside else { break }
      node = inside
    }
    // It is in the text already.
    if node.isVerbatim { return }
    let isFirstChoice = text.startsLine(comment.range.lowerBound)
    if isFirstChoice, let after {
      after.leading.append(comment)
    } else if let before {
      before.trailing.append(comment)
    } else if let after {
      after.leading.append(comment)
    } else if node.brackets != nil {
      node.inside.append(comment)
    } else {
      // A part without children, such as a name, has no room for comments.
      node.trailing.append(comment)
    }
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
