import RelayRuntime
import Values

/// The fragment's own view of a story.
public func storyLine(_ story: Story_story.Data) -> String {
  "\(story.title) \(story.order) \(story.price?.cents ?? 0) \(story.schema) by \(Byline(key: story.author).name)"
}
