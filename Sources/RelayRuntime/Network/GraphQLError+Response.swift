import Foundation

extension GraphQLError {
  /// The errors of a response body.
  static func list(inResponse data: Data) throws -> [GraphQLError] {
    try Self.list(JSON(parsing: data)["errors"] ?? .null)
  }

  /// Whether a response says that Apollo Server's CSRF prevention has blocked the request. Such errors have no specific code.
  static func blocksForWantOfPreflight(_ data: Data) -> Bool {
    let field = HTTPRequestBuilder.preflightField
    guard data.range(of: Data(field.utf8)) != nil, let errors = try? Self.list(inResponse: data) else { return false }
    return errors.contains { error in
      let message = Data(error.message.utf8)
      return message.range(of: Data("Cross-Site Request Forgery".utf8)) != nil && message.range(of: Data(field.utf8)) != nil
    }
  }

  /// Whether `data` is a GraphQL response: a JSON object with data or errors.
  static func isResponse(_ data: Data) -> Bool {
    guard let value = try? JSON(parsing: data) else { return false }
    return value["data"] != nil || value["errors"] != nil
  }
}
