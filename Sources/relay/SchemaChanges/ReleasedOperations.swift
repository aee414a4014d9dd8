internal import RelayCompilerCore

/// Reads a file of persisted queries: Relay's map from ids to texts, or Apollo's manifest.
enum ReleasedOperations {
  static func read(_ file: SourceFile, named path: String) throws(CommandError) -> [(id: String, text: String)] {
    let json: JSONSyntax
    do throws(JSONSyntaxError) {
      json = try JSONSyntax.parse(file, file: FileID(rawValue: 0))
    } catch {
      let place = LineIndex(file.bytes).position(of: Int(error.diagnostic.range.start))
      throw .environment("'\(path)' is not JSON: \(place.line):\(place.column): \(error.diagnostic.message)")
    }
    guard case .object(let members) = json.value else { throw unexpected(path, json.kind) }
    if case .array(let operations)? = json["operations"]?.value {
      var result: [(id: String, text: String)] = []
      for operation in operations {
        guard let id = operation["id"]?.string, let text = operation["body"]?.string else {
          throw .environment("'\(path)' has an operation without an 'id' and a 'body'")
        }
        result.append((id, text))
      }
      return result
    }
    var result: [(id: String, text: String)] = []
    for member in members {
      guard let text = member.value.string else { throw unexpected(path, "\(member.value.kind) for '\(member.key)'") }
      result.append((member.key, text))
    }
    return result
  }

  private static func unexpected(_ path: String, _ found: String) -> CommandError {
    .environment(
      "'\(path)' is not a file of persisted queries: expected an object with a text for each id, or Apollo's manifest, found \(found)")
  }
}
