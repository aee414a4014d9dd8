/// A piece of text.
public struct Text: View, Drawable {
  public typealias Body = Never

  private let content: String
  private var style: Style = []

  public init(_ content: String) {
    self.content = content
  }

  public init(verbatim content: String) {
    self.content = content
  }

  public func strikethrough(_ isActive: Bool = true) -> Text { with(isActive ? .strikethrough : []) }

  public func bold() -> Text { with(.bold) }

  public func foregroundColor(_ color: Style) -> Text { with(color) }

  private func with(_ style: Style) -> Text {
    var text = self
    text.style.formUnion(style)
    return text
  }

  func element(in builder: inout ElementBuilder) -> Element { .text(content, style) }
}

/// A symbol, by its name on Apple's platforms.
public struct Image: View, Drawable {
  public typealias Body = Never

  private let systemName: String

  public init(systemName: String) {
    self.systemName = systemName
  }

  func element(in builder: inout ElementBuilder) -> Element {
    switch systemName {
    case "checkmark.square": .text("☑", .accent)
    case "square": .text("☐", [])
    case "exclamationmark.triangle": .text("⚠", .red)
    default: .text("(\(systemName))", [])
    }
  }
}

/// Views next to each other.
public struct HStack<Content: View>: View, Drawable {
  public typealias Body = Never

  private let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func element(in builder: inout ElementBuilder) -> Element {
    let content = builder.element(of: self.content, id: 0)
    if case .column(let elements) = content { return .row(elements) }
    return content
  }
}

/// Views below each other.
public struct VStack<Content: View>: View, Drawable {
  public typealias Body = Never

  private let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func element(in builder: inout ElementBuilder) -> Element { builder.element(of: content, id: 0) }
}

/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, Drawable {
  public typealias Body = Never

  private let data: Data
  private let id: KeyPath<Data.Element, ID>
  private let content: (Data.Element) -> Content

  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.id = id
    self.content = content
  }

  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, content: content)
  }

  func element(in builder: inout ElementBuilder) -> Element {
    .column(data.map { builder.element(of: content($0), id: $0[keyPath: id]) })
  }
}

/// Rows, one for each element of a collection or as given by its content.
public struct List<Content: View>: View, Drawable {
  public typealias Body = Never

  private let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }

  public init<Data: RandomAccessCollection, Row: View>(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row)
  where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
    content = ForEach(data, content: rowContent)
  }

  func element(in builder: inout ElementBuilder) -> Element { builder.element(of: content, id: 0) }
}
