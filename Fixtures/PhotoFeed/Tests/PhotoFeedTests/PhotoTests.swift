#if os(Linux)
  import PhotoKit
  import RelayOutbox
  import RelayRuntime
  import SwiftUI
  import Testing

  @testable import PhotoFeature

  /// A photo without a server.
  @Suite("A photo")
  struct PhotoTests {
    private let mock = MockEnvironment()

    private func show(_ outbox: Outbox? = nil) async throws -> SwiftUI.Host {
      let relay = mock.environment
      let screen = SwiftUI.Host.showing { PhotoScreen(id: "1").relayEnvironment(relay).outbox(outbox) }
      try await mock.resolve(PhotoScreenQuery(id: "1"), data: PhotoPreviews.photo)
      try await screen.see("What a view.")
      return screen
    }

    @Test("A comment appears at once with a clock, and is the same row after the answer")
    func comment() async throws {
      let screen = try await show(try await Outbox.inMemory(environment: mock.environment, mutations: [AddCommentMutation.self]))
      screen.type("How cold it must have been.", into: "Add a comment")
      try await screen.see("◷")
      let operation = try await mock.nextOperation(AddCommentMutation.self)
      let id = try #require(operation.request.variables["input"]?["id"])
      try await mock.resolve(
        operation,
        data: [
          "addComment": [
            "comment": ["id": id, "text": "How cold it must have been!", "author": ["id": "a", "name": "Ada"]],
            "photo": ["id": "1", "commentCount": 2],
          ]
        ])
      try await screen.see { $0.contains("How cold it must have been!") && !$0.contains("◷") }
      #expect(screen.texts.count { $0.hasPrefix("How cold") } == 1)
    }

    @Test("A comment of somebody else is added once, however often it is announced")
    func subscription() async throws {
      let screen = try await show()
      let subscription = try await mock.nextOperation(CommentAddedSubscription.self)
      let event: JSON = [
        "commentAdded": [
          "comment": ["id": "c2", "text": "I was there!", "author": ["id": "g", "name": "Grace"]],
          "photo": ["id": "1", "commentCount": 2],
        ]
      ]
      try await mock.nextValue(subscription, data: event)
      try await mock.nextValue(subscription, data: event)
      try await screen.see("I was there!")
      #expect(screen.texts.count { $0 == "I was there!" } == 1)
    }

    @Test("A photo that does not exist is no error")
    func gone() async throws {
      let relay = mock.environment
      let screen = SwiftUI.Host.showing { PhotoScreen(id: "9").relayEnvironment(relay) }
      try await mock.resolve(PhotoScreenQuery(id: "9"), data: ["node": nil, "viewer": ["id": "a", "name": "Ada"]])
      try await screen.see("This photo is gone.")
    }
  }
#endif
