/// The result of evaluating a body: text and its layout, and the views that have bodies themselves.
indirect enum Element {
  case text(String, Style)
  case row([Element])
  case column([Element])
  case styled(Element, Style)
  case control(Element, Control)
  case view(ViewNode)

  enum Control {
    case tap(@MainActor () -> Void)
    case text(title: String, value: Binding<String>, submit: (@MainActor () -> Void)?)
  }
}

/// The appearance of text.
public struct Style: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let bold = Style(rawValue: 1)
  public static let secondary = Style(rawValue: 2)
  public static let strikethrough = Style(rawValue: 4)
  public static let red = Style(rawValue: 8)
  public static let accent = Style(rawValue: 16)
}

/// Turns the views of one body into an element, and finds the existing node of each view that has a body.
@MainActor
struct ElementBuilder {
  /// The builder's current position in the body: positions, branches and list ids. It identifies views across
  /// evaluations.
  private var path: [AnyHashable] = []
  private let previous: [[AnyHashable]: ViewNode]
  private(set) var nodes: [[AnyHashable]: ViewNode] = [:]
  /// The same nodes in the order of the body.
  private(set) var order: [ViewNode] = []

  init(previous: [[AnyHashable]: ViewNode]) {
    self.previous = previous
  }

  /// Evaluates the body of a view.
  mutating func body(of view: some View) -> Element {
    element(of: view.body, id: "body")
  }

  mutating func element(of view: some View, id: AnyHashable) -> Element {
    path.append(id)
    defer { path.removeLast() }
    if let drawable = view as? any Drawable { return drawable.element(in: &self) }
    let node: ViewNode
    if let existing = previous[path], existing.accepts(view) {
      node = existing
    } else {
      node = ViewNode(view)
    }
    nodes[path] = node
    order.append(node)
    return .view(node)
  }
}
