import Foundation

/// The place of a photo in the app, for `NavigationLink(value:)` and for links: `photofeed://photo/photo-3`.
public struct PhotoRoute: Hashable, Sendable {
  public let id: String

  public init(id: String) { self.id = id }

  /// The photo that a link leads to; nil if it is another link.
  public init?(_ url: URL) {
    guard url.scheme == "photofeed", url.host() == "photo", url.pathComponents.count == 2 else { return nil }
    id = url.lastPathComponent
  }
}
