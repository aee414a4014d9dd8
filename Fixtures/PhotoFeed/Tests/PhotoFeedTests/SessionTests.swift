#if os(Linux)
  import Foundation
  import RelayOutbox
  import RelayRuntime
  import SwiftUI
  import Synchronization
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @testable import FeedFeature
  @testable import PhotoFeed
  @testable import PhotoFeature

  /// The whole app, against the server of this folder.
  @Suite("The app")
  struct SessionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "PhotoFeed-\(UUID().uuidString)")

    private func show(_ session: Session) -> SwiftUI.Host { .showing { RootView(session: session) } }

    private func signIn(_ name: String, on screen: SwiftUI.Host) async throws {
      try await screen.see("[Sign in]")
      screen.type(name, into: "Name")
      screen.type("tulip", into: "Password")
      screen.press("Sign in")
      try await screen.see("The harbor before sunrise")
    }

    @Test("A wrong password is told; nothing is kept of a user who has signed out, and the next one sees other likes")
    func signInAndOut() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try PhotoServer()
      defer { server.stop() }
      let session = Session(server: Server(url: server.url), folder: folder)
      let screen = show(session)
      try await screen.see("[Sign in]")
      screen.type("ada", into: "Name")
      screen.press("Sign in")
      try await screen.see("The name or the password is wrong.")

      try await signIn("ada", on: screen)
      guard case .signedIn(let account) = session.state else { throw Unexpected() }
      try await account.relay.store.flush()
      #expect(try data(in: folder).contains("The harbor before sunrise"))
      screen.press("Sign out")
      try await screen.see("[Sign in]")
      #expect(account.relay.check(FeedScreenQuery()) == .missing)
      let left = try data(in: folder)
      #expect(!left.contains("The harbor before sunrise"))
      #expect(!left.contains("refresh"))

      // Grace likes the photo already.
      try await signIn("grace", on: screen)
      #expect(screen.texts.contains("[♥ 3]"))
    }

    @Test("Expired tokens are renewed, once for all requests that wait, and the next run of the app has the new ones")
    func renewal() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try PhotoServer(tokenUses: 1)
      defer { server.stop() }
      let network = CountingTransport()
      let session = Session(server: Server(url: server.url, transport: network), folder: folder)
      let screen = show(session)
      try await signIn("ada", on: screen)
      guard case .signedIn(let account) = session.state else { throw Unexpected() }
      for _ in 0..<3 { _ = try await account.relay.fetch(PhotoScreenQuery(id: "photo-1"), fetchPolicy: .networkOnly) }
      #expect(network.count(of: "RenewTokensMutation") == 3)
      let saved = try #require(LoginFile(url: folder.appending(path: "login.json")).load())
      let again = try await Server(url: server.url).renew(saved)
      #expect(again.userID == "user-ada")
    }

    @Test("A mutation whose answer was lost is sent again, and executed once")
    func lostAnswer() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try PhotoServer()
      defer { server.stop() }
      let network = CountingTransport()
      let session = Session(server: Server(url: server.url, transport: network), folder: folder)
      let screen = show(session)
      try await signIn("ada", on: screen)
      try screen.open(#require(URL(string: "photofeed://photo/photo-12")))
      try await screen.see("What a view.")
      network.losesNext = "AddCommentMutation"
      screen.type("It was cold.", into: "Add a comment")
      try await screen.see { $0.contains("It was cold.") && !$0.contains("◷") && !$0.contains { $0.hasSuffix("to be sent") } }
      #expect(network.count(of: "AddCommentMutation") == 2)
      #expect(screen.texts.count { $0 == "It was cold." } == 1)
      guard case .signedIn(let account) = session.state else { throw Unexpected() }
      let photo = try await account.relay.fetch(PhotoScreenQuery(id: "photo-12"), fetchPolicy: .networkOnly).node?.photo
      #expect(photo?.fragments.newComment_photo.commentCount == 3)
    }

    /// Everything in the files of a folder, as text.
    private func data(in folder: URL) throws -> String {
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
      return (files?.compactMap { $0 as? URL } ?? []).compactMap { try? Data(contentsOf: $0) }
        .map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    private struct Unexpected: Error {}
  }

  /// Counts requests, and can lose an answer.
  nonisolated private final class CountingTransport: HTTPTransport {
    private struct State {
      var counts: [String: Int] = [:]
      var lost: String?
    }

    private let state = Mutex(State())
    private let transport = PlatformHTTPTransport()

    var losesNext: String? {
      get { state.withLock { $0.lost } }
      set { state.withLock { $0.lost = newValue } }
    }

    func count(of operation: String) -> Int { state.withLock { $0.counts[operation, default: 0] } }

    func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
      let name = request.operation.operationName
      let response = try await transport.send(request)
      let isLost = state.withLock { state in
        state.counts[name, default: 0] += 1
        guard state.lost == name else { return false }
        state.lost = nil
        return true
      }
      if isLost { throw URLError(.networkConnectionLost) }
      return response
    }
  }
#endif
