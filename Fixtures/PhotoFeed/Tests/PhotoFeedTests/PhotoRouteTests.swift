import Foundation
import PhotoKit
import Testing

@Suite("Links")
struct PhotoRouteTests {
  @Test(
    "A link leads to a photo or nowhere",
    arguments: [
      ("photofeed://photo/photo-3", "photo-3"), ("photofeed://photo", nil), ("photofeed://user/3", nil), ("https://photo/3", nil),
    ])
  func route(link: String, id: String?) throws {
    #expect(try PhotoRoute(#require(URL(string: link)))?.id == id)
  }
}
