import Foundation

/// Builds the HTTP request for a GraphQL request (GraphQL over HTTP; GraphQL multipart request specification).
struct HTTPRequestBuilder {
  let url: URL
  let configuration: HTTPNetwork.Configuration

  /// Whether `request` can be sent without its text, with the text available in case the server does not know it.
  func canOmitText(of request: NetworkRequest) -> Bool {
    guard request.text != nil else { return false }
    return switch configuration.persistedQueries {
    case .off: false
    case .identifiers: request.operationID != nil
    case .automatic: true
    }
  }

  /// - Parameter includesHash: whether to identify an automatic persisted query by its hash.
  func request(for request: NetworkRequest, includesText: Bool, includesHash: Bool = true) throws -> HTTPNetwork.Request {
    let members = try self.members(of: request, includesText: includesText, includesHash: includesHash)
    var headers = HTTPNetwork.Headers()
    headers["Accept"] = Self.accept(request)
    if configuration.requiresPreflight { headers[Self.preflightField] = "true" }
    let usesGET = configuration.usesGETForQueries && request.operationKind == .query && request.uploads.isEmpty
    if usesGET, let url = getURL(members), url.absoluteString.utf8.count <= configuration.maximumURLLength {
      // There is no body, but with this type the request is not a simple cross-origin request.
      headers["Content-Type"] = Self.contentType
      headers.merge(configuration.headers)
      headers.merge(request.headers)
      return self.request(url: url, method: "GET", headers: headers, body: .none, operation: request)
    }
    let json = JSON.object(Dictionary(members) { $1 }).data
    guard !request.uploads.isEmpty else {
      headers["Content-Type"] = Self.contentType
      headers.merge(configuration.headers)
      headers.merge(request.headers)
      return self.request(url: self.url, method: "POST", headers: headers, body: .bytes(json), operation: request)
    }
    let form = MultipartForm(operations: json, uploads: request.uploads)
    headers.merge(configuration.headers)
    headers.merge(request.headers)
    headers["Content-Type"] = form.contentType
    let (body, onProgress) = try form.body()
    var upload = self.request(url: self.url, method: "POST", headers: headers, body: body, operation: request)
    upload.onUploadProgress = onProgress
    return upload
  }

  private func request(
    url: URL, method: String, headers: HTTPNetwork.Headers, body: HTTPNetwork.Request.Body, operation: NetworkRequest
  ) -> HTTPNetwork.Request {
    let timeout = operation.operationKind == .subscription ? configuration.streamTimeout : configuration.timeout
    var request = HTTPNetwork.Request(url: url, method: method, headers: headers, body: body, timeout: timeout, operation: operation)
    request.maximumResponseSize = max(configuration.maximumResponseSize, 0)
    request.isStream = operation.operationKind == .subscription
    return request
  }

  /// The members of the request's JSON body.
  private func members(of request: NetworkRequest, includesText: Bool, includesHash: Bool) throws -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    let id = request.operationID.map { JSON.string($0) }
    switch configuration.persistedQueries {
    case .off:
      if request.text == nil, let id { members.append(("id", id)) }
    case .identifiers(let parameter):
      if let id { members.append((parameter, id)) }
    case .automatic: break
    }
    let hash = hash(of: request, includesHash: includesHash)
    if includesText || request.text == nil {
      if let text = request.text {
        members.append(("query", .string(text)))
      } else if members.isEmpty, hash == nil {
        throw RelayError.unsupportedOperation("\(request.operationName) has neither text nor a persisted id")
      }
    }
    members.append(("operationName", .string(request.operationName)))
    members.append(("variables", Self.variables(of: request)))
    if let onError = configuration.onError { members.append(("onError", .string(onError.rawValue))) }
    var extensions = request.extensions
    if let hash { extensions["persistedQuery"] = .object(["version": .int(1), "sha256Hash": .string(hash)]) }
    if !extensions.isEmpty { members.append(("extensions", .object(extensions))) }
    return members
  }

  /// What an automatic persisted query sends as its hash; nil if it sends none. Without the text, it is the id under which the text is in the
  /// manifest, and the only thing that identifies the operation.
  private func hash(of request: NetworkRequest, includesHash: Bool) -> String? {
    guard configuration.persistedQueries == .automatic else { return nil }
    guard let text = request.text else { return request.operationID }
    return includesHash ? SHA256.hexadecimalDigest(of: text.utf8) : nil
  }

  /// The variables, with null in place of uploads.
  private static func variables(of request: NetworkRequest) -> JSON {
    var variables = request.variables
    for path in request.uploads.keys {
      variables.setNull(at: path.split(separator: ".").map(String.init)[...])
    }
    return variables
  }

  private func getURL(_ members: [(String, JSON)]) -> URL? {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    var query = components.percentEncodedQuery.map { $0.isEmpty ? [] : [$0] } ?? []
    for (name, value) in members {
      let text = if case .string(let string) = value { string } else { String(decoding: value.data, as: UTF8.self) }
      guard let encoded = text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) else { return nil }
      query.append("\(name)=\(encoded)")
    }
    components.percentEncodedQuery = query.joined(separator: "&")
    return components.url
  }

  private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The header field that proves to Apollo Server's CSRF prevention that no browser has sent the request without a preflight.
  static let preflightField = "apollo-require-preflight"

  /// The media type of a body without files.
  static let contentType = "application/json"

  static func accept(_ request: NetworkRequest) -> String {
    let single = "application/graphql-response+json, application/json;q=0.9"
    if request.operationKind == .subscription {
      return "text/event-stream, multipart/mixed;boundary=\"graphql\";subscriptionSpec=\"1.0\", \(single)"
    }
    if request.isIncremental { return "multipart/mixed, multipart/mixed;deferSpec=20220824, \(single)" }
    return single
  }
}

extension JSON {
  /// Sets the value at a path of member names and list indices to null, and creates missing members (but not list items).
  fileprivate mutating func setNull(at path: ArraySlice<String>) {
    guard let step = path.first else {
      self = .null
      return
    }
    let rest = path.dropFirst()
    switch self {
    case .array(var items):
      guard let index = Int(step), items.indices.contains(index) else { return }
      items[index].setNull(at: rest)
      self = .array(items)
    case .object(var members):
      var member = members[step] ?? .null
      member.setNull(at: rest)
      members[step] = member
      self = .object(members)
    default:
      var members = [String: JSON]()
      var member = JSON.null
      member.setNull(at: rest)
      members[step] = member
      self = .object(members)
    }
  }
}
