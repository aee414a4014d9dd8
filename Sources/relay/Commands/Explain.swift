internal import RelayCompilerCore

/// `relay explain ID`: the documentation of a kind of diagnostic, whose id stands in brackets at the end of its line.
struct Explain: Command {
  let name = "explain"
  let summary = "Explains a diagnostic by its id, such as unknown-field, or lists all ids."
  let inputs: String? = "[ID…]"
  let options: [Option] = [.json]

  private struct Page: Encodable {
    let id: String
    let text: String
  }

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let ids = invocation.options.inputs.map { $0.trimmingBrackets }
    guard !ids.isEmpty else {
      let all = DiagnosticPage.all.keys.sorted()
      if invocation.isJSON { try invocation.write(json: all) } else { try invocation.write(all.joined(separator: "\n") + "\n") }
      return .success
    }
    var pages: [Page] = []
    for id in ids {
      guard let text = DiagnosticPage.all[id] else {
        let close = Suggestions.sentence(Suggestions.closest(to: id, among: DiagnosticPage.all.keys.sorted()))
        throw .usage("there is no diagnostic '\(id)'" + (close.isEmpty ? "; 'relay explain' lists them" : close))
      }
      pages.append(Page(id: id, text: text))
    }
    if invocation.isJSON {
      try invocation.write(json: pages)
      return .success
    }
    let isStyled = invocation.streams.colors(.output)
    let texts = pages.map { (isStyled ? "\u{1B}[1m\($0.id)\u{1B}[0m" : $0.id) + "\n\n" + $0.text }
    try invocation.write(texts.joined(separator: "\n"))
    return .success
  }
}

extension String {
  /// `[unknown-field]` as it is copied from a message.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") && count > 2 ? String(dropFirst().dropLast()) : self
  }
}
