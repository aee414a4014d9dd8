internal import RelayCompilerCore
internal import RelayFormat
internal import RelayLanguageServer

/// `relay format` for the language server.
struct EditorFormatter: RelayLanguageServer.DocumentFormatter {
  func format(_ text: [UInt8]) -> [UInt8]? {
    RelayFormat.DocumentFormatter.format(SourceFile(path: "", bytes: text)).text
  }
}

extension ServerTools {
  /// - Parameter indexStore: the folder of the index of a build; nil to look for it in the package.
  static func all(indexStore: String?) -> ServerTools {
    ServerTools(swiftReferences: BuildIndexes(store: indexStore), formatter: EditorFormatter())
  }
}
