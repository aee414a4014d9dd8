// Further parts of SwiftUI for the sample app. Navigation shows only the root.

@MainActor
public struct NavigationStack<Data, Root: View>: View, Container {
  nonisolated(unsafe) let content: Root
}
extension NavigationStack where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root) { content = root() }
}
extension NavigationStack where Data == [Never] {
  nonisolated public init(@ViewBuilder root: () -> Root) { content = root() }
}
public struct NavigationLink<Label: View, Destination: View>: View, Container {
  nonisolated(unsafe) let content: Label
}
extension NavigationLink where Destination == Never {
  nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) { content = label() }
}
public struct Section<Parent, Content: View, Footer>: View, Container {
  nonisolated(unsafe) let content: Content
}
extension Section where Parent == Text, Footer == EmptyView {
  nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { self.content = content() }
}
public struct TextField<Label: View>: View, Primitive {
  private let title: String
  private let text: Binding<String>
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.add(.field(title: title, text)) }
}
extension TextField where Label == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) { (self.title, self.text) = (String(title), text) }
}
public struct HierarchicalShapeStyle: Sendable {
  public static let primary = HierarchicalShapeStyle()
  public static let secondary = HierarchicalShapeStyle()
}

extension View {
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(NoModifier())
  }
  nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View {
    nonisolated(unsafe) let action = action
    return modifier(ActionModifier(name: "onSubmit") { await MainActor.run { action() } })
  }
  nonisolated public func foregroundStyle(_ style: HierarchicalShapeStyle) -> some View { modifier(NoModifier()) }
}
