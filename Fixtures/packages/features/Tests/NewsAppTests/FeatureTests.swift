import CommentsFeature
import Foundation
import FrontPageFeature
import NewsSchema
import Observation
import RelayRuntime
import Synchronization
import Testing

@testable import NewsApp

@MainActor @Suite("Features that do not know each other")
struct FeatureTests {
  private let mock = MockEnvironment()

  /// The home screen after its answer has arrived.
  private func page() async throws -> FrontPage {
    try await RelayEnvironment.withCurrent(mock.environment) {
      let home = Home(in: mock.environment)
      #expect(home.page == nil)
      let operation = try mock.mostRecentOperation()
      #expect(mock.pendingOperations.count == 1)
      try await mock.resolve(operation, data: NewsServer.data(for: operation.request))
      return try #require(home.page)
    }
  }

  @Test("A screen with several features needs one request")
  func oneRequest() async throws {
    let page = try await page()
    #expect(page.lines == ["Good morning, Ada", "Grace: At last!", "Alan: Why?", "Rain (10)", "Sun (20)"])
    #expect(mock.pendingOperations.isEmpty)
  }

  @Test("A page that is loaded later contains the data for the slots in its rows")
  func pages() async throws {
    let page = try await page()
    mock.queueOperationResolver { NewsServer.data(for: $0) }
    try await page.loadMore()
    #expect(page.lines.suffix(3) == ["Rain (10)", "Sun (20)", "Snow (30)"])
  }

  @Test("A change in one feature's data does not re-evaluate the others")
  func masking() async throws {
    let page = try await page()
    let environment = mock.environment
    // Neither `viewer.name` compiles where the screen is composed, nor `viewer.latestComments` on the front page.
    let viewer = try #require(environment.read(HomeQuery())?.viewer)
    let card = LatestComments(viewer: viewer.asFragment())
    let articles = FrontPage(viewer: viewer.asFragment(), cards: [], accessory: CommentCounts())
    let (cardChange, articleChange) = (Change(), Change())
    withObservationTracking {
      _ = card.lines
    } onChange: {
      cardChange.note()
    }
    withObservationTracking {
      _ = articles.lines
    } onChange: {
      articleChange.note()
    }
    try environment.commitLocalUpdate { $0["c1"]?["text"] = "Finally!" }
    await mock.settle()
    #expect(card.lines.first == "Grace: Finally!" && page.lines[1] == "Grace: Finally!")
    #expect(cardChange.isNoted && !articleChange.isNoted)
    try environment.commitLocalUpdate { $0["a1"]?["title"] = "Drizzle" }
    await mock.settle()
    #expect(articleChange.isNoted && articles.lines[1] == "Drizzle (10)")
  }

  @Test("A feature that is discovered at run time shares the screen's HTTP request")
  func lateFeature() async throws {
    let transport = BatchTransport()
    // The batch is sent when it contains both; an app would use a window of some milliseconds.
    let batching = HTTPNetwork.Batching(window: .seconds(600), maximumSize: 2)
    let network = HTTPNetwork(
      url: try #require(URL(string: "https://news.example/graphql")), configuration: .init(batching: batching), transport: transport)
    let environment = RelayEnvironment(network: network)
    try await RelayEnvironment.withCurrent(environment) {
      let preloaded = environment.preload(HomeQuery())
      let home = Home(in: environment, late: [MostDiscussedSlot()])
      _ = try await preloaded.data()
      _ = try await environment.fetch(MostDiscussedQuery(), fetchPolicy: .storeOrNetwork)
      // The answer is in the store before the card's query knows that it has come.
      while home.page?.lines.contains("Everyone talks about: Rain") != true { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(await transport.requests.map { $0.sorted() } == [["HomeQuery", "MostDiscussedQuery"]])
  }
}

/// Whether an observation was notified.
private final class Change: Sendable {
  private let state = Mutex(false)
  var isNoted: Bool { state.withLock { $0 } }
  func note() { state.withLock { $0 = true } }
}

/// Answers an HTTP request of several operations, and records their names.
private actor BatchTransport: HTTPTransport {
  private(set) var requests: [[String]] = []

  func send(_ request: HTTPNetwork.Request) async throws -> HTTPNetwork.Response {
    requests.append(request.operations.map(\.operationName))
    let answers = request.operations.map { JSON.object(["data": NewsServer.data(for: $0)]) }
    let body = try JSONEncoder().encode(answers.count == 1 ? answers[0] : .array(answers))
    return HTTPNetwork.Response(status: 200, headers: ["Content-Type": "application/json"], body: body)
  }
}
