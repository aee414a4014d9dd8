import RelayRuntime

/// What a story looks like.
func storyLine(_ story: some Story_story_Key) -> String {
  let story = Story_story(key: story)
  return "\(story.title) \(story.order?.rawValue ?? "-")"
}

print("Gazette")
