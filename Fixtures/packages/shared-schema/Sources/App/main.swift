import AppSchema
import Stories
import Profile
import RelayRuntime
import Values

let story: JSON = [
  "__typename": "Story", "__isNode": "Story", "id": "s", "title": "Rain", "order": "NEWEST", "price": "12.05", "result": "WON", "schema": "OLD",
  "author": ["__typename": "User", "id": "u", "name": "Ada", "joined": "2026-01-02T03:04:05Z"],
]
let user: JSON = [
  "__typename": "User", "__isNode": "User", "id": "u", "name": "Ada", "joined": "2026-01-02T03:04:05Z",
  "stories": [
    "edges": [["cursor": "c", "node": ["__typename": "Story", "id": "s", "title": "Rain"]]],
    "pageInfo": ["endCursor": "c", "hasNextPage": false],
  ],
]
let query = AppQuery(filter: StoryFilter(price: Money(cents: 5), not: StoryFilter(schema: .new)), id: "u")
let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
try environment.commitPayload(query, ["stories": [story], "user": user])

let data = environment.read(query)
if let first = data?.stories.first, let user = data?.user {
  let schema: AppSchema_Enum = first.schema
  print(storyLine(Story_story(key: first).data), "|", first.price?.cents ?? 0, schema, "|", Data_Fragment(key: first).title)
  print("titles:", ProfileView(user: user.asFragment()).titles, Byline(key: first.author).name)
}
print(query.variables.__fields.values["filter"] ?? .null)
print(profileStories().variables.filter ?? StoryFilter())
