import Foundation
import RelayRuntime
import Observation

/// Whether somebody is signed in, and who.
@Observable
public final class Session {
  enum State {
    /// The last run's login is being opened.
    case restoring
    case signedOut
    case signedIn(Account)
  }

  private(set) var state = State.restoring
  @ObservationIgnored private let server: Server
  @ObservationIgnored private let folder: URL
  @ObservationIgnored private var file: LoginFile { LoginFile(url: folder.appending(path: "login.json")) }

  /// - Parameter folder: where the app keeps its data.
  public init(server: Server, folder: URL) {
    self.server = server
    self.folder = folder
  }

  /// Opens what the last run of the app has left. It needs no server.
  func restore() async {
    guard case .restoring = state else { return }
    if let login = file.load(), let account = try? await open(login) {
      state = .signedIn(account)
    } else {
      state = .signedOut
    }
  }

  func signIn(name: String, password: String) async throws {
    let answer = try await server.anonymous.commit(SignInMutation(name: name, password: password)).signIn
    let login = Login(userID: answer.user.id, access: answer.tokens.access, refresh: answer.tokens.refresh)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try file.save(login)
    state = .signedIn(try await open(login))
  }

  func signOut() async throws {
    guard case .signedIn(let account) = state else { return }
    try await account.erase()
    file.remove()
    state = .signedOut
  }

  private func open(_ login: Login) async throws -> Account {
    try await Account(login, server: server, file: file, folder: folder.appending(path: login.userID))
  }
}
