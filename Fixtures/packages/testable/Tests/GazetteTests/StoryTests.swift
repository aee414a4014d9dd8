import RelayRuntime
import Testing

@testable import Gazette

@Test("A query of the tests has a fragment of the app")
func storyOfTheApp() {
  let data = StoryTestQuery.Data(json: ["story": ["id": "1", "title": "Rain", "order": "NEWEST"]])
  #expect(data.story.map { storyLine($0) } == "Rain NEWEST")
}
