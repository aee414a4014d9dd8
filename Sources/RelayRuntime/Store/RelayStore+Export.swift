public import Foundation

extension RelayStore {
  /// Writes the data of an operation to a file, without optimistic updates.
  ///
  /// - Throws: as `save(to:)`.
  func export(_ operation: OperationDescriptor, to file: URL) throws {
    let seconds = configuration.secondsSince1970()
    let instant = configuration.now()
    let (encoded, session) = try withCopy { state in
      let part = StoreArchive.Part(operation: operation.key, fields: SelectedFields(operation, state, keys))
      let encoded = try StoreArchive.encode(state, keys, owner: configuration.owner, part: part) {
        seconds - (instant - $0) / .seconds(1)
      }
      return (encoded, state.session)
    }
    try AtomicFile(file).replace(with: encoded) { rename in
      guard try session.unlessOver(rename) else { throw RelayError.storeCleared }
    }
  }

  /// A store with what ``RelayEnvironment/export(_:to:)`` has written: for a widget, and for other processes that show data and do not
  /// fetch it.
  ///
  /// Give it to an environment, and read the query there. The file may be replaced at any time; this store has what the file contained.
  ///
  ///     let store = try RelayStore.exported(from: file)
  ///     let environment = RelayEnvironment(network: network, store: store)
  ///     let data = environment.read(WidgetQuery(id: userID))
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - configuration: as that of the store from which it was exported, with the same ``Configuration/owner``.
  /// - Throws: as ``restore(from:)``.
  public static func exported(from file: URL, configuration: Configuration = Configuration()) throws -> RelayStore {
    let store = RelayStore(configuration: configuration)
    try store.restore(from: file)
    return store
  }
}
