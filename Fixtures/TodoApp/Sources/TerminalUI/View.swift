/// A part of the screen, described by its `body`. The API matches SwiftUI, so that a view can be moved unchanged.
@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
}

/// A view that the screen draws itself instead of evaluating its body.
@MainActor
protocol Drawable {
  func element(in builder: inout ElementBuilder) -> Element
}

extension View where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body: the screen draws it itself.") }
}

/// Combines the views of a `body`.
@resultBuilder @MainActor
public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group<repeat each Content> {
    Group(repeat each content)
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Either<Content, EmptyView> {
    content.map { .first($0) } ?? .second(EmptyView())
  }

  public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { .first(first) }

  public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { .second(second) }
}

/// An empty view.
public struct EmptyView: View, Drawable {
  public typealias Body = Never

  public init() {}

  func element(in builder: inout ElementBuilder) -> Element { .column([]) }
}

/// Several views, one after another.
public struct Group<each Content: View>: View, Drawable {
  public typealias Body = Never

  private let content: (repeat each Content)

  init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }

  public init(@ViewBuilder content: () -> Group<repeat each Content>) {
    self = content()
  }

  func element(in builder: inout ElementBuilder) -> Element {
    var elements: [Element] = []
    for view in repeat each content {
      elements.append(builder.element(of: view, id: elements.count))
    }
    return elements.count == 1 ? elements[0] : .column(elements)
  }
}

/// One of two views.
public enum Either<First: View, Second: View>: View, Drawable {
  public typealias Body = Never

  case first(First)
  case second(Second)

  func element(in builder: inout ElementBuilder) -> Element {
    switch self {
    case .first(let view): builder.element(of: view, id: "first")
    case .second(let view): builder.element(of: view, id: "second")
    }
  }
}
