import Foundation
import RelayRuntime
import Testing

/// The golden Swift of `Fixtures/artifacts/features`, run: JSON goes through the network, the store and the reader, and comes out of
/// the generated properties.
@Suite struct FeatureTests {
  /// The data that an operation has after a server answered with `json`.
  private func data<Operation: GraphQLOperation>(_ operation: Operation, _ json: JSON) async throws -> Operation.Data {
    let environment = RelayEnvironment(network: FetchNetwork { _, _ in Data(json.description.utf8) })
    return try await environment.fetch(operation)
  }
}
