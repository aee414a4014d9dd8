@_spi(Reflection) import Swift

internal import Observation

/// A view with a body, at its place in the tree: what is stored there, and what its last evaluation gave.
@MainActor
final class Node {
  /// What a body shows, in order.
  enum Item {
    case text(String)
    case button(String, @MainActor () -> Void)
    case action(String, @Sendable () async -> Void)
    case view(Node)
  }

  let type: Any.Type
  var storage: [Int: AnyObject] = [:]
  private(set) var items: [Item] = []
  private var value: Any?
  private var evaluateBody: (Node) -> Void = { _ in }
  private var environment = EnvironmentValues()
  private var environmentReads: [(EnvironmentValues, EnvironmentValues) -> Bool] = []
  private var children: [[AnyHashable]: Node] = [:]
  private var visited: Set<[AnyHashable]> = []
  private var isDirty = true
  /// Of several evaluations only the observations of the last one count.
  private var evaluation = 0
  let count: (Any.Type) -> Void

  init(_ type: Any.Type, _ count: @escaping (Any.Type) -> Void) { (self.type, self.count) = (type, count) }

  func invalidate() { isDirty = true }

  func read<Value>(_ keyPath: KeyPath<EnvironmentValues, Value>) -> Value {
    environmentReads.append { areEqual($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    return environment[keyPath: keyPath]
  }

  /// Gives the node the value that its parent has made, to be evaluated if that, or the environment as far as it is read, is another one.
  func set<V>(_ new: V, _ environment: EnvironmentValues, body: @escaping (V) -> any View) {
    if value.map({ !areEqual($0, new) }) ?? true { isDirty = true }
    if environmentReads.contains(where: { !$0(self.environment, environment) }) { isDirty = true }
    (value, self.environment) = (new, environment)
    evaluateBody = { node in
      var copy = new
      withUnsafeMutablePointer(to: &copy) { node.installFields(of: V.self, UnsafeMutableRawPointer($0), 0) }
      node.observe { node.show(body(copy), node.environment) }
    }
  }

  /// Evaluates what is out of date, here and below.
  /// - Returns: whether anything was.
  func update() -> Bool {
    let wasDirty = isDirty
    if isDirty {
      isDirty = false
      (items, visited, environmentReads) = ([], [], [])
      count(type)
      evaluateBody(self)
      children = children.filter { visited.contains($0.key) }
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

  // MARK: Showing

  func add(_ item: Item) { items.append(item) }

  /// Shows a view: its elements, and nodes for the views in it that have bodies.
  func show(_ view: any View, _ environment: EnvironmentValues, at path: [AnyHashable] = []) {
    if let primitive = view as? any Primitive { return primitive.show(in: self, environment, at: path) }
    func open<V: View>(_ view: V) { child(view, environment, at: path) { $0.body } }
    open(view)
  }

  func child<V>(_ value: V, _ environment: EnvironmentValues, at path: [AnyHashable], body: @escaping (V) -> any View) {
    let key = path + [ObjectIdentifier(V.self)]
    let node = children[key] ?? Node(V.self, count)
    children[key] = node
    visited.insert(key)
    items.append(.view(node))
    node.set(value, environment, body: body)
  }

  var allItems: [Item] {
    items.flatMap { item in
      if case .view(let node) = item { node.allItems } else { [item] }
    }
  }
}

/// Compares values as SwiftUI does to find out whether a view has to be evaluated: by `==` where there is one, else field by field.
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
