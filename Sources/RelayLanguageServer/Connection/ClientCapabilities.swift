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

  init() {}

  init(_ json: JSON?) {
    let text = json?["textDocument"]
    if let encodings = json?["general"]?["positionEncodings"]?.array, encodings.contains("utf-8") { encoding = .utf8 }
    hasSnippets = text?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    hasMarkdown = text?["hover"]?["contentFormat"]?.array?.contains("markdown") ?? false
    hasHierarchicalSymbols = text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasDefinitionLinks = text?["definition"]?["linkSupport"]?.bool ?? false
    hasRelatedInformation = text?["publishDiagnostics"]?["relatedInformation"]?.bool ?? false
    hasDocumentChanges = json?["workspace"]?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    registersWatchers = json?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    refreshesDiagnostics = json?["workspace"]?["diagnostics"]?["refreshSupport"]?.bool ?? false
  }
}
