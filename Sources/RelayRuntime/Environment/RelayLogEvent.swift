/// What an environment reports about its work, for logs and tools (Relay's log events).
public enum RelayLogEvent: Sendable {
  /// A request leaves; `id` tells the events of one execution from those of others.
  case networkStart(id: Int, request: NetworkRequest)
  /// The status and the header fields of an HTTP response are there, also of one that is an error: a place for the id that a server traces
  /// requests by. `id` is that of the events around it.
  case networkResponse(id: Int, response: HTTPResponseHead)
  /// A payload of `bytes` bytes has arrived.
  case networkNext(id: Int, bytes: Int)
  /// The request failed.
  case networkError(id: Int, any Error)
  /// The response is complete.
  case networkComplete(id: Int)
  /// The request was cancelled.
  case networkUnsubscribe(id: Int)
  /// The connection of a subscription is being opened, is open, or was lost and is opened again; `error` is why.
  case connectionChange(id: Int, operation: String, state: ConnectionState, error: (any Error)?)
  /// An operation starts.
  case executeStart(id: Int, operation: String)
  /// A payload has been written to the store; `duration` is the time from its arrival to the end of all notifications.
  case executeNext(id: Int, operation: String, duration: Duration)
  /// The server has sent `extensions` with an answer (GraphQL specification, section 7.1), also with one that is an error.
  case responseExtensions(id: Int, operation: String, extensions: [String: JSON])
  /// The server has sent errors beside the data of an answer, whether or not the fields are read.
  case payloadErrors(id: Int, operation: String, errors: [GraphQLError])
  /// An operation is over, with the error that ended it, if one did.
  case executeComplete(id: Int, operation: String, error: (any Error)?)
  /// A query was asked for under a fetch policy; `shouldFetch` says whether it went to the network.
  case queryFetch(operation: String, policy: FetchPolicy, availability: String, shouldFetch: Bool)
  /// A change has reached the store: how many records differ since subscribers were last told, and whether optimistic updates are in force.
  case storePublish(changedRecords: Int, isOptimistic: Bool)
  /// So many subscribers see something else now and are told next.
  case storeNotify(subscribers: Int)
  /// A garbage collection has ended.
  case storeCollect(removedRecords: Int)
  /// An archive has been brought in.
  case storeRestore(records: Int)
  /// A field read with `@required(action: LOG)`, `@catch` or `@throwOnFieldError` had an error.
  case fieldError(FieldError)
  /// Something that is likely a mistake of the server or of the application, in words.
  case warning(String)
}
