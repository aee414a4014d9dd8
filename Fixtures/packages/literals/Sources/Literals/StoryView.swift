import RelayRuntime

private let storyFragment = graphql("""
  fragment Story_story on Story {
    title
    author {
      name
    }
  }
  """)

func storyLine(_ story: Story_story.Data) -> String {
  "\(story.title), by \(story.author.name)"
}
