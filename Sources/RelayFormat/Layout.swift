/// A text with the places where it may be broken into lines (Philip Wadler, "A prettier printer"; the primitives are those of the formatter
/// Prettier, whose line breaks are followed).
indirect enum Layout: Sendable {
  case text(String)
  case sequence([Layout])
  case indent(Layout)
  /// On one line if it fits there. Otherwise, all lines directly in it are broken.
  case group(Layout, isBroken: Bool)
  /// A space, or nothing if it is `soft`; a line break if the group around it is broken.
  case line(isSoft: Bool)
  /// A line break in any case. All groups around it are broken.
  case hardLine
  /// Depends on whether the group around it is broken.
  case ifBroken(Layout, flat: Layout)
  /// Moves to the end of the line.
  case atLineEnd(Layout)
  /// Breaks all groups around it.
  case breakGroups

  static func group(_ layout: Layout) -> Layout { .group(layout, isBroken: false) }
  static let space = Layout.text(" ")
  static let empty = Layout.sequence([])
  static let line = Layout.line(isSoft: false)
  static let softLine = Layout.line(isSoft: true)

  static func joined(_ layouts: [Layout], by separator: Layout) -> Layout {
    var result: [Layout] = []
    for (index, layout) in layouts.enumerated() {
      if index > 0 { result.append(separator) }
      result.append(layout)
    }
    return .sequence(result)
  }

  /// The same with the groups marked that contain a line break, and whether there is one outside of all groups or in them.
  func markingBrokenGroups() -> (layout: Layout, breaks: Bool) {
    switch self {
    case .text, .line: return (self, false)
    case .hardLine, .breakGroups: return (self, true)
    case .sequence(let parts):
      let marked = parts.map { $0.markingBrokenGroups() }
      return (.sequence(marked.map(\.layout)), marked.contains { $0.breaks })
    case .indent(let inner):
      let marked = inner.markingBrokenGroups()
      return (.indent(marked.layout), marked.breaks)
    case .atLineEnd(let inner):
      let marked = inner.markingBrokenGroups()
      return (.atLineEnd(marked.layout), marked.breaks)
    case .group(let inner, let isBroken):
      let marked = inner.markingBrokenGroups()
      return (.group(marked.layout, isBroken: isBroken || marked.breaks), isBroken || marked.breaks)
    case .ifBroken(let broken, let flat):
      let (broken, flat) = (broken.markingBrokenGroups(), flat.markingBrokenGroups())
      return (.ifBroken(broken.layout, flat: flat.layout), broken.breaks || flat.breaks)
    }
  }
}

extension Layout: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}
