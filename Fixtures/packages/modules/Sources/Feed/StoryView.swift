public import RelayRuntime

public func storyLine(_ story: Story_story.Data) -> String {
  "\(story.title), by \(story.author.name)"
}
