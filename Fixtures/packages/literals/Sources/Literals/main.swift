import RelayRuntime

private let query = graphql("""
  query FeedQuery {
    stories(first: 10) {
      id
      ...Story_story
    }
    viewer {
      ...Profile_user
    }
  }
  """)

print(FeedQuery.definition.name, Story_story.definition.name, Profile_user.definition.name)
