import Foundation
import PhotoFeature
import PhotoKit
import RelayDurableStore
import RelayOutbox
import RelayRuntime

/// Everything that belongs to the user who is signed in. It exists from the sign-in to the sign-out, and nothing of it is shared with
/// another user.
final class Account {
  let userID: String
  let relay: RelayEnvironment
  let outbox: Outbox
  private let credential: RenewableCredential<Login>

  /// Opens the user's store and outbox, so that the first screen shows what the last run of the app knew, with what was not sent.
  /// - Parameter folder: the folder of this user's data.
  init(_ login: Login, server: Server, file: LoginFile, folder: URL) async throws {
    let credential = RenewableCredential(login) { old in
      let new = try await server.renew(old)
      try file.save(new)
      return new
    }
    let authentication = AuthenticationInterceptor(credential) { login, request in
      request.headers["Authorization"] = "Bearer \(login.access)"
    }
    var configuration = RelayStore.Configuration()
    configuration.owner = login.userID
    let store = try await RelayStore.open(DurableFolder(folder.appending(path: "store")), configuration: configuration)
    let relay = RelayEnvironment(network: server.network(interceptors: [authentication]), store: store)

    var sending = Outbox.Configuration()
    sending.flushStore = { try await store.flush() }
    let outbox = try await Outbox.open(
      folder.appending(path: "outbox"), owner: login.userID, environment: relay,
      mutations: [LikePhotoMutation.self, AddCommentMutation.self], configuration: sending)

    userID = login.userID
    self.relay = relay
    self.outbox = outbox
    self.credential = credential
  }

  /// Forgets everything of the user, on the disk, too. In this order, nothing of this user is sent or shown later.
  func erase() async throws {
    try await outbox.close(discarding: true)
    credential.set(nil)
    relay.store.clear()
    try? await relay.store.flush()
  }
}
