// The memory that remains after many operations that are not retained.
import Foundation
import RelayRuntime

/// The compiler's output for a story by its id, written by hand.
struct StoryQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(id: String) { variables = Variables(id: id) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "StoryQuery", kind: .query, id: nil, cacheID: "StoryQuery", text: "query StoryQuery($id: ID!) { … }",
    normalization: #"""
      {"version":1,"name":"StoryQuery","arguments":[["id",null]],"selections":[[1,"story","Story","O",["id:D!","title:S!",
      "score:I!","tags:[S!]!",[1,"author","Person","O!",["id:D!","name:S!"]],[1,"size","Size","O!",["width:I!","height:I!"]]],
      0,[["id",1,"id"]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"StoryQuery","type":"Query","arguments":[["L","id",null]],"shapes":[["story:O1"],["id:S!",
      "title:S!"]],"selections":[[1,0,1,0,"Story",0,[0,1],0,[["id",1,"id"]]]]}
      """#, scalars: [], metadata: "{}")

  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(id: String) {
      self.__fields = Generated.InputFields()
      self.__fields.set("id", id)
    }
  }
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { StoryQuery.definition.shape(0) }
    var story: Story_story? { self.__row.optionalObject(0) }

    struct Story_story: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { StoryQuery.definition.shape(1) }
      var id: String { self.__row.string(0) }
      var title: String { self.__row.string(1) }
    }
  }
}

/// The compiler's output for a list of items, written by hand.
struct ItemsQuery: GraphQLQuery {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables = Generated.EmptyVariables()) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "ItemsQuery", kind: .query, id: nil, cacheID: "ItemsQuery", text: "query ItemsQuery { … }",
    normalization: #"""
      {"version":1,"name":"ItemsQuery","selections":[[1,"items","Item","[O]",["id:D!","title","done:B"]]]}
      """#,
    reader: #"{"version":1,"name":"ItemsQuery","type":"Query","shapes":[[]],"selections":[]}"#, scalars: [], metadata: "{}")

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ItemsQuery.definition.shape(0) }
  }
}

/// The compiler's output for events of stories, written by hand.
struct StoryAddedSubscription: GraphQLSubscription {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables = Generated.EmptyVariables()) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "StoryAddedSubscription", kind: .subscription, id: nil, cacheID: "StoryAddedSubscription",
    text: "subscription StoryAddedSubscription { … }",
    normalization: #"""
      {"version":1,"name":"StoryAddedSubscription","selections":[[1,"storyAdded","StoryAdded","O",["at:I!",[1,"story","Story",
      "O",["id:D!","title:S!","score:I!","tags:[S!]!",[1,"author","Person","O!",["id:D!","name:S!"]],[1,"size","Size","O!",
      ["width:I!","height:I!"]]]]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"StoryAddedSubscription","type":"Subscription","shapes":[["storyAdded:O1"],["at:I!","story:O2"],
      ["id:S!","title:S!"]],"selections":[[1,0,1,0,"StoryAdded",0,[0,[1,1,2,0,"Story",0,[0,1]]]]]}
      """#, scalars: [], metadata: "{}")

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { StoryAddedSubscription.definition.shape(0) }
    var storyAdded: StoryAdded_storyAdded? { self.__row.optionalObject(0) }

    struct StoryAdded_storyAdded: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { StoryAddedSubscription.definition.shape(1) }
      var at: Int { self.__row.int(0) }
      var story: StoryQuery.Data.Story_story? { self.__row.optionalObject(1) }
    }
  }
}

/// Answers immediately.
struct StoryNetwork: RelayNetwork {
  /// The number of events of a subscription.
  let events: Int

  static func story(_ number: Int) -> String {
    let person = number % 997
    return #"{"id":"Story:\#(number)","title":"The story with the number \#(number)","score":\#(number % 1000),"tags":["news","local"],"#
      + #""author":{"id":"Person:\#(person)","name":"Person number \#(person)"},"size":{"width":\#(number % 640),"height":480}}"#
  }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    guard request.operationKind == .subscription else {
      let id = request.variables["id"]?.stringValue ?? ""
      return AsyncThrowingStream { continuation in
        continuation.yield(NetworkPayload(data: Data(#"{"data":{"story":\#(Self.story(Int(id) ?? 0))}}"#.utf8)))
        continuation.finish()
      }
    }
    let (events, numbers) = (events, Numbers())
    return AsyncThrowingStream {
      let number = await numbers.next()
      guard number < events else { return nil }
      // Lets the consumer keep up, like a server that sends events only when they occur.
      while number > Self.consumed.number + 100 { await Task.yield() }
      return NetworkPayload(data: Data(#"{"data":{"storyAdded":{"at":\#(number),"story":\#(Self.story(number))}}}"#.utf8))
    }
  }

  actor Numbers {
    private var last = -1
    func next() -> Int {
      last += 1
      return last
    }
  }

  /// The number of events that the consumer has received.
  static let consumed = Consumed()
  final class Consumed: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var value = 0  // Inside the lock.
    var number: Int { lock.withLock { value } }
    func set(_ number: Int) { lock.withLock { value = number } }
  }
}

extension RuntimeBenchmarks {
  /// The number of operations after which the reference memory is measured.
  static let early = 50_000

  /// Resident memory after many queries for different ids that are not retained.
  static func fetches(_ count: Int) async throws {
    let environment = RelayEnvironment(network: StoryNetwork(events: 0))
    var before = 0
    let start = ContinuousClock.now
    for number in 1...count {
      let data = try await environment.fetch(StoryQuery(id: String(number)))
      sink &+= data.story?.title.utf8.count ?? 0
      if number == early { before = residentMemory() }
    }
    print("\(count) fetches in \(ContinuousClock.now - start)")
    report("resident kB after \(count) fetches / after \(early)", Double(residentMemory() / 1024), per: Double(before / 1024), budget: 1.5)
  }

  /// Resident memory after many events of one subscription.
  static func events(_ count: Int) async throws {
    let environment = RelayEnvironment(network: StoryNetwork(events: count))
    var (before, number) = (0, 0)
    let start = ContinuousClock.now
    for try await data in environment.subscribe(StoryAddedSubscription()) {
      sink &+= data.storyAdded?.story?.title.utf8.count ?? 0
      number += 1
      StoryNetwork.consumed.set(number)
      if number == early { before = residentMemory() }
    }
    print("\(number) events in \(ContinuousClock.now - start)")
    report("resident kB after \(count) events / after \(early)", Double(residentMemory() / 1024), per: Double(before / 1024), budget: 1.5)
  }
}
