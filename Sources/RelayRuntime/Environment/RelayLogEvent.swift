/// What an environment reports about its work, for logs and tools (Relay's log events).
///
/// ```swift
/// let configuration = RelayEnvironment.Configuration(log: { event in
///   if case .warning(let text) = event { print(text) }
/// })
/// let environment = RelayEnvironment(network: network, configuration: configuration)
/// ```
///
/// See <doc:Errors>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RelayLogEvent: Sendable {
  /// A request is sent. `id` distinguishes the events of one execution from those of others.
  case networkStart(id: Int, request: NetworkRequest)
  /// The status and header fields of an HTTP response have arrived, including those of an error. They often contain the server's trace
  /// id. `id` is that of the execution.
  case networkResponse(id: Int, response: HTTPNetwork.ResponseHead)
  /// A payload of `bytes` bytes has arrived.
  case networkNext(id: Int, bytes: Int)
  /// The request failed.
  case networkError(id: Int, any Error)
  /// The response is complete.
  case networkComplete(id: Int)
  /// The request was cancelled.
  case networkUnsubscribe(id: Int)
  /// The connection of a subscription is opening, is open, or was lost and is being reopened; `error` is the reason.
  case connectionChange(id: Int, operation: String, state: ConnectionState, error: (any Error)?)
  /// An operation starts.
  case executeStart(id: Int, operation: String)
  /// A payload has been written to the store. `duration` is the time from its arrival until all subscribers were
  /// notified.
  case executeNext(id: Int, operation: String, duration: Duration)
  /// The server has sent `extensions` with an answer or an error (GraphQL specification, section 7.1).
  case responseExtensions(id: Int, operation: String, extensions: [String: JSON])
  /// The server has sent errors along with the data of an answer, whether or not the fields are read.
  case payloadErrors(id: Int, operation: String, errors: [GraphQLError])
  /// An operation has ended; `error` is the error that ended it, if any. Cancelling a task, leaving a loop or a view is no error.
  case executeComplete(id: Int, operation: String, error: (any Error)?)
  /// A query was requested with a fetch policy; `shouldFetch` says whether it went to the network.
  ///
  /// `availability` is a sentence for people that says what the store has: the first field that it lacks and the record of that field
  /// (`missing: UserQuery.user.todos.edges[3].node.text of Todo:7`), since when the data is stale, or that it is complete, and whether
  /// only the policy is the reason for a request.
  case queryFetch(operation: String, policy: FetchPolicy, availability: String, shouldFetch: Bool)
  /// A change was published: how many records have changed since subscribers were last notified, and whether optimistic updates are in
  /// force.
  case storePublish(changedRecords: Int, isOptimistic: Bool)
  /// The data of this many subscribers has changed; they are notified next.
  case storeNotify(subscribers: Int)
  /// A garbage collection has ended.
  case storeCollect(removedRecords: Int)
  /// An archive has been restored.
  case storeRestore(records: Int)
  /// A store on disk has written what had changed: so many records, of so many bytes.
  case storeWrite(records: Int, bytes: Int, duration: Duration)
  /// A store on disk has loaded records into memory.
  case storeLoad(records: Int, duration: Duration)
  /// A store on disk has removed the data of operations, because it was too much or too old.
  case storeEvict(operations: Int, records: Int)
  /// Records on disk were damaged. They count as missing, and are fetched again.
  case storeDamage(records: Int)
  /// A store on disk began empty although there were files, for example because they were damaged or are of another version.
  case storeReset(reason: String)
  /// A store on disk cannot be written or read. It goes on in memory and tries again. Each failure is reported once, until writing has
  /// succeeded.
  case storeFailure(any Error)
  /// A field read with `@required`, unless its action is `NONE`, or under `@catch` or `@throwOnFieldError` had an error.
  case fieldError(FieldError)
  /// A likely mistake in the server or the application, as text.
  case warning(String)
}
