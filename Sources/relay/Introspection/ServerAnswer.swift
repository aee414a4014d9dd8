internal import Foundation

/// What a server answered to a query, and how to tell the user if it is no data.
enum ServerAnswer {
  /// The members of `data`.
  case data([String: Any])
  /// The messages of `errors`, without data.
  case errors([String])
  /// Something else, described with a quotation.
  case other(String)

  init(_ answer: HTTPClient.Answer, from url: URL) {
    if (300..<400).contains(answer.status) {
      let place = answer.location.map { "to '\(Self.line($0))'" } ?? "without saying where"
      self = .other("the server redirects \(place) (status \(answer.status)). If that is the right address, name it with '--url'")
      return
    }
    let json = (try? JSONSerialization.jsonObject(with: Data(answer.body))) as? [String: Any]
    if let data = json?["data"] as? [String: Any] {
      self = .data(data)
      return
    }
    if let errors = json?["errors"] as? [Any] {
      let messages = errors.compactMap { ($0 as? [String: Any])?["message"] as? String ?? $0 as? String }
      if !messages.isEmpty {
        self = .errors(messages.map(Self.line))
        return
      }
    }
    if let message = (json?["message"] ?? json?["error"] ?? json?["detail"]) as? String {
      self = .other("the server answered with status \(answer.status): '\(Self.line(message))'\(Self.hint(answer.status))")
      return
    }
    let text = String(decoding: answer.body.prefix(2_000), as: UTF8.self)
    if answer.body.isEmpty {
      self = .other("the server answered with status \(answer.status) and nothing else\(Self.hint(answer.status))")
    } else if text.contains(/^\s*</) {
      let title = (text.firstMatch(of: /(?i)<title[^>]*>([^<]*)/)?.1).map { ", titled '\(Self.line(String($0)))'" } ?? ""
      self = .other(
        "the server answered with a web page\(title) (status \(answer.status)). "
          + "Is '\(url.absoluteString)' the address of the GraphQL endpoint?\(Self.hint(answer.status))")
    } else if json != nil {
      self = .other("the answer (status \(answer.status)) has neither 'data' nor 'errors': '\(Self.line(text))'")
    } else {
      self = .other("the answer (status \(answer.status)) is not JSON: '\(Self.line(text))'\(Self.hint(answer.status))")
    }
  }

  private static func hint(_ status: Int) -> String {
    switch status {
    case 401, 403: ". Name the credentials: --header 'Authorization: Bearer …'"
    case 404, 405: ". Is this the address of the GraphQL endpoint?"
    case 429: ". Try again later"
    default: ""
    }
  }

  private static let quotedLength = 200

  /// A quotation on one line, without control characters, and cut if it is long.
  static func line(_ text: String) -> String {
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    let visible = String(String.UnicodeScalarView(words.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    return visible.count > quotedLength ? visible.prefix(quotedLength) + "…" : visible
  }
}
