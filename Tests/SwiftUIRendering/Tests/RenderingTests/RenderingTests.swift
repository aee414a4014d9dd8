import SwiftUI
import Testing

@testable import RelayRuntime

/// What the property wrappers show in views, how often bodies are evaluated, and what remains after the views are gone.
///
/// `RuntimeIssues` and `Alive` are shared by all scenarios, so they run one at a time.
@Suite("Rendering", .serialized) @MainActor
struct RenderingTests {
  #if os(Linux)
    // MARK: The SwiftUI of these tests

    /// The counts of the scenarios are right only if views are compared as in SwiftUI.
    @Test("Views are compared with == if they are Equatable, otherwise field by field")
    func comparison() {
      struct Plain {
        let number: Int
        let name: String?
      }
      struct Closure { let action: () -> Void }
      struct Half: Equatable {
        let id: Int
        let ignored: () -> Void
        static func == (left: Half, right: Half) -> Bool { left.id == right.id }
      }
      final class Model {}
      let model = Model()
      #expect(areEqual(Plain(number: 1, name: nil), Plain(number: 1, name: nil)))
      #expect(!areEqual(Plain(number: 1, name: nil), Plain(number: 1, name: "x")))
      #expect(!areEqual(Closure {}, Closure {}))
      #expect(areEqual(Half(id: 1) {}, Half(id: 1) {}))
      #expect(areEqual(model, model) && !areEqual(model, Model()))
      #expect(!areEqual(1, "1"))
    }

    @Test("The host counts the evaluations that bodies record")
    func evaluations() async throws {
      try await Stage.play { stage in
        Evaluations.clear()
        let host = stage.show { Screen(id: "u1") }
        try await stage.mock.resolve(CurrentUserToDoListQuery(id: "u1"), data: ToDoPayloads.user)
        await stage.settle()
        #expect(host.evaluations(of: Screen.self) == Evaluations.take(Screen.self))
        #expect(host.evaluations(of: ItemRow.self) == Evaluations.take(ItemRow.self))
      }
    }

    @Test("Reading the environment outside a view is a runtime issue")
    func runtimeIssue() {
      RuntimeIssues.clear()
      _ = Environment(\.relayEnvironment).wrappedValue
      #expect(RuntimeIssues.messages.count == 1)
      RuntimeIssues.clear()
    }
  #endif

  @Test("State belongs to its position in the tree, and changing it evaluates only its view")
  func state() async throws {
    try await Stage.play { stage in
      var title = "a"
      let host = stage.show { Counting(title: title) }
      #expect(host.texts == ["a 0", "[+]"])
      host.press("+")
      await stage.settle()
      #expect(host.texts == ["a 1", "[+]"])
      title = "b"
      await stage.renderAgain()
      #expect(host.texts == ["b 1", "[+]"])
      #expect(host.evaluations(of: Counting.self) == 1)
    }
  }
}
