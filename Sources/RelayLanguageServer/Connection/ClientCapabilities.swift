/// What the client can do, as far as answers depend on it.
struct ClientCapabilities: Sendable {
  var encoding = PositionEncoding.utf16
  var hasSnippets = false
  var hasMarkdown = false
  var hasHierarchicalSymbols = false
  var hasDefinitionLinks = false
  var hasRelatedInformation = false
  var hasDocumentChanges = false
  var registersWatchers = false
  var refreshesDiagnostics = false
  /// Whether the client asks for the diagnostics of what it has open, and again when the server says so.
  var pullsDiagnostics = false
  var registersFormatting = false
  /// Whether an edit may create and delete files.
  var createsFiles = false
  var deletesFiles = false
  /// Whether the client knows the command `relay.run`.
  var runsOperations = false

  init() {}

  init(_ json: JSON?, options: JSON? = nil) {
    let text = json?["textDocument"]
    if let encodings = json?["general"]?["positionEncodings"]?.array, encodings.contains("utf-8") { encoding = .utf8 }
    runsOperations = options?["commands"]?.array?.contains("relay.run") ?? false
    let operations = json?["workspace"]?["workspaceEdit"]?["resourceOperations"]?.array ?? []
    createsFiles = operations.contains("create")
    deletesFiles = operations.contains("delete")
    registersFormatting = text?["formatting"]?["dynamicRegistration"]?.bool ?? false
    hasSnippets = text?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    hasMarkdown = text?["hover"]?["contentFormat"]?.array?.contains("markdown") ?? false
    hasHierarchicalSymbols = text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasDefinitionLinks = text?["definition"]?["linkSupport"]?.bool ?? false
    hasRelatedInformation = text?["publishDiagnostics"]?["relatedInformation"]?.bool ?? false
    hasDocumentChanges = json?["workspace"]?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    registersWatchers = json?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    refreshesDiagnostics = json?["workspace"]?["diagnostics"]?["refreshSupport"]?.bool ?? false
    if case .object? = text?["diagnostic"] { pullsDiagnostics = refreshesDiagnostics }
  }
}
