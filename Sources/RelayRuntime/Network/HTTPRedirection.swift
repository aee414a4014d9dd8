import Foundation

/// Which redirects are followed, and with which request (RFC 9110, section 15.4).
enum HTTPRedirection {
  /// The maximum number of redirects for one request.
  static let maximum = 5

  /// The request that `response` redirects `request` to; nil if the response is the answer.
  ///
  /// A GET is redirected by 301, 302, 303, 307 and 308. Other methods are redirected only by 307 and 308, which keep the method and the
  /// body: a POST that became a GET would lose its operation. To another origin (RFC 6454, section 4), only the body and the fields that
  /// describe its format are sent.
  /// - Parameter sendsBodies: whether a body is sent to another origin.
  /// - Throws: ``RelayError/malformedResponse(_:)`` if the target must not be followed.
  static func request(after response: HTTPNetwork.Response, to request: HTTPNetwork.Request, sendsBodies: Bool = true) throws -> HTTPNetwork
    .Request?
  {
    let statuses = request.method == "GET" ? [301, 302, 303, 307, 308] : [307, 308]
    guard statuses.contains(response.status), let location = response.headers["Location"] else { return nil }
    let target = try self.target(location, from: request.url)
    var next = request
    next.url = target
    guard Origin(target) != Origin(request.url) else { return next }
    if !sendsBodies, request.hasBody {
      throw RelayError.malformedResponse("it redirects to another origin, to which the configuration sends no body")
    }
    next.headers = contentFields(of: request)
    return next
  }

  /// - Parameter location: the value of the field, a URI reference (RFC 9110, section 10.2.2).
  private static func target(_ location: String, from source: URL) throws -> URL {
    func refusal(_ reason: String) -> RelayError { .malformedResponse("it redirects to \(location.prefix(200)), \(reason)") }
    // Strict parsing: parsers disagree about URLs that it rejects.
    guard URL(string: location, encodingInvalidCharacters: false) != nil,
      let target = URL(string: location, relativeTo: source)?.absoluteURL,
      let scheme = target.scheme?.lowercased()
    else { throw refusal("which is not a URL") }
    guard scheme == "https" || scheme == "http" else { throw refusal("which is not HTTP") }
    guard scheme == "https" || source.scheme?.lowercased() == "http" else { throw refusal("from https to http") }
    guard let host = target.host(percentEncoded: true), isHost(host), target.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw refusal("which has no valid host")
    }
    // A relative reference keeps the credentials of its base.
    let isKnown = Origin(target) == Origin(source) && target.user == source.user && target.password == source.password
    guard isKnown || (target.user == nil && target.password == nil) else { throw refusal("with credentials") }
    return target
  }

  /// Whether a host consists only of characters of names and addresses.
  private static func isHost(_ host: String) -> Bool {
    let isAddress = host.utf8.contains(UInt8(ascii: ":"))
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
          UInt8(ascii: "."):
          true
        case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"): !isAddress
        case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): isAddress
        default: false
        }
      }
  }

  /// The library's own fields about content. Values of these fields from a configuration are not sent to another origin.
  private static func contentFields(of request: HTTPNetwork.Request) -> HTTPNetwork.Headers {
    var fields: HTTPNetwork.Headers = ["Accept": HTTPRequestBuilder.accept(request.operation)]
    let type = request.headers["Content-Type"]
    let isForm = type?.lowercased().hasPrefix("multipart/form-data") ?? false
    fields["Content-Type"] = isForm ? type : HTTPRequestBuilder.contentType
    return fields
  }

  /// An origin (RFC 6454, section 4).
  struct Origin: Hashable {
    var scheme: String?
    var host: String?
    var port: Int?

    init(_ url: URL) {
      scheme = url.scheme?.lowercased()
      host = url.host(percentEncoded: true)?.lowercased()
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }
  }
}
