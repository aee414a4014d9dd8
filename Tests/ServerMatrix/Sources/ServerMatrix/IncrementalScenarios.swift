import Foundation
import RelayRuntime

extension Scenario {
  static let incremental: [Scenario] = [
    Scenario("@defer: the rest first, then what is deferred", needs: [.deferral]) { @MainActor endpoint in
      let client = try endpoint.client()
      let query = client.query(BioQuery())
      try await eventually("the part that is not deferred") { query.result.data != nil }
      let viewer = try query.result.data?.viewer ?? { throw Failure("there is no viewer") }()
      try checkEqual(viewer.name.isEmpty, false)
      let bio = FragmentHandle(Bio_user(key: viewer))
      try check(bio.data == nil, "what is deferred is there at once: \(String(describing: bio.data?.bio))")
      try check(query.isRefreshing, "the request has ended")
      try await eventually("the deferred part") { bio.data != nil }
      try check(bio.data?.bio?.isEmpty == false, "the first that is shown of it is \(String(describing: bio.data?.bio))")
      try await eventually("the end") { !query.isRefreshing }
    },

    Scenario("@defer: all of it when it is fetched", needs: [.deferral]) { endpoint in
      let data = try await endpoint.client().fetch(BioQuery())
      try check(data.viewer.fragments.bio_user?.bio?.isEmpty == false, "there is no bio")
    },

    Scenario("@stream", needs: [.streaming]) { endpoint in
      let data = try await endpoint.client().fetch(StreamQuery(count: 5))
      try checkEqual(data.stories.count, 5)
      try check(data.stories.allSatisfy { !$0.title.isEmpty }, "a story has no title")
    },

    Scenario(
      "a server without @defer says so", needs: [.post], skips: ["yoga": "knows it", "gqlgen": "knows it", "strawberry": "knows it"]
    ) { endpoint in
      let error = try await thrown { _ = try await endpoint.client().fetch(BioQuery()) }
      try check("\(error)".contains("defer"), "\(error)")
    },
  ]
}
