import Foundation
import SwiftUI

/// The photo app. Use it as an app target's `@main` type:
///
/// ```swift
/// @main struct Main: App {
///   var body: some Scene { PhotoFeedApp().body }
/// }
/// ```
public struct PhotoFeedApp: App {
  @State private var session = Session(
    server: Server(url: URL(string: "http://127.0.0.1:8080/graphql")!),
    folder: URL(filePath: NSHomeDirectory()).appending(path: "Library/Application Support/PhotoFeed"))

  public init() {}

  public var body: some Scene {
    WindowGroup {
      RootView(session: session)
    }
  }
}
