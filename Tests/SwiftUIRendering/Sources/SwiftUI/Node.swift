@_spi(Reflection) import Swift

internal import Foundation
internal import Observation

/// A view with a body, at its position in the tree: its state, and the result of its last evaluation.
@MainActor final class Node {
  /// The contents of a body, in order.
  enum Item {
    case text(String)
    case button(String, @MainActor () -> Void)
    case action(String, @Sendable () async -> Void)
    case field(String, Binding<String>)
    case submit(() -> Void)
    case link(() -> Void)
    case openURL((URL) -> Void)
    /// What comes before is not seen.
    case cover
    case view(Node)
  }

  let type: Any.Type
  var storage: [Int: AnyObject] = [:]
  private(set) var items: [Item] = []
  private var value: Any?
  private var evaluate: (Node, _ needsBody: Bool) -> Void = { _, _ in }
  private weak var parent: Node?
  /// The environment values set between the enclosing view and this one.
  private var overrides = EnvironmentValues()
  /// The environment in which the properties were installed, and whether values that were read are unchanged.
  private var installedEnvironment = EnvironmentValues()
  private var environmentReads: [(EnvironmentValues) -> Bool] = []
  private var children: [[AnyHashable]: Node] = [:]
  private var visited: Set<[AnyHashable]> = []
  private var tasks: [[AnyHashable]: RunningTask] = [:]
  private var isDirty = true
  /// Only the observations of the last evaluation count.
  private var evaluation = 0
  let count: (Any.Type) -> Void

  init(_ type: Any.Type, in parent: Node?, _ count: @escaping (Any.Type) -> Void) {
    (self.type, self.parent, self.count) = (type, parent, count)
  }

  func invalidate() { isDirty = true }

  func read<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>) -> Value {
    let value = environment[keyPath: keyPath]
    environmentReads.append { areEqual($0[keyPath: keyPath], value) }
    return value
  }

  /// A value for a part of the body, for which the body itself has set some of the environment.
  func value<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>, _ overrides: EnvironmentValues) -> Value {
    _ = read(keyPath)
    return environment.overridden(by: overrides)[keyPath: keyPath]
  }

  private var environment: EnvironmentValues { parent?.environment.overridden(by: overrides) ?? overrides }

  /// Gives the node the value that its parent has created, to be evaluated if it differs.
  func set<V>(_ new: V, _ overrides: EnvironmentValues, body: @escaping (V) -> any View) {
    if value.map({ !areEqual($0, new) }) ?? true { isDirty = true }
    (value, self.overrides) = (new, overrides)
    evaluate = { node, needsBody in
      var copy = new
      withUnsafeMutablePointer(to: &copy) { node.installFields(of: V.self, UnsafeMutableRawPointer($0), 0) }
      if needsBody { node.observe { node.show(body(copy), EnvironmentValues()) } }
    }
  }

  /// Evaluates outdated views, here and below. As in SwiftUI, properties are updated when anything in their environment has changed, and
  /// the body is evaluated only if they find a different value.
  /// - Returns: whether any view was evaluated.
  func update() -> Bool {
    let environment = environment
    let wasDirty = isDirty || environmentReads.contains { !$0(environment) }
    if wasDirty {
      isDirty = false
      (items, visited) = ([], [])
      count(type)
    }
    if wasDirty || (!environmentReads.isEmpty && !environment.isSame(as: installedEnvironment)) {
      (installedEnvironment, environmentReads) = (environment, [])
      evaluate(self, wasDirty)
    }
    if wasDirty {
      children = children.filter { visited.contains($0.key) }
      tasks = tasks.filter { visited.contains($0.key) }
    }
    return children.values.reduce(wasDirty) { $1.update() || $0 }
  }

  private func observe(_ body: () -> Void) {
    evaluation += 1
    let current = evaluation
    withObservationTracking(body) { [weak self] in
      MainActor.assumeIsolated {
        if let self, self.evaluation == current { self.isDirty = true }
      }
    }
  }

  private func installFields(of type: Any.Type, _ address: UnsafeMutableRawPointer, _ offset: Int) {
    _ = _forEachField(of: type) { _, fieldOffset, fieldType, _ in
      if let property = fieldType as? any DynamicProperty.Type {
        install(property, address + fieldOffset, offset + fieldOffset)
      } else if fieldType is any ViewModifier.Type {
        installFields(of: fieldType, address + fieldOffset, offset + fieldOffset)
      }
      return true
    }
  }

  private func install<P: DynamicProperty>(_ type: P.Type, _ address: UnsafeMutableRawPointer, _ offset: Int) {
    if let installable = type as? any Installable.Type { connect(installable, address, offset) }
    installFields(of: type, address, offset)
    address.assumingMemoryBound(to: P.self).pointee.update()
  }

  private func connect<P: Installable>(_ type: P.Type, _ address: UnsafeMutableRawPointer, _ offset: Int) {
    address.assumingMemoryBound(to: P.self).pointee.install(in: self, key: offset)
  }

  func add(_ item: Item) { items.append(item) }

  /// Shows a view: its elements, and nodes for the views in it that have bodies.
  func show(_ view: any View, _ environment: EnvironmentValues, at path: [AnyHashable] = []) {
    if let primitive = view as? any Primitive { return primitive.show(in: self, environment, at: path) }
    func open<V: View>(_ view: V) { child(view, environment, at: path) { $0.body } }
    open(view)
  }

  func child<V>(_ value: V, _ environment: EnvironmentValues, at path: [AnyHashable], body: @escaping (V) -> any View) {
    let key = path + [ObjectIdentifier(V.self)]
    let node = children[key] ?? Node(V.self, in: self, count)
    children[key] = node
    visited.insert(key)
    items.append(.view(node))
    node.set(value, environment, body: body)
  }

  /// Runs the action of a `task` modifier while the view exists, and restarts it when the value on which it depends changes.
  func run(_ action: @escaping @Sendable () async -> Void, id: Any, at path: [AnyHashable]) {
    let key = path + ["task"]
    visited.insert(key)
    if let running = tasks[key], areEqual(running.id, id) { return }
    RunningTask.count += 1
    tasks[key] = RunningTask(
      id: id,
      Task {
        await action()
        RunningTask.count -= 1
      })
  }

  /// What is on the screen, in order, with the view whose body has it. Modifiers are no views.
  func lines(of view: String) -> [Host.Line] {
    items.flatMap { item -> [Host.Line] in
      switch item {
      case .text(let text): return [Host.Line(view: view, text: text)]
      case .button(let title, _): return [Host.Line(view: view, text: "[\(title)]")]
      case .field(let title, let text): return [Host.Line(view: view, text: text.wrappedValue.isEmpty ? "\(title)…" : text.wrappedValue)]
      case .action, .submit, .link, .openURL, .cover: return []
      case .view(let node):
        let name = "\(node.type)"
        return node.lines(of: name.contains("<") ? view : name)
      }
    }
  }

  var allItems: [Item] {
    items.flatMap { item in
      if case .view(let node) = item { node.allItems } else { [item] }
    }
  }
}

/// Compares values as SwiftUI does to decide whether a view has to be evaluated: with `==` if available, otherwise field by field.
public func areEqual(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable { return left.equals(right) }
  if type(of: left) is AnyClass { return left as AnyObject === right as AnyObject }
  let (leftFields, rightFields) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard let style = leftFields.displayStyle, leftFields.children.count == rightFields.children.count else { return false }
  if style == .enum, leftFields.children.first?.label != rightFields.children.first?.label { return false }
  return zip(leftFields.children, rightFields.children).allSatisfy { areEqual($0.value, $1.value) }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
