#if os(Linux)
  import PhotoKit
  import RelayOutbox
  import RelayRuntime
  import SwiftUI
  import Testing

  @testable import FeedFeature

  /// The feed without a server: the test answers its requests.
  @Suite("The feed")
  struct FeedTests {
    private let mock = MockEnvironment()

    private func show(_ outbox: Outbox? = nil) -> SwiftUI.Host {
      let relay = mock.environment
      return .showing { FeedScreen().relayEnvironment(relay).outbox(outbox) }
    }

    @Test("It shows photos, and the next page when its end comes into sight")
    func pages() async throws {
      let screen = show()
      #expect(screen.texts == ["…"])
      var feed = FeedPreviews.feed
      feed.photos.pageInfo = .init(endCursor: "2", hasNextPage: true)
      try await mock.resolve(FeedScreenQuery(), data: feed)
      try await screen.see("A moth in the relay")

      await screen.perform("onAppear")
      let page = try await mock.nextOperation(FeedListPaginationQuery.self)
      #expect(page.request.variables == ["count": 5, "cursor": "2", "matching": ""])
      try await mock.resolve(page, with: MockPayload(paths: ["photos.edges.node.caption": "Tea, no sugar"]))
      try await screen.see("Tea, no sugar")
      #expect(screen.texts.contains("A moth in the relay"))
    }

    @Test("A search is one request, when the user has paused")
    func search() async throws {
      let screen = show()
      try await mock.resolve(FeedScreenQuery(), data: FeedPreviews.feed)
      try await screen.see("A moth in the relay")
      for text in ["m", "mo", "moth"] {
        screen.type(text, into: "Search")
        screen.update()
      }
      let search = try await mock.nextOperation(FeedListPaginationQuery.self)
      #expect(search.request.variables["matching"] == "moth")
      #expect(mock.pendingOperations.count == 1)
      try await mock.resolve(search, with: MockPayload(paths: ["photos.edges": []]))
      try await screen.see("Nothing found.")
    }

    @Test("A failure is shown beside the photos that are there, and can be retried")
    func failure() async throws {
      try await mock.cachePayload(FeedScreenQuery(), data: FeedPreviews.feed)
      let screen = show()
      try await mock.reject(mock.nextOperation(FeedScreenQuery.self), RelayError.http(status: 503, body: ""))
      try await screen.see("[Try again]")
      #expect(screen.texts.contains("A moth in the relay"))
      screen.press("Try again")
      _ = try await mock.nextOperation(FeedScreenQuery.self)
      try await mock.resolve(FeedScreenQuery(), data: FeedPreviews.feed)
      try await screen.see { !$0.contains("[Try again]") }
    }

    @Test("A like is shown at once, sent by the outbox, and taken back if the server refuses it")
    func like() async throws {
      let outbox = try await Outbox.inMemory(environment: mock.environment, mutations: [LikePhotoMutation.self])
      let screen = show(outbox)
      try await mock.resolve(FeedScreenQuery(), data: FeedPreviews.feed)
      try await screen.see("[♡ 12]")
      screen.press("♡ 12")
      try await screen.see("[♥ 13]")
      let like = try await mock.nextOperation(LikePhotoMutation.self)
      #expect(like.request.variables["input"] == ["photoID": "2", "isLiked": true])
      try await mock.resolve(like, data: nil, errors: [["message": "Nobody may like moths."]])
      try await screen.see("[♡ 12]")
      #expect(outbox.entries.map(\.status.needsDecision) == [true])
    }
  }
#endif
