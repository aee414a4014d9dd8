import RelayRuntime

/// What a story looks like.
func storyLine(_ story: some Story_story_Key) -> String {
  let story = Story_story(key: story)
  return "\(story.title) \(story.order?.rawValue ?? "-")"
}

/// Named like the module, as the type of an app often is.
struct Gazette {}

print("Gazette")
