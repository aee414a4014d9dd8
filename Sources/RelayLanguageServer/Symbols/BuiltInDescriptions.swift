internal import RelayCompilerCore

/// What the directives do that no schema has to declare. The compiler does not need these texts.
enum BuiltInDescriptions {
  /// The schema's description of a directive, or else ours, if the schema need not declare the directive.
  static func description(of directive: DirectiveDefinition) -> String? {
    directive.description ?? (Schema.empty.directives[directive.name] == nil ? nil : texts[directive.name.string])
  }

  private static let texts = [
    // The specification's.
    "skip": "Leaves the selection out if the condition is true.",
    "include": "Leaves the selection out unless the condition is true.",
    "deprecated": "Says that a part of the schema should not be used any more, and why.",
    "specifiedBy": "Says where the format of a scalar is specified. It is read and not used.",
    "oneOf": "Exactly one field of the input object must have a value.",
    // Relay's.
    "relay_test_operation": "Keeps the values of enums and the names of interfaces with the operation, for mock environments.",
    "inline": "The fragment's data can be read anywhere, from the data of what spreads it.",
    "no_inline": "Without the flag `no_inline` an error. The fragment is inlined all the same.",
    "throwOnFieldError": "Reading throws an error if a field below has one. Fields with `@semanticNonNull` are not optional then.",
    "raw_response_type": "Generates a type of which responses can be made by hand, such as optimistic ones.",
    "DEPRECATED__relay_ignore_unused_variables_error": "Variables that the operation declares and does not use are no error.",
    "refetchable":
      "Generates a query with this name that fetches the fragment again with other variables. Its type must be `Query` or `Viewer`, have an id, or be marked by the server as fetchable.",
    "preloadable": "Needs `persistConfig`. Every query can be fetched before it is shown.",
    "relay":
      "`plural: true`: the fragment is read from a list of objects. `mask: false`: what spreads the fragment sees its fields.",
    "__clientField": "Gives the field a handler in the store.",
    "match": "Refused: it asks the server which code to load. Use an inline fragment for each type.",
    "module": "Refused: it asks the server which code to load. Spread the fragment with `@alias` in an inline fragment.",
    "connection":
      "The field is a list in pages. The store joins its pages under a key such as `TodoList_todos`, which ends with the field's name. `filters` are the arguments that make another list.",
    "stream_connection": "As `@connection`; the server may send the edges one after the other.",
    "required":
      "The field has a value, or else: `NONE` and `LOG` make the object around it nil, and `THROW` makes reading throw an error.",
    "catch":
      "Errors of the fields below become a part of the data: `RESULT` makes the value a result, and `NULL` makes it nil.",
    "deleteRecord": "Deletes the record with this id from the store when the response arrives.",
    "deleteEdge": "Removes the edges whose node has this id from the connections.",
    "appendEdge": "Puts this edge at the end of the connections.",
    "prependEdge": "Puts this edge at the start of the connections.",
    "appendNode": "Puts an edge for this node at the end of the connections. `edgeTypeName` is the type of the edge.",
    "prependNode": "Puts an edge for this node at the start of the connections. `edgeTypeName` is the type of the edge.",
    "relay_resolver": "Refused: a resolver is a function in JavaScript. Write a computed property in an extension of a fragment's type.",
    "waterfall": "Refused: it is for fields of resolvers, and there are none.",
    "RelayOutputType": "Refused: it is the type of what a resolver makes. Write a type in Swift.",
    "updatable": "Generates a type through which an updater reads and changes the store.",
    "assignable": "What spreads the fragment can be assigned to a field in an updater.",
    "alias": "The selections are a property of their own, which is nil if the object is of another type.",
    "dangerously_unaliased_fixme": "The spread needs no `@alias`, although the object can be of another type. Its data may then be empty.",
    "static": "Marks arguments of Relay's directives whose values must be constant. It has no effect on others.",
    "__debug": "For those who work on Relay's compiler. It has no effect here.",
    "exec_time_resolvers": "Has no effect: there are no Relay Resolvers.",
    "semanticNonNull":
      "The field is null only if it has an error. `levels` says at which levels of lists that is so; 0 is the field itself.",
    // Ours.
    "maxAge":
      "What is fetched is fresh for so many seconds. Then, for the seconds of `staleWhileRevalidate`, it is shown while it is fetched again.",
    "invalidates": "When the mutation's answer arrives, objects of these types, and fields such as `User.friends`, are stale.",
  ]
}
