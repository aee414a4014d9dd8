import Feed
import RelayRuntime

/// A story of this module's query is a key of the other module's fragment.
func line(_ story: FeedQuery.Data.Story_stories) -> String {
  storyLine(Story_story(key: story).data)
}

print(FeedQuery.definition.name, Story_story.definition.name)
