import Foundation
import PhotoFeed
import RelayRuntime
import SwiftUI

/// The app on a phone: its screen, its network and its disk.
final class Phone {
  let network = PhoneNetwork()
  let folder: URL
  private let host: SwiftUI.Host

  init(server: URL, folder: URL) {
    self.folder = folder
    let session = Session(server: Server(url: server, transport: network), folder: folder)
    host = SwiftUI.Host { RootView(session: session) }
  }

  func start() { host.render() }

  func press(_ title: String) throws {
    guard host.press(title) else { throw Unseen(what: "[\(title)]", screen: host.texts) }
  }

  func type(_ text: String, into field: String) throws {
    guard host.type(text, into: field) else { throw Unseen(what: field, screen: host.texts) }
  }

  func open(_ link: String) {
    if let url = URL(string: link) { host.open(url) }
  }

  /// The last row of a list comes into sight.
  func scrollDown() async { await host.perform("onAppear") }

  /// Waits until the screen shows something.
  func see(_ what: String, where isShown: ([String]) -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      host.update()
      if isShown(host.texts) { return }
      guard ContinuousClock.now < deadline else { throw Unseen(what: what, screen: host.texts) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits until a request has been answered.
  func hasSent(_ request: String) async throws { try await see(request) { _ in network.log.contains(request) } }

  func see(_ text: String) async throws { try await see(text) { $0.contains(text) } }

  /// The screen, wrapped.
  var lines: [String] {
    host.texts.reduce(into: [String]()) { lines, text in
      if let last = lines.last, last.count + text.count < 96 { lines[lines.count - 1] += " · \(text)" } else { lines.append(text) }
    }
  }

  struct Unseen: Error, CustomStringConvertible {
    let what: String
    let screen: [String]
    var description: String { "‘\(what)’ is not on the screen: \(screen)" }
  }
}
