// The symbols of SwiftUI that the runtime, the sample views and the scenarios use, with the signatures in its documentation (iOS 18 SDK).
// The output of a view goes to the node of the enclosing view.
//
// Views are values that only the main actor uses, although SwiftUI allows them to be created elsewhere; hence `nonisolated(unsafe)` for
// their properties.

public protocol DynamicProperty {
  mutating func update()
}
extension DynamicProperty {
  public mutating func update() {}
}

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// A view without a body.
@MainActor
protocol Primitive: View where Body == Never {
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable])
}
extension Primitive {
  public var body: Never { preconditionFailure("the view has no body") }
}

extension Never: View {
  public var body: Never { preconditionFailure("the view has no body") }
}

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { preconditionFailure("the scene has no body") }
}
extension Never: Scene {}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}
extension App {
  @MainActor @preconcurrency public static func main() {}
}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    repeat views.append(each content)
    return TupleView((repeat each content), views)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> { .init(first: first) }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    .init(second: second)
  }
}

extension Optional: View, Primitive where Wrapped: View {
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    if let self { node.show(self, environment, at: path) }
  }
}
public struct EmptyView: View, Primitive {
  nonisolated public init() {}
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {}
}
public struct TupleView<T>: View, Primitive {
  nonisolated(unsafe) private let views: [any View]
  nonisolated init(_ value: T, _ views: [any View]) { self.views = views }
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    for (index, view) in views.enumerated() { node.show(view, environment, at: path + [index]) }
  }
}
public struct _ConditionalContent<First: View, Second: View>: View, Primitive {
  nonisolated(unsafe) private var first: First?
  nonisolated(unsafe) private var second: Second?
  nonisolated init(first: First) { self.first = first }
  nonisolated init(second: Second) { self.second = second }
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    if let first { node.show(first, environment, at: path + ["first"]) }
    if let second { node.show(second, environment, at: path + ["second"]) }
  }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
  public var description: String { "\(values.count) values" }
  func overridden(by others: EnvironmentValues) -> EnvironmentValues {
    var result = self
    result.values.merge(others.values) { $1 }
    return result
  }
  func isSame(as other: EnvironmentValues) -> Bool {
    values.count == other.values.count && values.allSatisfy { key, value in other.values[key].map { areEqual($0, value) } ?? false }
  }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
  typealias Content = _ViewModifier_Content<Self>
}
public struct _ViewModifier_Content<Modifier: ViewModifier>: View, Primitive {
  let content: any View
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.show(content, environment, at: path) }
}
public struct ModifiedContent<Content, Modifier>: View, Primitive {
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let modifier: Modifier
  nonisolated init(content: Content, modifier: Modifier) { (self.content, self.modifier) = (content, modifier) }
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    guard let content = content as? any View else { return }
    func open<M: ViewModifier>(_ modifier: M) {
      node.child(Modified(modifier: modifier, content: content), environment, at: path, body: \.body)
    }
    if let modifier = modifier as? any ShowingModifier {
      modifier.show(content, in: node, environment, at: path)
    } else if let change = modifier as? any EnvironmentChange {
      var environment = environment
      change.apply(to: &environment)
      node.show(content, environment, at: path)
    } else if let action = modifier as? ActionModifier {
      node.add(.action(action.name, action.action))
      node.show(content, environment, at: path)
    } else if let task = modifier as? TaskModifier {
      node.run(task.action, id: task.id, at: path)
      node.show(content, environment, at: path)
    } else if let modifier = modifier as? any ViewModifier {
      open(modifier)
    } else {
      node.show(content, environment, at: path)
    }
  }
}
/// A modifier with the view that it modifies, so that its properties are installed like those of a view.
private struct Modified<Modifier: ViewModifier>: View {
  let modifier: Modifier
  let content: any View
  var body: Modifier.Body { modifier.body(content: _ViewModifier_Content(content: content)) }
}

protocol EnvironmentChange {
  func apply(to environment: inout EnvironmentValues)
}
struct EnvironmentModifier<Value>: EnvironmentChange {
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value
  func apply(to environment: inout EnvironmentValues) { environment[keyPath: keyPath] = value }
}
struct ActionModifier {
  let name: String
  let action: @Sendable () async -> Void
}
struct TaskModifier {
  let id: Any
  let action: @Sendable () async -> Void
}
/// A task that is cancelled when the last reference to this object is released.
final class RunningTask {
  /// The number of actions that have not ended, cancelled or not.
  @MainActor static var count = 0
  let id: Any
  private let task: Task<Void, Never>
  init(id: Any, _ task: Task<Void, Never>) { (self.id, self.task) = (id, task) }
  deinit { task.cancel() }
}
struct NoModifier {}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

