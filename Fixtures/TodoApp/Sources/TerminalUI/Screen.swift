/// A tree of views, drawn as lines of text.
///
/// The screen evaluates a body when it is first shown, when its view was created with other values, and when something observable that
/// the body read has changed: the rules of SwiftUI. It counts evaluations, so that a program can report what a change caused.
@MainActor
public final class Screen {
  private let root: ViewNode

  /// Shows `root`; call ``update()`` to draw it for the first time.
  public init(_ root: some View) {
    self.root = ViewNode(root)
  }

  /// The result of an update.
  public struct Update: Sendable {
    /// The views whose bodies were evaluated, outermost first.
    public fileprivate(set) var evaluated: [EvaluatedView] = []
    /// How many other views are on the screen; their bodies were not evaluated.
    public fileprivate(set) var untouchedCount = 0
    fileprivate var nodes: [ViewNode] = []
  }

  /// A view whose body was evaluated.
  public struct EvaluatedView: Hashable, Sendable {
    /// The view's type.
    public var name: String
    /// The first line that it shows.
    public var firstLine: String
  }

  /// One line of the screen.
  public struct Line {
    /// Pieces of text, each with its style.
    public var pieces: [(text: String, style: Style)]
    /// Whether the view that drew the line was evaluated in the update.
    public var isFresh: Bool
    /// The type of the view that drew the line, or its first piece.
    public var view: String

    /// The line without styles.
    public var text: String { pieces.map(\.text).joined() }
  }

  /// The screen contains nothing with the given label.
  public struct NotFound: Error, CustomStringConvertible {
    public let label: String
    public let screen: String

    public var description: String { "There is no “\(label)” on the screen:\n\(self.screen)" }
  }

  /// The screen did not reach the expected state in time.
  public struct TimedOut: Error, CustomStringConvertible {
    public let expectation: String
    public let screen: String

    public var description: String { "The screen does not show \(expectation):\n\(self.screen)" }
  }

  /// Evaluates the bodies that need it.
  @discardableResult
  public func update() -> Update {
    var update = Update()
    root.update(&update.nodes)
    describe(&update)
    return update
  }

  /// Updates until the screen satisfies `condition`.
  ///
  /// - Parameters:
  ///   - expectation: a description of the expected state, for the error.
  ///   - timeout: the maximum time to wait; by default so long that only what hangs takes longer.
  ///   - settle: is awaited before the last update, for changes that are still on their way to the views.
  /// - Returns: everything that was evaluated.
  /// - Throws: ``TimedOut``.
  @discardableResult
  public func wait(
    for expectation: String, timeout: Duration = .seconds(1800), settle: () async -> Void = {}, until condition: (Screen) -> Bool
  ) async throws -> Update {
    let deadline = ContinuousClock.now + timeout
    var update = self.update()
    while !condition(self) {
      guard ContinuousClock.now < deadline else { throw TimedOut(expectation: expectation, screen: text) }
      try await Task.sleep(for: .milliseconds(5))
      root.update(&update.nodes)
    }
    await settle()
    // A view notes that something it has read has changed in the next turn of the main actor.
    await Task.yield()
    root.update(&update.nodes)
    describe(&update)
    return update
  }

  /// Taps the view that shows `label`.
  /// - Throws: ``NotFound``.
  public func tap(_ label: String) throws {
    guard
      case .tap(let action) = self.control(
        in: root.element,
        where: { element, control in
          if case .tap = control { plainText(element).contains(label) } else { false }
        })
    else { throw NotFound(label: label, screen: text) }
    action()
  }

  /// Writes `text` into the text field with the title `title` and submits it.
  /// - Throws: ``NotFound``.
  public func type(_ text: String, into title: String) throws {
    guard
      case .text(_, let value, let submit) = self.control(
        in: root.element,
        where: { _, control in
          if case .text(title, _, _) = control { true } else { false }
        })
    else { throw NotFound(label: title, screen: self.text) }
    value.wrappedValue = text
    submit?()
  }

  /// The screen as plain text.
  public var text: String { lines().map(\.text).joined(separator: "\n") }

  /// The screen line by line, marking what `update` evaluated.
  public func lines(marking update: Update? = nil) -> [Line] {
    self.lines(root.element, of: root, style: [], fresh: Set((update?.nodes ?? []).map { ObjectIdentifier($0) }))
  }

  private func lines(_ element: Element, of node: ViewNode, style: Style, fresh: Set<ObjectIdentifier>) -> [Line] {
    switch element {
    case .text(let text, let own):
      return [Line(pieces: [(text, style.union(own))], isFresh: fresh.contains(ObjectIdentifier(node)), view: node.name)]
    case .row(let elements):
      let lines = elements.compactMap { self.lines($0, of: node, style: style, fresh: fresh).first }
      guard let first = lines.first else { return [] }
      let pieces = lines.dropFirst().reduce(first.pieces) { $0 + [(" ", [])] + $1.pieces }
      return [Line(pieces: pieces, isFresh: lines.contains(where: \.isFresh), view: first.view)]
    case .column(let elements):
      return elements.flatMap { self.lines($0, of: node, style: style, fresh: fresh) }
    case .styled(let element, let own):
      return self.lines(element, of: node, style: style.union(own), fresh: fresh)
    case .control(let element, _):
      return self.lines(element, of: node, style: style, fresh: fresh)
    case .view(let child):
      return self.lines(child.element, of: child, style: style, fresh: fresh)
    }
  }

  private func plainText(_ element: Element) -> String {
    lines(element, of: root, style: [], fresh: []).map(\.text).joined(separator: " ")
  }

  private func control(in element: Element, where matches: (Element, Element.Control) -> Bool) -> Element.Control? {
    switch element {
    case .text: return nil
    case .row(let elements), .column(let elements):
      for element in elements {
        if let control = self.control(in: element, where: matches) { return control }
      }
      return nil
    case .styled(let element, _): return self.control(in: element, where: matches)
    case .control(let content, let control):
      return matches(content, control) ? control : self.control(in: content, where: matches)
    case .view(let node): return self.control(in: node.element, where: matches)
    }
  }

  private func describe(_ update: inout Update) {
    let shown = root.all
    let evaluated = Set(update.nodes.map { ObjectIdentifier($0) })
    let nodes = shown.filter { evaluated.contains(ObjectIdentifier($0)) }
    update.evaluated = nodes.map { node in
      EvaluatedView(name: node.name, firstLine: lines(node.element, of: node, style: [], fresh: []).first?.text ?? "")
    }
    update.untouchedCount = shown.count - nodes.count
  }
}
