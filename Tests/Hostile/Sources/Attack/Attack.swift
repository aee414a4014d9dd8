import Foundation

/// One client with one server: `Attack NAME [ARGUMENT…]`. Prints the outcome and the cost as a line of JSON.
@main
struct Attack {
  /// The code of an attack. Its arguments start with the server's URL. Its result, or the error that it throws, is the outcome.
  typealias Body = @Sendable ([String], Measure) async throws -> String

  /// All attacks by name; each file adds its own.
  static let all: [String: Body] = [:].merging(http) { $1 }.merging(webSocket) { $1 }.merging(responses) { $1 }

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let body = Self.all[name] else {
      FileHandle.standardError.write(Data("There is no attack '\(arguments.first ?? "")'.\n".utf8))
      exit(64)
    }
    let measure = Measure()
    do {
      measure.print(outcome: try await body(Array(arguments.dropFirst()), measure), error: nil)
    } catch {
      measure.print(outcome: "error", error: "\(error)")
    }
  }
}
