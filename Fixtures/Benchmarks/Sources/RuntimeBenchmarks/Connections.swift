// Lists with and without `@connection`, as the compiler emits them.
import Foundation
import RelayRuntime

/// Posts with their comments, both lists with `@connection` or both without; and many people with few friends each.
enum Connections {
  static let feed = operation(isConnection: true)
  static let plainFeed = operation(isConnection: false)

  private static func operation(isConnection: Bool) -> OperationDefinition {
    func handle(_ field: String, _ key: String) -> String {
      isConnection ? #",[3,"\#(field)","connection","\#(key)",0,0,[["first",0,100]]]"# : ""
    }
    /// The start and the end of a field in the reader plan.
    func field(_ shape: Int, slot: Int, _ field: String, _ key: String, _ type: String) -> (start: String, end: String) {
      isConnection
        ? (#"[1,\#(slot),\#(shape),"__\#(key)_connection","\#(type)",0,["#, #"],"\#(field)"]"#)
        : (#"[1,\#(slot),\#(shape),"\#(field)","\#(type)",0,["#, #"],0,[["first",0,100]]]"#)
    }
    let pageInfo = #"[1,"pageInfo","PageInfo","O!",["endCursor","hasNextPage:B!"]]"#
    let posts = field(1, slot: 0, "posts", "Feed_posts", "PostConnection")
    let comments = field(4, slot: 2, "comments", "Feed_comments", "CommentConnection")
    return OperationDefinition(
      name: "FeedOfPostsQuery", kind: .query, id: nil, cacheID: "FeedOfPostsQuery\(isConnection)", text: "query FeedOfPostsQuery { … }",
      normalization: #"""
        {"version":1,"name":"FeedOfPostsQuery","selections":[[1,"posts","PostConnection","O",[[1,"edges","PostEdge","[O]",["cursor:S!",
        [1,"node","Post","O",["id:D!","title:S!","body:S!",[1,"comments","CommentConnection","O",[[1,"edges","CommentEdge","[O]",["cursor:S!",
        [1,"node","Comment","O",["id:D!","text:S!"]]]],\#(pageInfo)],0,[["first",0,100]]]\#(handle("comments", "Feed_comments"))]]]],
        \#(pageInfo)],0,[["first",0,100]]]\#(handle("posts", "Feed_posts"))]}
        """#,
      reader: #"""
        {"version":1,"name":"FeedOfPostsQuery","type":"Query","shapes":[["posts:O1"],["edges:[O2]",0,0],["node:O3"],
        ["id:S!","title:S!","comments:O4"],["edges:[O5]",0,0],["node:O6"],["id:S!","text:S!"]],"selections":[\#(posts.start)[1,0,2,0,
        "PostEdge",1,[[1,0,3,0,"Post",0,[0,1,\#(comments.start)[1,0,5,0,"CommentEdge",1,[[1,0,6,0,"Comment",0,[0,1]]]]\#(comments.end)]]]]
        \#(posts.end)]}
        """#, metadata: "{}")
  }

  /// A response with posts and their comments, always the same.
  static func feedResponse(posts: Int, comments: Int) -> Data {
    func page(_ edges: [String]) -> String {
      #"{"edges":[\#(edges.joined(separator: ","))],"pageInfo":{"endCursor":"end","hasNextPage":true}}"#
    }
    let edges = (0..<posts).map { post in
      let comments = (0..<comments).map {
        #"{"cursor":"c\#($0)","node":{"id":"Comment:\#(post):\#($0)","text":"What number \#($0) has to say"}}"#
      }
      return #"{"cursor":"p\#(post)","node":{"id":"Post:\#(post)","title":"The post with the number \#(post)","body":"Once upon a time","#
        + #""comments":\#(page(comments))}}"#
    }
    return Data(#"{"data":{"posts":\#(page(edges))}}"#.utf8)
  }

  static let friends = OperationDefinition(
    name: "FriendsQuery", kind: .query, id: nil, cacheID: "FriendsQuery", text: "query FriendsQuery { … }",
    normalization: #"""
      {"version":1,"name":"FriendsQuery","selections":[[1,"people","Person","[O]",["id:D!",[1,"friends","FriendConnection","O",
      [[1,"edges","FriendEdge","[O]",["cursor:S!",[1,"node","Person","O",["id:D!","name:S!"]]]],
      [1,"pageInfo","PageInfo","O!",["endCursor","hasNextPage:B!"]]],0,[["first",0,2]]],
      [3,"friends","connection","Friends_friends",0,0,[["first",0,2]]]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"FriendsQuery","type":"Query","shapes":[["people:[O1]"],["id:S!"]],"selections":[[1,0,1,0,"Person",1,[0]]]}
      """#,
    metadata: "{}")

  /// People with a connection of two friends each.
  static func friendsResponse(_ count: Int) -> Data {
    let people = (0..<count).map { person in
      let edges = (0..<2).map { #"{"cursor":"c\#($0)","node":{"id":"Friend:\#(person):\#($0)","name":"Friend \#($0)"}}"# }
      return #"{"id":"Person:\#(person)","friends":{"edges":[\#(edges.joined(separator: ","))],"#
        + #""pageInfo":{"endCursor":"c1","hasNextPage":true}}}"#
    }
    return Data(#"{"data":{"people":[\#(people.joined(separator: ","))]}}"#.utf8)
  }
}
