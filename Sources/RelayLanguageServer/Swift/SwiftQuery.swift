internal import RelayCompilerCore

/// A Swift file at one moment, and the projects: from a name in Swift to the document of which it is generated, by the index of the build.
struct SwiftQuery: Sendable {
  let path: String
  /// nil if the client does not have it open.
  let open: [UInt8]?
  let projects: [Project]
  let references: any SwiftReferences
  let client: ClientCapabilities
  /// The client's spelling of URIs, by path.
  let uris: [String: String]

  /// The locations in documents; nil if the place has no generated name.
  func documentLocations(_ params: JSON) throws(InvalidParameters) -> JSON? {
    guard let bytes = open ?? (try? FileSystem.read(path, limit: FileSizeLimit.source)) else { return nil }
    let text = SwiftText(path: path, bytes: bytes)
    let place = text.place(of: text.offset(of: try Position(params.require("position")), client.encoding))
    var found: [JSON] = []
    for project in projects {
      guard let index = references.index(around: project.configuration.folder, isCurrent: false) else { continue }
      for name in index.names(at: path, line: place.line, column: place.character) {
        for place in project.places(ofGenerated: name) {
          let text = project.texts[place.text]
          let location: JSON = [
            "uri": .string(uris[text.path] ?? DocumentURI.uri(text.path)),
            "range": text.range(text.outline.nodes[place.node].nameRange, client.encoding).json,
          ]
          if !found.contains(location) { found.append(location) }
        }
      }
    }
    return found.isEmpty ? nil : .array(found)
  }
}

extension LanguageServer {
  /// What an answer about a name in Swift needs; nil if the file is no Swift, or nothing is known of builds.
  func swiftQuery(_ uri: String) -> SwiftQuery? {
    guard let references = tools.swiftReferences, let path = DocumentURI.path(uri), path.hasSuffix(".swift") else { return nil }
    let known = projects.keys.sorted().compactMap { projects[$0] }.filter { !$0.configuration.isLoose }
    return SwiftQuery(path: path, open: buffers[path]?.bytes, projects: known, references: references, client: client, uris: uris)
  }
}
