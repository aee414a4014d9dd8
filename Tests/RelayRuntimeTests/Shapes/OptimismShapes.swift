import Foundation

@testable import RelayRuntime

extension RuntimeShape {
  /// An optimistic update of the records that `loaded` has.
  private static func changingAll(_ size: Int) -> PublishQueue.OptimisticUpdate {
    PublishQueue.OptimisticUpdate(.updater { store in for index in 0..<size { store["u\(index)"]?["name"] = "Changed" } })
  }

  /// Optimistic layers, applied one after the other, under one answer of a server, and reverted together.
  private static func layered(
    _ name: String, _ change: @escaping @Sendable (RecordSourceProxy, Int) throws -> Void
  ) -> RuntimeShape {
    RuntimeShape(name) { size in
      let test = try loaded(size)
      let layers = (0..<size).map { index in PublishQueue.OptimisticUpdate(.updater { try change($0, index) }) }
      return {
        for layer in layers {
          test.queue.applyUpdate(layer)
          test.queue.run()
        }
        try test.publish(OperationDescriptor(users), usersText(1))
        for layer in layers { test.queue.revertUpdate(layer) }
        test.queue.run()
      }
    }
  }

  /// One optimistic update of a size, applied, reapplied and reverted.
  private static func optimistic(
    _ name: String, _ change: @escaping @Sendable (RecordSourceProxy, Int) throws -> Void
  ) -> RuntimeShape {
    RuntimeShape(name) { size in
      let test = try loaded(size)
      let update = PublishQueue.OptimisticUpdate(.updater { store in try change(store, size) })
      return {
        test.queue.applyUpdate(update)
        test.queue.run()
        try test.publish(OperationDescriptor(users), usersText(1))
        test.queue.revertUpdate(update)
        test.queue.run()
      }
    }
  }

  static let optimism: [RuntimeShape] = [
    layered("optimistic layers of different records") { $0["u\($1)"]?["name"] = .string("Layer \($1)") },
    layered("optimistic layers of one record") { $0["u0"]?["name"] = .string("Layer \($1)") },
    layered("optimistic layers that fail") { store, index in
      store["u\(index)"]?["name"] = "Layer"
      throw CancellationError()
    },
    layered("optimistic layers that each add a field to one record") { $0.root["layer\($1)"] = .int($1) },
    layered("optimistic layers that each make a record and refer to the one before") { store, index in
      let made = store.create(dataID: "made\(index)", typeName: "User")
      made.setLinkedRecord(store["made\(index - 1)"], for: "before")
    },
    optimistic("records changed by one optimistic update") { store, size in
      for index in 0..<size { store["u\(index)"]?["name"] = "Changed" }
    },
    optimistic("fields of one record changed by one optimistic update") { store, size in
      for index in 0..<size { store.root["field\(index)"] = .int(index) }
    },
    optimistic("records deleted by one optimistic update") { store, size in
      for index in 0..<size { store.delete(dataID: "u\(index)") }
    },
    RuntimeShape("records changed by one optimistic update and replaced by another") { size in
      let test = try loaded(size)
      return {
        test.queue.applyUpdate(changingAll(size))
        test.queue.run()
        test.queue.applyUpdate(
          PublishQueue.OptimisticUpdate(
            .updater { store in
              for index in 0..<size { store.create(dataID: "u\(index)", typeName: "User")["name"] = "Replaced" }
            }))
        test.queue.run()
        test.queue.revertAll()
        test.queue.run()
      }
    },
    RuntimeShape("records that updaters read while an optimistic update has changed them") { size in
      let test = try loaded(size)
      test.queue.applyUpdate(changingAll(size))
      test.queue.run()
      return {
        test.queue.commitUpdate { store in
          for index in 0..<size {
            guard let user = store["u\(index)"] else { continue }
            store.create(dataID: "copy\(index)", typeName: "User").copyFields(from: user)
          }
        }
        test.queue.run()
      }
    },
    RuntimeShape("a collection while an optimistic update has changed many records") { size in
      let test = try loaded(size)
      test.queue.applyUpdate(changingAll(size))
      test.queue.run()
      // The store collects although the update is in force.
      test.store.state.withLock { $0.bound = CollectionBound(threshold: 0) }
      return { test.store.collectGarbage() }
    },
    RuntimeShape("an archive restored under an optimistic update of many records") { size in
      let test = try loaded(size)
      let file = FileManager.default.temporaryDirectory.appending(path: "RuntimeShape-\(UUID().uuidString)")
      try test.store.save(to: file)
      test.queue.applyUpdate(changingAll(size))
      test.queue.run()
      return {
        defer { try? FileManager.default.removeItem(at: file) }
        try test.store.restore(from: file)
      }
    },
    RuntimeShape("optimistic responses, each replaced by its answer") { size in
      let edit = Plans.operation(
        "EditMutation", kind: .mutation, type: "Mutation",
        normalization: [.linked("edit", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])])
      let test = try loaded(size)
      return {
        for index in 0..<size {
          let operation = OperationDescriptor(edit).withFreshRoot()
          let text = #"{"data":{"edit":{"id":"u\#(index)","name":"New"}}}"#
          let update = PublishQueue.OptimisticUpdate(
            .payload(.init(operation: operation, payload: try test.normalize(operation, text), updater: nil)))
          test.queue.applyUpdate(update)
          test.queue.run()
          test.queue.revertUpdate(update)
          try test.publish(operation, text)
        }
      }
    },
  ]
}
