#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  /// Shows a view with a query's data in a preview.
  ///
  /// A preview of a view that has a `@Query` itself needs only `previewPayload(_:_:)`.
  ///
  /// ```swift
  /// struct BadgePreviews: PreviewProvider {
  ///   static var previews: some View {
  ///     QueryPreview(HomeQuery(id: "me")) { data in
  ///       if let user = data.user { Text(user.name) }
  ///     }
  ///     .previewPayload(HomeQuery(id: "me"), ["user": ["id": "me", "name": "Ada"]])
  ///   }
  /// }
  /// ```
  ///
  /// See <doc:Testing>.
  public struct QueryPreview<Operation: GraphQLQuery, Content: View>: View {
    @Query<Operation> private var query
    private let operation: Operation
    private let content: (Operation.Data) -> Content

    /// Creates a preview.
    /// - Parameters:
    ///   - operation: the query with its variables.
    ///   - content: creates a view with the query's data.
    public init(_ operation: Operation, @ViewBuilder content: @escaping (Operation.Data) -> Content) {
      self.operation = operation
      self.content = content
    }

    public var body: some View {
      switch query.get(operation) {
      case .loading: Text(verbatim: "Loading…")
      case .failure(let error): Text(verbatim: error.localizedDescription)
      case .success(let data):
        if let data {
          content(data)
        } else {
          Text(verbatim: "No data")
        }
      }
    }
  }

  extension View {
    /// Answers `operation`, in this view and its descendants, with `payload`; see ``PreviewPayload``. The modifier can
    /// be used several times.
    public func previewPayload<Operation: GraphQLOperation>(_ operation: Operation, _ payload: JSON) -> some View {
      modifier(PreviewPayloadModifier(payload: PreviewPayload(operation, payload)))
    }

    /// Answers `operation`, in this view and its descendants, with a payload of its type.
    public func previewPayload<Payload: OperationPayload>(_ operation: Payload.Operation, _ payload: Payload) -> some View {
      modifier(PreviewPayloadModifier(payload: PreviewPayload(operation, payload)))
    }

    /// Answers `operation` with the JSON text `payload`.
    @_disfavoredOverload
    public func previewPayload<Operation: GraphQLOperation>(_ operation: Operation, _ payload: String) -> some View {
      modifier(PreviewPayloadModifier(payload: PreviewPayload(operation, json: payload)))
    }

    /// Answers `operation` with a JSON file among the resources of `bundle`.
    public func previewPayload<Operation: GraphQLOperation>(
      _ operation: Operation, resource: String, extension: String = "json", bundle: Bundle = .main
    ) -> some View {
      modifier(
        PreviewPayloadModifier(payload: PreviewPayload(operation, resource: resource, extension: `extension`, bundle: bundle)))
    }
  }

  /// Adds a payload to the preview environment of the hierarchy, or creates that environment.
  private struct PreviewPayloadModifier: ViewModifier {
    private let payload: PreviewPayload
    // Without an attribute; see `HandleStorage`.
    private var inherited = Environment(\.relayEnvironment)
    private var storage = State(wrappedValue: Storage())

    nonisolated init(payload: PreviewPayload) { self.payload = payload }

    func body(content: Content) -> some View {
      content.environment(\.relayEnvironment, storage.wrappedValue.environment(in: inherited.wrappedValue, with: payload))
    }

    @MainActor
    private final class Storage {
      private var environment: RelayEnvironment?

      nonisolated init() {}

      /// The environment. It receives the payload on first access.
      func environment(in inherited: RelayEnvironment?, with payload: PreviewPayload) -> RelayEnvironment {
        if let environment { return environment }
        let made: RelayEnvironment
        if let inherited, let network = inherited.network as? PreviewNetwork {
          network.add(payload, to: inherited)
          made = inherited
        } else {
          made = .preview(payload)
        }
        self.environment = made
        return made
      }
    }
  }
#endif
