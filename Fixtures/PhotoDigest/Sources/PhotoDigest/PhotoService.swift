import RelayRuntime

/// The service: `GET /digest` and `POST /photos/ID/like`, for the user of the request's token.
public struct PhotoService: Sendable {
  private let photos: PhotoAPI

  public init(photos: PhotoAPI) { self.photos = photos }

  /// Answers a request. Failures are answers, too.
  public func respond(to request: ServiceRequest) async -> ServiceResponse {
    guard let credentials = Credentials(request) else { return ServiceResponse(status: 401, reason: "no token") }
    let relay = photos.environment(for: credentials)
    let path = request.path.split(separator: "/").map(String.init)
    do {
      switch (request.method, path.first, path.count) {
      case ("GET", "digest", 1): return try await digest(relay)
      case ("POST", "photos", 3) where path[2] == "like": return try await like(path[1], relay)
      default: return ServiceResponse(status: 404, reason: "not found")
      }
    } catch {
      return failure(error)
    }
  }

  private func digest(_ relay: RelayEnvironment) async throws -> ServiceResponse {
    struct Digest: Encodable {
      var name: String
      var photos: [DigestLine]
    }
    let data = try await relay.fetch(DigestQuery(count: 3), errorPolicy: .throwErrors)
    let lines = data.photos.edges.map { DigestLine($0.node.fragments.digestLine_photo) }
    return try ServiceResponse(Digest(name: data.viewer.name, photos: lines))
  }

  private func like(_ id: String, _ relay: RelayEnvironment) async throws -> ServiceResponse {
    let mutation = LikeMutation(input: LikePhotoInput(photoID: id, isLiked: true))
    let data = try await relay.commit(mutation, options: MutationOptions(errorPolicy: .throwErrors))
    return try ServiceResponse(DigestLine(data.likePhoto.photo.fragments.digestLine_photo))
  }

  /// The photo server's refusal is passed on; anything else is its failure, and not this service's.
  private func failure(_ error: any Error) -> ServiceResponse {
    switch error {
    case RelayError.http(status: 401, _): ServiceResponse(status: 401, reason: "the token was rejected")
    case RelayError.noData(_, let errors): refusal(errors)
    case RelayError.fieldErrors(let errors): refusal(errors)
    case is CancellationError: ServiceResponse(status: 503, reason: "canceled")
    default: ServiceResponse(status: 502, reason: "the photo server does not answer")
    }
  }

  private func refusal(_ errors: [GraphQLError]) -> ServiceResponse {
    switch errors.first?.extensions["code"] {
    case "UNAUTHENTICATED": ServiceResponse(status: 401, reason: "the token was rejected")
    case "NOT_FOUND": ServiceResponse(status: 404, reason: "not found")
    default: ServiceResponse(status: 502, reason: "the photo server has refused the request")
    }
  }
}
