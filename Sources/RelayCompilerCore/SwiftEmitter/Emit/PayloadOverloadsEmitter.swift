/// Writes the overloads with which Swift knows the type of `.init(…)` beside an operation: `resolve(operation, data: .init(user: …))`.
///
/// The runtime's own functions are generic over the payload, from which Swift infers the operation and not the reverse; so it takes `.init` for
/// one of ``JSON``. That an operation has a payload type is known to the module in which that is generated, so the protocol belongs to it, too.
struct PayloadOverloadsEmitter {
  /// The protocol of operations with a type for their payloads.
  static let protocolName: SwiftText = "__OperationWithPayload"

  func emit(to writer: inout SwiftWriter) {
    writer.line("/// An operation with a type for its payloads, so that `.init(…)` beside it is one.")
    writer.block("nonisolated protocol \(Self.protocolName): RelayRuntime.GraphQLOperation") { writer in
      writer.line("associatedtype Payload: RelayRuntime.OperationPayload where Payload.Operation == Self")
    }
    writer.blank()
    writer.block("extension RelayRuntime.MockEnvironment") { writer in
      for name in ["resolve", "nextValue"] as [SwiftText] {
        let parameters: SwiftText = "_ operation: __Operation, data: __Operation.Payload, errors: [RelayRuntime.JSON] = []"
        emit("func \(name)<__Operation: \(Self.protocolName)>(\(parameters)) async throws", to: &writer) { writer in
          writer.line("try await self.\(name)(operation, data: RelayRuntime.JSON.object(data.__fields.values), errors: errors)")
        }
      }
      let query: SwiftText = "__Operation: \(Self.protocolName) & RelayRuntime.GraphQLQuery"
      emit("func cachePayload<\(query)>(_ operation: __Operation, data: __Operation.Payload) async throws", to: &writer) { writer in
        writer.line("try await self.cachePayload(operation, data: RelayRuntime.JSON.object(data.__fields.values))")
      }
    }
    writer.blank()
    writer.block("extension RelayRuntime.PreviewPayload") { writer in
      emit("init<__Operation: \(Self.protocolName)>(_ operation: __Operation, _ payload: __Operation.Payload)", to: &writer) { writer in
        writer.line("self.init(operation, RelayRuntime.JSON.object(payload.__fields.values))")
      }
    }
    writer.blank()
    let further: SwiftText =
      "options: RelayRuntime.MutationOptions = .init(), updater: RelayRuntime.RelayEnvironment.SelectorStoreUpdater? = nil"
    let arguments: SwiftText = "optimisticResponse: optimisticResponse?.__json, options: options, updater: updater"
    writer.block("extension RelayRuntime.RelayEnvironment") { writer in
      let mutation: SwiftText = "__Operation: \(Self.protocolName) & RelayRuntime.GraphQLMutation"
      let parameters: SwiftText = "optimisticResponse: __Operation.Payload?, \(further)"
      writer.line("@discardableResult")
      emit("func commit<\(mutation)>(_ mutation: __Operation, \(parameters)) async throws -> __Operation.Data", to: &writer) { writer in
        writer.line("try await self.commit(mutation, \(arguments))")
      }
      writer.line("@discardableResult")
      let response: SwiftText = "RelayRuntime.OperationResponse<__Operation.Data>"
      emit("func response<\(mutation)>(to mutation: __Operation, \(parameters)) async throws -> \(response)", to: &writer) { writer in
        writer.line("try await self.response(to: mutation, \(arguments))")
      }
      let operation: SwiftText = "__Operation: \(Self.protocolName)"
      emit("func commitPayload<\(operation)>(_ operation: __Operation, _ response: __Operation.Payload) throws", to: &writer) { writer in
        writer.line("try self.commitPayload(operation, RelayRuntime.JSON.object(response.__fields.values))")
      }
    }
    writer.blank()
    writer.block("extension RelayRuntime.Mutation.Mutator where Operation: \(Self.protocolName)") { writer in
      writer.line("@discardableResult")
      let parameters: SwiftText = "_ mutation: Operation, optimisticResponse: Operation.Payload?, \(further)"
      emit("func commit(\(parameters)) -> _Concurrency.Task<Operation.Data, any Swift.Error>", to: &writer) { writer in
        writer.line("self.commit(mutation, \(arguments))")
      }
    }
  }

  private func emit(_ declaration: SwiftText, to writer: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
    // A value that is no `.init(…)` has better overloads.
    writer.line("@_disfavoredOverload")
    writer.block(SwiftLine(declaration), body)
  }
}
