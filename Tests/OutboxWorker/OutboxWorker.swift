import Foundation
import RelayOutbox
import RelayRuntime

/// A process that stores mutations in an outbox until it is killed, for tests that kill it.
///
///     OutboxWorker FOLDER
///
/// Prints the id of each entry once it is stored. Nothing is sent.
@main
enum OutboxWorker {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: OutboxWorker FOLDER")
      exit(2)
    }
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    let outbox = try await Outbox.open(
      URL(fileURLWithPath: CommandLine.arguments[1]), owner: "worker", environment: environment, mutations: [TouchMutation.self])
    await outbox.pause()
    while true {
      let entry = try await outbox.enqueue(TouchMutation(variables: Generated.EmptyVariables()))
      FileHandle.standardOutput.write(Data("\(entry.id)\n".utf8))
    }
  }
}

struct TouchMutation: GraphQLMutation {
  typealias Variables = Generated.EmptyVariables
  let variables: Variables
  init(variables: Variables) { self.variables = variables }

  static let definition = OperationDefinition(
    name: "TouchMutation", kind: .mutation, id: nil, cacheID: "TouchMutation", text: "mutation TouchMutation { touch }",
    normalization: #"{"version":1,"name":"TouchMutation","selections":["touch"]}"#,
    reader: #"{"version":1,"name":"TouchMutation","type":"Mutation","shapes":[["touch"]],"selections":[0]}"#, metadata: "{}")

  struct Data: SelectionSet {
    let __row: Generated.RowReference
    init(__row: Generated.RowReference) { self.__row = __row }
    static var __shape: Generated.RowShape { TouchMutation.definition.shape(0) }
  }
}
