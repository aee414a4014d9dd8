public import Foundation

/// Shows a view as a window would.
@MainActor
public final class Host {
  private var root: Node?
  private let makeRoot: () -> any View
  private let counts = Counts()

  public init<Root: View>(@ViewBuilder _ root: @escaping () -> Root) { makeRoot = root }

  /// Recreates the root view and evaluates outdated views until none is left.
  public func render() {
    let counts = counts
    let node = root ?? Node(Host.self, in: nil) { counts.byType[ObjectIdentifier($0), default: 0] += 1 }
    root = node
    node.invalidate()
    node.set((), EnvironmentValues()) { [makeRoot] _ in makeRoot() }
    evaluate(node)
  }

  /// Evaluates views that changes have made outdated.
  /// - Returns: whether there were any.
  @discardableResult
  public func update() -> Bool {
    guard let root, root.update() else { return false }
    evaluate(root)
    return true
  }

  private func evaluate(_ root: Node) {
    for _ in 0..<100 where !root.update() { return }
    RuntimeIssues.record("Views invalidate themselves without end.")
  }

  /// Removes the view from the screen, with its state.
  public func remove() { root = nil }

  /// The texts and the titles of buttons on the screen, in order.
  public var texts: [String] {
    items.compactMap {
      switch $0 {
      case .text(let text): text
      case .field(_, let text): text.wrappedValue
      case .button(let title, _): "[\(title)]"
      default: nil
      }
    }
  }

  /// Something on the screen, and the view whose body has it.
  public struct Line {
    public let view, text: String
  }

  /// What is on the screen, in order; an empty field shows its title.
  public var lines: [Line] { root?.lines(of: "") ?? [] }

  /// Writes a text into the first field with a title; returns whether there is one.
  @discardableResult
  public func write(_ text: String, into title: String) -> Bool {
    for case .field(title, let binding) in items {
      binding.wrappedValue = text
      return true
    }
    return false
  }

  /// Submits what is in the first field that reacts to that.
  public func submit() {
    for case .submit(let action) in items { return action() }
  }

  /// Presses the first button with a title, or the first link that begins with this text; returns whether there is one.
  @discardableResult
  public func press(_ title: String) -> Bool {
    var link: (() -> Void)?
    for item in items {
      switch item {
      case .button(title, let action):
        action()
        return true
      case .link(let action): link = action
      case .text(title):
        guard let link else { continue }
        link()
        return true
      case .text: link = nil
      default: continue
      }
    }
    return false
  }

  /// Enters a text into the first field with a title, and submits it if the field reacts to that; returns whether there is such a field.
  @discardableResult
  public func type(_ text: String, into title: String) -> Bool {
    let items = items
    guard let index = items.firstIndex(where: { if case .field(title, _) = $0 { true } else { false } }),
      case .field(_, let binding) = items[index]
    else { return false }
    binding.wrappedValue = text
    guard items.indices.contains(index + 1), case .submit(let action) = items[index + 1] else { return true }
    action()
    return true
  }

  /// Opens a URL, as the system does with a link to the app.
  public func open(_ url: URL) {
    for case .openURL(let action) in root?.allItems ?? [] { action(url) }
  }

  /// Performs the action of a modifier: `task`, `refreshable`, `onAppear`.
  public nonisolated static let canPerform = true
  public func perform(_ name: String) async {
    for case .action(name, let action) in items { await action() }
  }

  /// The number of actions of `task` modifiers that have not ended, in all hosts. A cancelled one may still be at work.
  public static var runningTasks: Int { RunningTask.count }

  /// How often the bodies of a type of views were evaluated since the last call.
  public func evaluations<V>(of type: V.Type) -> Int { counts.byType.removeValue(forKey: ObjectIdentifier(type)) ?? 0 }

  public func clearEvaluations() { counts.byType = [:] }

  /// What is not covered by a destination.
  private var items: [Node.Item] {
    let all = root?.allItems ?? []
    let cover = all.lastIndex { if case .cover = $0 { true } else { false } }
    return Array(all[(cover.map { $0 + 1 } ?? 0)...])
  }
}

private final class Counts { var byType: [ObjectIdentifier: Int] = [:] }
