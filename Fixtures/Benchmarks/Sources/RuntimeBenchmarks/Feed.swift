// The compiler's output for a feed, written by hand, and the same data as plain structs.
import Foundation
import RelayRuntime

struct FeedQuery: GraphQLQuery {
  var variables: Generated.EmptyVariables
  init(variables: Generated.EmptyVariables = Generated.EmptyVariables()) { self.variables = variables }
  static let definition: OperationDefinition = OperationDefinition(
    name: "FeedQuery", kind: .query, id: nil, cacheID: "FeedQuery", text: "query FeedQuery { … }",
    normalization: #"""
      {"version":1,"name":"FeedQuery","selections":[[1,"feed","StoryConnection","O",[[1,"edges","StoryEdge","[O]",
      ["cursor:S!",[1,"node","Story","O",["id:D!","title:S!","body:S!","score:I!","rating:F!","isRead:B!","tags:[S!]!",[1,
      "author","Person","O!",["id:D!","name:S!","avatar"]],[1,"size","Size","O!",["width:I!","height:I!"]]]]]]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"FeedQuery","type":"Query","shapes":[["feed:O1"],["edges:[O2]",0,1],["cursor:S!","node:O3"],
      ["id:S!","title:S!","body:S!","score:I!","rating:F!","isRead:B!","tags:[S!]!","author:O4!","size:O5!",
      "fragment_StoryRow:P"],["id:S!","name:S!","avatar"],["width:I!","height:I!"]],"selections":[[1,0,1,0,"StoryConnection",
      0,[[1,0,2,0,"StoryEdge",1,[0,[1,1,3,0,"Story",0,[0,1,2,3,4,5,6,[1,7,4,0,"Person",0,[0,1,2]],[1,8,5,0,"Size",0,[0,1]],
      [10,9,"StoryRow"]]]]]]]]}
      """#, fragments: [StoryRow.definition], metadata: "{}")

  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { FeedQuery.definition.shape(0) }
    var feed: StoryConnection_feed? { self.__row.optionalObject(0) }

    struct StoryConnection_feed: SelectionSet, Hashable, ConnectionCollection {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { FeedQuery.definition.shape(1) }
      typealias Edge = StoryEdge_edges
      var edges: [StoryEdge_edges?]? { self.__row.optionalNullableObjects(0) }

      struct StoryEdge_edges: SelectionSet, Hashable, ConnectionEdge {
        let __row: Generated.RowReference
        init(__row: Generated.RowReference) { self.__row = __row }
        static var __shape: Generated.RowShape { FeedQuery.definition.shape(2) }
        typealias NodeValue = Story_node
        var cursor: String { self.__row.string(0) }
        var node: Story_node? { self.__row.optionalObject(1) }

        struct Story_node: SelectionSet, Hashable, Identifiable, ConnectionNode {
          let __row: Generated.RowReference
          init(__row: Generated.RowReference) { self.__row = __row }
          static var __shape: Generated.RowShape { FeedQuery.definition.shape(3) }
          var id: String { self.__row.string(0) }
          var title: String { self.__row.string(1) }
          var body: String { self.__row.string(2) }
          var score: Int { self.__row.int(3) }
          var rating: Double { self.__row.double(4) }
          var isRead: Bool { self.__row.bool(5) }
          var tags: [String] { self.__row.strings(6) }
          var author: Person_author { self.__row.object(7) }
          var size: Size_size { self.__row.object(8) }
          var fragment_StoryRow: FragmentPointer { self.__row.fragmentPointer(9) }

          struct Person_author: SelectionSet, Hashable {
            let __row: Generated.RowReference
            init(__row: Generated.RowReference) { self.__row = __row }
            static var __shape: Generated.RowShape { FeedQuery.definition.shape(4) }
            var id: String { self.__row.string(0) }
            var name: String { self.__row.string(1) }
            var avatar: String? { self.__row.optionalString(2) }
          }
          struct Size_size: SelectionSet, Hashable {
            let __row: Generated.RowReference
            init(__row: Generated.RowReference) { self.__row = __row }
            static var __shape: Generated.RowShape { FeedQuery.definition.shape(5) }
            var width: Int { self.__row.int(0) }
            var height: Int { self.__row.int(1) }
          }
        }
      }
    }
  }
}

/// The data of a row of the list: a fragment on a story.
struct StoryRow: GraphQLFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: #"""
      {"version":1,"name":"StoryRow","type":"Story","shapes":[["id:S!","title:S!","isRead:B!"]],"selections":[0,1,2]}
      """#, scalars: [])
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { StoryRow.definition.shape(0) }
    var id: String { self.__row.string(0) }
    var title: String { self.__row.string(1) }
    var isRead: Bool { self.__row.bool(2) }
  }
}

/// The same data as structs without any GraphQL.
struct PlainResponse: Decodable {
  let data: Root
  struct Root: Decodable { let feed: Feed? }
  struct Feed: Decodable { let edges: [Edge?]? }
  struct Edge: Decodable {
    let cursor: String
    let node: Story?
  }
  struct Story: Decodable {
    let id: String
    let title: String
    let body: String
    let score: Int
    let rating: Double
    let isRead: Bool
    let tags: [String]
    let author: Person
    let size: Size
  }
  struct Person: Decodable {
    let id: String
    let name: String
    let avatar: String?
  }
  struct Size: Decodable {
    let width: Int
    let height: Int
  }
}

enum FeedResponse {
  /// A response with `count` stories, always the same.
  static func make(stories count: Int) -> Data {
    var text = #"{"data":{"feed":{"edges":["#
    for index in 0..<count {
      if index > 0 { text += "," }
      let person = index % 97
      text += #"{"cursor":"cursor-\#(index)","node":{"id":"Story:\#(index)","title":"The story with the number \#(index)","#
      text += #""body":"Once upon a time \#(index) people met \"somewhere\" and talked – for a while – about what they had seen.","#
      text += #""score":\#(index * 37 % 1000),"rating":\#(Double(index % 50) / 8 + 0.0625),"isRead":\#(index % 3 == 0),"#
      text += #""tags":["news","local"],"author":{"id":"Person:\#(person)","name":"Person number \#(person)","avatar":null},"#
      text += #""size":{"width":\#(index % 640),"height":\#(index % 480)}}}"#
    }
    return Data((text + "]}}}").utf8)
  }
}
