import RelayRuntime

/// An in-process server that records its requests.
actor NewsServer {
  private(set) var requests: [NetworkRequest] = []

  nonisolated var network: FetchNetwork { FetchNetwork { request in NetworkPayload(await self.answer(request)) } }

  func answer(_ request: NetworkRequest) -> JSON {
    requests.append(request)
    return ["data": Self.data(for: request)]
  }

  static func data(for request: NetworkRequest) -> JSON {
    switch request.operationName {
    case "HomeQuery":
      [
        "viewer": [
          "id": "ada", "name": "Ada", "articles": articles(["Rain", "Sun"], from: 1, hasNext: true),
          "latestComments": [["id": "c1", "author": "Grace", "text": "At last!"], ["id": "c2", "author": "Alan", "text": "Why?"]],
        ]
      ]
    case "FrontPagePaginationQuery":
      ["viewer": ["id": "ada", "name": "Ada", "articles": articles(["Snow"], from: 3, hasNext: false)]]
    default: ["mostDiscussed": ["__typename": "Article", "id": "a1", "title": "Rain", "commentCount": 10]]
    }
  }

  private static func articles(_ titles: [String], from first: Int, hasNext: Bool) -> JSON {
    let edges = titles.enumerated().map { index, title -> JSON in
      let id = "\(first + index)"
      return [
        "cursor": .string(id),
        "node": ["__typename": "Article", "id": .string("a\(id)"), "title": .string(title), "commentCount": .int((first + index) * 10)],
      ]
    }
    return ["edges": .array(edges), "pageInfo": ["hasNextPage": .bool(hasNext), "endCursor": edges.last?["cursor"] ?? .null]]
  }
}
