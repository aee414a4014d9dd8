/// A button.
public struct Button: View, Drawable {
  public typealias Body = Never

  private let title: String
  private let action: @MainActor () -> Void

  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }

  func element(in builder: inout ElementBuilder) -> Element {
    .control(.text("[ \(title) ]", .accent), .tap(action))
  }
}

/// A text field.
public struct TextField: View, Drawable {
  public typealias Body = Never

  private let title: String
  private let text: Binding<String>
  private var submit: (@MainActor () -> Void)?

  public init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }

  /// Calls `action` when the line is submitted.
  public func onSubmit(_ action: @escaping @MainActor () -> Void) -> TextField {
    var field = self
    field.submit = action
    return field
  }

  func element(in builder: inout ElementBuilder) -> Element {
    let value = text.wrappedValue
    let label = Element.text("[ \(value.isEmpty ? title + "…" : value) ]", .secondary)
    return .control(label, .text(title: title, value: text, submit: submit))
  }
}

extension View {
  /// Makes the view respond to taps.
  public func onTapGesture(perform action: @escaping @MainActor () -> Void) -> some View {
    ModifiedView(content: self) { .control($0, .tap(action)) }
  }

  /// A title above the view.
  public func navigationBarTitle(_ title: String) -> some View {
    ModifiedView(content: self) { .column([.text(title, .bold), $0]) }
  }

  /// The color of the view's text.
  public func foregroundColor(_ color: Style) -> some View {
    ModifiedView(content: self) { .styled($0, color) }
  }
}

/// A view whose element is modified before it is drawn.
private struct ModifiedView<Content: View>: View, Drawable {
  typealias Body = Never

  let content: Content
  let modify: (Element) -> Element

  func element(in builder: inout ElementBuilder) -> Element {
    modify(builder.element(of: content, id: 0))
  }
}
