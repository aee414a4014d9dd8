public import Foundation

// Further parts of SwiftUI for the sample apps.

/// Shows its root, or the destination of the last value of its path.
@MainActor
public struct NavigationStack<Data, Root: View>: View, Primitive {
  nonisolated(unsafe) private let root: Root
  nonisolated(unsafe) private let navigation: () -> Navigation
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    var environment = environment
    environment.navigation = navigation()
    node.show(root, environment, at: path)
  }
}
extension NavigationStack where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
    self.root = root()
    navigation = {
      Navigation(path: path.wrappedValue.map { AnyHashable($0) }) { value in
        if let value = value as? Data.Element { path.wrappedValue.append(value) }
      }
    }
  }
}
extension NavigationStack where Data == [Never] {
  nonisolated public init(@ViewBuilder root: () -> Root) {
    self.root = root()
    navigation = { Navigation() }
  }
}

/// The path of the enclosing stack.
struct Navigation: Equatable {
  var path: [AnyHashable] = []
  var push: (Any) -> Void = { _ in }
  static func == (left: Navigation, right: Navigation) -> Bool { left.path == right.path }
}
private struct NavigationKey: EnvironmentKey {
  static var defaultValue: Navigation { Navigation() }
}
extension EnvironmentValues {
  var navigation: Navigation {
    get { self[NavigationKey.self] }
    set { self[NavigationKey.self] = newValue }
  }
}

struct DestinationModifier<Value: Hashable, Destination: View>: ShowingModifier {
  let destination: (Value) -> Destination
  /// The content stays, but only the destination is seen.
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.show(content, environment, at: path)
    guard let value = node.value(\.navigation, environment).path.last?.base as? Value else { return }
    node.add(.cover)
    node.show(destination(value), environment, at: path + ["destination", value])
  }
}

/// A link is pressed by the text that it shows.
public struct NavigationLink<Label: View, Destination: View>: View, Primitive {
  nonisolated(unsafe) private let label: Label
  nonisolated(unsafe) private let value: Any?
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    let navigation = node.value(\.navigation, environment)
    node.add(.link { [value] in if let value { navigation.push(value) } })
    node.show(label, environment, at: path)
  }
}
extension NavigationLink where Destination == Never {
  nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) { (self.value, self.label) = (value, label()) }
}

/// The size and the contents of pictures are not shown.
public struct AsyncImage: View, Primitive {
  nonisolated public init(url: URL?) {}
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {}
}
public struct Section<Parent, Content: View, Footer>: View, Primitive {
  private let title: String
  nonisolated(unsafe) private let content: Content
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.add(.text(title))
    node.show(content, environment, at: path)
  }
}
extension Section where Parent == Text, Footer == EmptyView {
  nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    (self.title, self.content) = (String(title), content())
  }
}
public struct TextField<Label: View>: View, Primitive {
  private let title: String
  private let text: Binding<String>
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.add(.field(title, text)) }
}
extension TextField where Label == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) { (self.title, self.text) = (String(title), text) }
}
public struct SecureField<Label: View>: View, Primitive {
  private let title: String
  private let text: Binding<String>
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.add(.field(title, text)) }
}
extension SecureField where Label == Text {
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
    modifier(DestinationModifier(destination: destination))
  }
  nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View { modifier(SubmitModifier(action: action)) }
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { modifier(OpenURLModifier(action: action)) }
  nonisolated public func searchable(text: Binding<String>) -> some View { modifier(SearchModifier(text: text)) }
  nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    modifier(AddingModifier(addition: content()))
  }
  nonisolated public func safeAreaInset<Content: View>(edge: VerticalEdge, @ViewBuilder content: () -> Content) -> some View {
    modifier(AddingModifier(addition: content()))
  }
  nonisolated public func confirmationDialog<S: StringProtocol, Actions: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
  ) -> some View {
    modifier(DialogModifier(title: String(title), isPresented: isPresented, actions: actions()))
  }
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { modifier(IdentityModifier(id: id)) }
  nonisolated public func accessibilityLabel(_ label: String) -> some View { modifier(NoModifier()) }
  nonisolated public func foregroundStyle(_ style: HierarchicalShapeStyle) -> some View { modifier(NoModifier()) }
}

public enum VerticalEdge: Sendable {
  case top, bottom
}

/// A modifier that decides what is shown of its content, and what beside it.
protocol ShowingModifier {
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable])
}
struct SubmitModifier: ShowingModifier {
  let action: () -> Void
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.show(content, environment, at: path)
    node.add(.submit(action))
  }
}
struct OpenURLModifier: ShowingModifier {
  let action: (URL) -> Void
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.add(.openURL(action))
    node.show(content, environment, at: path)
  }
}
struct SearchModifier: ShowingModifier {
  let text: Binding<String>
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.add(.field("Search", text))
    node.show(content, environment, at: path)
  }
}
struct AddingModifier<Addition: View>: ShowingModifier {
  let addition: Addition
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.show(content, environment, at: path)
    node.show(addition, environment, at: path + ["addition"])
  }
}
struct DialogModifier<Actions: View>: ShowingModifier {
  let title: String
  let isPresented: Binding<Bool>
  let actions: Actions
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.show(content, environment, at: path)
    guard isPresented.wrappedValue else { return }
    node.add(.text(title))
    node.show(actions, environment, at: path + ["dialog"])
  }
}
struct IdentityModifier<ID: Hashable>: ShowingModifier {
  let id: ID
  @MainActor func show(_ content: any View, in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    node.show(content, environment, at: path + ["id", id])
  }
}
