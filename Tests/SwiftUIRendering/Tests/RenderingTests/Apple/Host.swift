#if !os(Linux)
  // The scenarios in Apple's SwiftUI: a host with the same interface as the one in `Sources/SwiftUI`, using a hosting view. It has never
  // been run.
  import SwiftUI

  #if canImport(AppKit)
    import AppKit
  #else
    import UIKit
  #endif

  /// Shows a view in a window, and collects what its texts and buttons report.
  @MainActor
  final class Host {
    private let makeRoot: () -> AnyView
    private var items: [ScreenItem] = []
    #if canImport(AppKit)
      private let window = NSWindow(
        contentRect: NSRect(x: 0, y: 0, width: 400, height: 800), styleMask: [.titled], backing: .buffered, defer: false)
      private let hosting = NSHostingView(rootView: AnyView(EmptyView()))
    #else
      private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
      private let hosting = UIHostingController(rootView: AnyView(EmptyView()))
    #endif

    init<Root: View>(@ViewBuilder _ root: @escaping () -> Root) {
      makeRoot = { AnyView(root()) }
      #if canImport(AppKit)
        window.isReleasedWhenClosed = false
        window.contentView = hosting
        window.orderFrontRegardless()
      #else
        window.rootViewController = hosting
        window.isHidden = false
      #endif
    }

    /// Recreates the root view and evaluates outdated views.
    func render() {
      hosting.rootView = AnyView(
        makeRoot().onPreferenceChange(ScreenItems.self) { [weak self] items in
          MainActor.assumeIsolated { self?.items = items }
        })
      while update() {}
    }

    /// Evaluates views that changes have made outdated.
    /// - Returns: whether there were any.
    @discardableResult
    func update() -> Bool {
      let before = Evaluations.total
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      #if canImport(AppKit)
        hosting.layoutSubtreeIfNeeded()
      #else
        hosting.view.layoutIfNeeded()
      #endif
      return Evaluations.total != before
    }

    /// Removes the view from the screen, with its state.
    func remove() {
      hosting.rootView = AnyView(EmptyView())
      items = []
      while update() {}
    }

    /// The texts and the titles of buttons on the screen, in order.
    var texts: [String] { items.map { $0.press == nil ? $0.text : "[\($0.text)]" } }

    /// Presses the first button with a title; returns whether there is one.
    @discardableResult
    func press(_ title: String) -> Bool {
      guard let press = items.first(where: { $0.text == title && $0.press != nil })?.press else { return false }
      press()
      return true
    }

    /// Whether actions of modifiers, pull to refresh for example, can be performed from here.
    nonisolated static let canPerform = false
    func perform(_ name: String) async {}

    /// SwiftUI does not tell how many actions of `task` modifiers have not ended.
    static var runningTasks: Int { 0 }

    /// How often the bodies of a type of views were evaluated since the last call.
    func evaluations<V>(of type: V.Type) -> Int { Evaluations.take(type) }
    func clearEvaluations() { Evaluations.clear() }
  }

  /// SwiftUI reports its issues to Xcode.
  enum RuntimeIssues {
    static let messages: [String] = []
    static func clear() {}
  }

  // MARK: - What is on the screen

  struct ScreenItem: Equatable, Sendable {
    let text: String
    var press: (@MainActor @Sendable () -> Void)?

    static func == (left: ScreenItem, right: ScreenItem) -> Bool {
      left.text == right.text && (left.press == nil) == (right.press == nil)
    }
  }

  struct ScreenItems: PreferenceKey {
    static let defaultValue: [ScreenItem] = []
    static func reduce(value: inout [ScreenItem], nextValue: () -> [ScreenItem]) { value += nextValue() }
  }

  // These replace SwiftUI's in the scenarios' views: they show the same, and report it.

  struct Text: View {
    private let content: String
    init(_ content: String) { self.content = content }
    var body: some View {
      SwiftUI.Text(verbatim: content).preference(key: ScreenItems.self, value: [ScreenItem(text: content)])
    }
  }

  struct Button: View {
    private let title: String
    private let action: @MainActor @Sendable () -> Void
    init(_ title: String, action: @escaping @MainActor @Sendable () -> Void) { (self.title, self.action) = (title, action) }
    var body: some View {
      SwiftUI.Button(title, action: action).preference(key: ScreenItems.self, value: [ScreenItem(text: title, press: action)])
    }
  }

  /// SwiftUI creates the rows of a list that fit on the screen, and all rows of a stack.
  struct List<Content: View>: View {
    private let content: Content
    init(@ViewBuilder content: () -> Content) { self.content = content() }
    var body: some View { VStack { content } }
  }
#endif
