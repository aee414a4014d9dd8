internal import RelayCompilerCore

/// A text of a project at one moment, and what the client can do: everything that an answer about a place depends on. Each kind of answer
/// is an extension in its own file.
struct TextQuery: Sendable {
  let project: Project
  let index: Int
  let client: ClientCapabilities
  let tools: ServerTools
  /// The client's spelling of URIs, by path.
  let uris: [String: String]
  /// Shows a message to the user.
  var inform: @Sendable (String) -> Void = { _ in }
  /// What the client has open, by path.
  var openTexts: [String: [UInt8]] = [:]
  /// The versions of these.
  var versions: [String: Int] = [:]
  /// The same text in projects that import it, for what counts uses.
  var importers: [TextQuery] = []
  /// What the last check found in the text, if the text has not changed since.
  let problems: [ProjectCheck.Problem]

  var text: GraphQLText { project.texts[index] }
  var outline: Outline { text.outline }
  var schema: Schema { project.schema }
  var scope: Scope { Scope(project, index) }

  func offset(_ params: JSON) throws(InvalidParameters) -> Int {
    text.lines.offset(of: try Position(params.require("position")), in: text.bytes, client.encoding)
  }

  func range(_ range: Range<Int>) -> JSON { text.range(range, client.encoding).json }

  /// The node whose name is at an offset.
  func namedNode(at offset: Int) -> Int? {
    outline.node(at: offset).flatMap { outline.nodes[$0].isNamed(at: offset) ? $0 : nil }
  }

  /// The node and the symbol at the place of a request.
  func symbol(_ params: JSON) throws(InvalidParameters) -> (node: Int, symbol: Symbol)? {
    guard let node = namedNode(at: try offset(params)), let symbol = scope.symbol(of: node) else { return nil }
    return (node, symbol)
  }

  // MARK: - Locations

  /// Says which document an edit is of. What is not open has no version.
  func document(_ path: String) -> JSON {
    ["uri": .string(uris[path] ?? DocumentURI.uri(path)), "version": versions[path].map { JSON.int($0) } ?? .null]
  }

  func uri(_ text: GraphQLText) -> String { uris[text.path] ?? DocumentURI.uri(text.path) }

  func nameRange(_ place: Place, of project: Project? = nil) -> JSON {
    let text = (project ?? self.project).texts[place.text]
    return text.range(text.outline.nodes[place.node].nameRange, client.encoding).json
  }

  func location(_ place: Place) -> JSON { ["uri": .string(uri(project.texts[place.text])), "range": nameRange(place)] }

  /// The locations of places, text by text: one URI is made for all places of a text.
  func locations(_ places: [Place], of project: Project? = nil) -> [JSON] {
    let project = project ?? self.project
    var last: (text: Int, uri: JSON)?
    return places.map { place in
      let uri = last?.text == place.text ? last?.uri : nil
      let written = uri ?? .string(self.uri(project.texts[place.text]))
      last = (place.text, written)
      return ["uri": written, "range": nameRange(place, of: project)]
    }
  }

  /// Locations, or links where the client knows them: these say what was asked about.
  ///
  /// - Parameter project: has the places; nil for the query's own.
  func locations(_ places: [Place], of project: Project? = nil, from node: Int) -> JSON {
    let project = project ?? self.project
    guard !places.isEmpty else { return .null }
    guard client.hasDefinitionLinks else { return .array(locations(places, of: project)) }
    return .array(
      places.map { place in
        let text = project.texts[place.text]
        return [
          "originSelectionRange": range(outline.nodes[node].ownRange),
          "targetUri": .string(uri(text)),
          "targetRange": text.range(text.outline.nodes[place.node].range, client.encoding).json,
          "targetSelectionRange": nameRange(place, of: project),
        ]
      })
  }
}
