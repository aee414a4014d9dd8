// The compiler's output for pages of items, written by hand.
import Foundation
import RelayRuntime

/// A page of items, whose rows are a fragment with two objects in it.
struct ScreenQuery: GraphQLQuery {
  var variables: Variables
  init(variables: Variables) { self.variables = variables }
  init(page: Int) { variables = Variables(page: page) }
  static let definition: OperationDefinition = OperationDefinition(
    name: "ScreenQuery", kind: .query, id: nil, cacheID: "ScreenQuery", text: "query ScreenQuery($page: Int!) { … }",
    normalization: #"""
      {"version":1,"name":"ScreenQuery","arguments":[["page",null]],"selections":[[1,"items","Item","[O]",["id:D!","title:S!",
      "body:S!",[1,"author","Person","O!",["id:D!","name:S!","bio:S!"]],[1,"place","Place","O!",["id:D!","name:S!","text:S!"]]],
      0,[["page",1,"page"]]]]}
      """#,
    reader: #"""
      {"version":1,"name":"ScreenQuery","type":"Query","arguments":[["L","page",null]],"shapes":[["items:[O1]"],["id:S!",
      "fragment_ItemRow:P"]],"selections":[[1,0,1,0,"Item",1,[0,[10,1,"ItemRow"]],0,[["page",1,"page"]]]]}
      """#, fragments: [ItemRow.definition], metadata: "{}")

  struct Variables: OperationVariables {
    var __fields: Generated.InputFields
    init(page: Int) {
      self.__fields = Generated.InputFields()
      self.__fields.set("page", page)
    }
  }
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ScreenQuery.definition.shape(0) }
    var items: [Item_items?]? { self.__row.optionalNullableObjects(0) }

    struct Item_items: SelectionSet, Hashable, Identifiable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { ScreenQuery.definition.shape(1) }
      var id: String { self.__row.string(0) }
      var fragment_ItemRow: FragmentPointer { self.__row.fragmentPointer(1) }
    }
  }
}

struct ItemRow: GraphQLFragment, Hashable {
  var fragmentPointer: FragmentPointer
  init(fragmentPointer: FragmentPointer) { self.fragmentPointer = fragmentPointer }
  static let definition: Generated.FragmentDefinition = Generated.FragmentDefinition(
    plan: #"""
      {"version":1,"name":"ItemRow","type":"Item","shapes":[["title:S!","author:O1!","place:O2!"],["name:S!"],["name:S!",
      "text:S!"]],"selections":[0,[1,1,1,0,"Person",0,[0]],[1,2,2,0,"Place",0,[0,1]]]}
      """#, scalars: [])
  struct Data: SelectionSet, Hashable {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { ItemRow.definition.shape(0) }
    var title: String { self.__row.string(0) }
  }
}

extension ScreenQuery {
  /// A response with so many items, each of three records of about 300 bytes.
  ///
  /// - Parameter version: changes every record.
  static func response(page: Int, items: Int, version: Int = 0) -> Foundation.Data {
    let filler = String(repeating: "x", count: 230)
    var text = #"{"data":{"items":["#
    for item in 0..<items {
      if item > 0 { text += "," }
      let number = "\(page)-\(item)"
      text += #"{"id":"Item:\#(number)","title":"The item \#(number), \#(version)","body":"\#(filler)","#
      text += #""author":{"id":"Person:\#(number)","name":"Person \#(number), \#(version)","bio":"\#(filler)"},"#
      text += #""place":{"id":"Place:\#(number)","name":"Place \#(number), \#(version)","text":"\#(filler)"}}"#
    }
    return Foundation.Data((text + "]}}").utf8)
  }
}
