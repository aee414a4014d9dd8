import Foundation

/// Who signed in on this device, and their tokens.
nonisolated struct Login: Codable, Sendable {
  var userID: String
  var access: String
  var refresh: String
}

/// Where the login is kept between two runs of the app. An app on Apple's systems keeps it in the keychain instead of a file.
nonisolated struct LoginFile: Sendable {
  let url: URL

  func load() -> Login? {
    (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(Login.self, from: $0) }
  }

  func save(_ login: Login) throws {
    try JSONEncoder().encode(login).write(to: url, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
