/// With the feature flag `enforce_module_name_prefix_for_non_haste`, definitions are named after their file: every name begins with the
/// file's name, and operations end in Query, Mutation or Subscription.
extension RelayRule {
  static let moduleNamePrefix = RelayRule(end: { walker, _ in walker.checkModuleName() })
}

extension RelayRuleWalker {
  fileprivate mutating func checkModuleName() {
    let name: Name
    let range: SourceRange
    let isOperation: Bool
    switch definition {
    case .operation(let operation): (name, range, isOperation) = (operation.name, operation.nameRange, true)
    case .fragment(let fragment): (name, range, isOperation) = (fragment.name, fragment.nameRange, false)
    }
    guard options.featureFlags.enforceModuleNamePrefix.isEnabled(for: name),
      let module = files[range.file].flatMap({ ModuleName.module(ofPath: $0.path) })
    else { return }
    let text = name.string
    if isOperation {
      guard !text.hasPrefix(module) || !["Query", "Mutation", "Subscription"].contains(where: { text.hasSuffix($0) }) else { return }
      report(.operationName(text, module: module, at: range))
    } else if !text.hasPrefix(module) {
      report(.fragmentName(text, module: module, at: range))
    }
  }
}

/// The name that a file prescribes for its definitions.
enum ModuleName {
  /// The name of the file up to its first dot, in camel case; for `index`, that of the folder; with `Ios` or `Android` for `.ios.` and
  /// `.android.`.
  static func module(ofPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let file = parts.last else { return nil }
    let pieces = file.split(separator: ".", omittingEmptySubsequences: false)
    guard var stem = pieces.first.map(String.init) else { return nil }
    if stem == "index", parts.count > 1 { stem = String(parts[parts.count - 2]) }
    var result = ""
    var isNewWord = false
    for character in stem {
      guard character.isASCII, character.isLetter || character.isNumber else {
        isNewWord = !result.isEmpty
        continue
      }
      result += isNewWord ? character.uppercased() : String(character)
      isNewWord = false
    }
    if pieces.dropFirst().contains("ios") { result += "Ios" }
    if pieces.dropFirst().contains("android") { result += "Android" }
    return result.isEmpty ? nil : result
  }
}
