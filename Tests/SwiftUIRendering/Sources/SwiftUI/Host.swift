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
      case .button(let title, _): "[\(title)]"
      case .field(_, let text): text.wrappedValue
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

  /// Writes a text into the field with a title; returns whether there is one.
  @discardableResult
  public func write(_ text: String, into title: String) -> Bool {
    for case .field(title, let binding) in items {
      binding.wrappedValue = text
      return true
    }
    return false
  }

  /// Presses the first button with a title; returns whether there is one.
  @discardableResult
  public func press(_ title: String) -> Bool {
    for case .button(title, let action) in items {
      action()
      return true
    }
    return false
  }

  /// Performs the action of a modifier: `refreshable`, `onAppear`, `onSubmit`.
  public nonisolated static let canPerform = true
  public func perform(_ name: String) async {
    for case .action(name, let action) in items { await action() }
  }

  /// The number of actions of `task` modifiers that have not ended, in all hosts. A cancelled one may still be at work.
  public static var runningTasks: Int { RunningTask.count }

  /// How often the bodies of a type of views were evaluated since the last call.
  public func evaluations<V>(of type: V.Type) -> Int { counts.byType.removeValue(forKey: ObjectIdentifier(type)) ?? 0 }

  public func clearEvaluations() { counts.byType = [:] }

  private var items: [Node.Item] { root?.allItems ?? [] }
}

private final class Counts { var byType: [ObjectIdentifier: Int] = [:] }
