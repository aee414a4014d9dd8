import RelayRuntime

/// What a story looks like. The only file that uses the story's fragment.
func storyLine(_ story: Story_story.Data) -> String {
  "\(story.title), by \(story.author.name)"
}