public enum ScenePhase: Comparable, Sendable {
  case background, inactive, active
}
private struct ScenePhaseKey: EnvironmentKey {
  static let defaultValue = ScenePhase.active
}
extension EnvironmentValues {
  public var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }
}

public struct DismissAction: Sendable {
  @MainActor public func callAsFunction() {}
}
private struct DismissKey: EnvironmentKey {
  static let defaultValue = DismissAction()
}
extension EnvironmentValues {
  public var dismiss: DismissAction { self[DismissKey.self] }
}

public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = RedactionReasons(rawValue: 1)
}
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}
public struct AnyTransition {
  public static var opacity: AnyTransition { AnyTransition() }
}
public struct Color: Sendable {
  public static let secondary = Color()
}

extension View {
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
  nonisolated public func foregroundColor(_ color: Color?) -> some View { modifier(NoModifier()) }
  nonisolated public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { modifier(NoModifier()) }
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    nonisolated(unsafe) let action = action
    return modifier(TaskModifier(id: 0) { await action() })
  }
  nonisolated public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    nonisolated(unsafe) let action = action
    return modifier(TaskModifier(id: value) { await action() })
  }
  nonisolated public func redacted(reason: RedactionReasons) -> some View { modifier(NoModifier()) }
  nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { modifier(NoModifier()) }
  nonisolated public func opacity(_ opacity: Double) -> some View { modifier(NoModifier()) }
  nonisolated public func transition(_ t: AnyTransition) -> some View { modifier(NoModifier()) }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    nonisolated(unsafe) let action = action
    return modifier(ActionModifier(name: "onAppear", action: { await MainActor.run { action?() } }))
  }
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    modifier(EnvironmentModifier(keyPath: keyPath, value: value))
  }
  nonisolated public func navigationTitle(_ title: String) -> some View { modifier(NoModifier()) }
  nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
    modifier(ActionModifier(name: "refreshable", action: action))
  }
  nonisolated public func disabled(_ disabled: Bool) -> some View { modifier(NoModifier()) }
}

public struct Text: View, Primitive {
  private let content: String
  nonisolated public init(_ content: String) { self.content = content }
  nonisolated public init(verbatim content: String) { self.content = content }
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.add(.text(content)) }
}
public struct Image: View, Primitive {
  nonisolated public init(systemName: String) {}
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {}
}
public struct ProgressView: View, Primitive {
  nonisolated public init() {}
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.add(.text("…")) }
}

/// A view that shows its content.
protocol Container: Primitive {
  associatedtype Content: View
  var content: Content { get }
}
extension Container {
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.show(content, environment, at: path) }
}
public struct HStack<Content: View>: View, Container {
  nonisolated(unsafe) let content: Content
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
public struct VStack<Content: View>: View, Container {
  nonisolated(unsafe) let content: Content
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
public struct Group<Content: View>: View, Container {
  nonisolated(unsafe) let content: Content
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
public struct NavigationView<Content: View>: View, Container {
  nonisolated(unsafe) let content: Content
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
public struct Button<Label: View>: View, Primitive {
  private let title: String
  private let action: @MainActor () -> Void
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { (title, self.action) = ("", action) }
  fileprivate init(title: String, action: @escaping @MainActor () -> Void) { (self.title, self.action) = (title, action) }
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) { node.add(.button(title, action)) }
}
extension Button where Label == Text {
  public init(_ title: String, action: @escaping @MainActor () -> Void) { self.init(title: title, action: action) }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, Primitive {
  fileprivate let data: Data
  fileprivate let id: KeyPath<Data.Element, ID>
  fileprivate let content: (Data.Element) -> Content
  func show(in node: Node, _ environment: EnvironmentValues, at path: [AnyHashable]) {
    for element in data { node.show(content(element), environment, at: path + [element[keyPath: id]]) }
  }
}
extension ForEach {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    (self.data, self.id, self.content) = (data, id, content)
  }
}
extension ForEach where ID == Data.Element.ID, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) { self.init(data, id: \.id, content: content) }
}
public struct List<SelectionValue: Hashable, Content: View>: View, Container {
  nonisolated(unsafe) let content: Content
  nonisolated fileprivate init(showing content: Content) { self.content = content }
}
extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) { self.init(showing: content()) }
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    self.init(showing: ForEach(data, content: rowContent))
  }
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init(showing: ForEach(data, id: id, content: rowContent))
  }
}

/// The issues that SwiftUI would report in Xcode.
public enum RuntimeIssues {
  nonisolated(unsafe) public private(set) static var messages: [String] = []  // Tests run on the main actor alone.
  public static func clear() { messages = [] }
  static func record(_ message: String) { messages.append(message) }
}
