import Foundation

@testable import RelayRuntime

/// A store with its queue, and shortcuts for writing a response's text to it.
struct TestStore {
  let store: RelayStore
  let queue: PublishQueue

  init(
    _ configuration: RelayStore.Configuration = RelayStore.Configuration(), reportError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    store = RelayStore(configuration: configuration)
    queue = PublishQueue(store: store, reportError: reportError)
  }

  init(store: RelayStore, queue: PublishQueue) {
    self.store = store
    self.queue = queue
  }

  /// A store that collects garbage only when the test calls `collectGarbage`.
  static func collectingOnRequest(_ configuration: RelayStore.Configuration) -> TestStore {
    var configuration = configuration
    configuration.schedule = { _ in }
    return TestStore(configuration)
  }

  func normalize(
    _ operation: OperationDescriptor, _ response: String, options: Normalizer.Options = Normalizer.Options()
  ) throws -> NormalizedPayload {
    let document = try JSONDocument(Data(response.utf8))
    let (data, errors) = document.withCursor { cursor in
      let errors = cursor.find("errors", in: 0)
      return (cursor.find("data", in: 0), errors < 0 ? [] : (cursor.value(errors).arrayValue ?? []).map { GraphQLError(json: $0) })
    }
    return try Normalizer.normalize(
      ResponsePart(document, at: data, of: operation, errors: errors), keys: store.keys, options: options)
  }

  @discardableResult
  func publish(
    _ operation: OperationDescriptor, _ response: String, options: Normalizer.Options = Normalizer.Options(),
    updater: PublishQueue.SelectorUpdater? = nil
  ) throws -> [OperationDescriptor] {
    queue.commitPayload(operation, try normalize(operation, response, options: options), updater: updater)
    return queue.run(source: operation)
  }

  @discardableResult
  func publish<Operation: GraphQLOperation>(_ operation: Operation, _ response: String) throws -> Operation.Data? {
    let descriptor = operation.descriptor
    try publish(descriptor, response)
    return store.lookup(descriptor).row.map { Operation.Data(__row: Generated.RowReference($0)) }
  }

  /// A record's fields, as JSON by storage key. Links are `{"__ref": id}` and `{"__refs": [id]}`.
  func record(_ dataID: String) -> JSON? { store.json[dataID] }
}
