/// Diagnostics of what a mutation forgets.
extension Diagnostic {
  static func forgottenFields(
    _ fields: [ForgottenField], of object: AnswerObject, in schema: Schema, fix: SpreadInsertion?, severity: Severity
  ) -> Diagnostic {
    let mutation = schema[object.mutation].name
    let type = schema[object.type].name
    let isInserted = fields.contains { if case .inserted = $0.reason { true } else { false } }
    let fragments = fragments(showing: fields)
    let shown = listed(fragments.map(\.fragment.name.string), upTo: shownNotes, countsOthers: false)
    let show = fragments.count == 1 ? "shows" : "show"
    let names = listed(fields.map(\.path.text), upTo: shownFields)
    let it = fields.count == 1 ? "it" : "them"
    let cure = fragments.count == 1 ? "Spread the fragment, or select \(it)" : "Spread the fragments, or select \(it)"
    let message =
      isInserted
      ? "This '\(type)' is put into a list, where \(shown) \(show) \(names), but the answer does not select \(it). \(cure)"
      : "'\(mutation)' may change \(names) of this '\(type)', which \(shown) \(show), but the answer does not select \(it). \(cure)"
    let notes = fragments.prefix(shownNotes).map { entry in
      Note("'\(entry.fragment.name)' shows '\(entry.field.path.text)' here\(clause(entry.field.reason, mutation))", at: entry.range)
    }
    return Diagnostic(
      "mutation-coverage", message, at: object.range, severity: severity, notes: Array(notes),
      fixIts: fix.map { [FixIt(replace: $0.range, with: $0.text)] } ?? [])
  }

  /// The fragments that show the fields, each with the first of these.
  private static func fragments(
    showing fields: [ForgottenField]
  ) -> [(fragment: FragmentDefinition, field: ForgottenField, range: SourceRange)] {
    var result: [(fragment: FragmentDefinition, field: ForgottenField, range: SourceRange)] = []
    var seen: Set<Name> = []
    for field in fields {
      for place in field.places where seen.insert(place.fragment.name).inserted { result.append((place.fragment, field, place.range)) }
    }
    return result
  }

  private static func clause(_ reason: ForgottenField.Reason, _ mutation: Name) -> String {
    switch reason {
    case .inserted: ""
    case .changed(.input): "; '\(mutation)' has an input of that name"
    case .changed(.word), .changed(.state): "; its name says that '\(mutation)' changes it"
    case .changed(.partOf(let part)): "; the answer selects '\(part)', which belongs to it"
    case .changed(.selectedBy(let document)): "; '\(document)' selects it"
    case .changed(.spreadBy(let document)): "; '\(document)' spreads the fragment"
    }
  }

  /// `'a', 'b' and 3 others`
  private static func listed(_ names: [String], upTo limit: Int, countsOthers: Bool = true) -> String {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    let shown = names.count == limit + 1 ? names : Array(names.prefix(limit))
    let quoted = shown.map { "'\($0)'" }
    if shown.count < names.count {
      return quoted.joined(separator: ", ") + " and \(countsOthers ? "\(names.count - shown.count) " : "")others"
    }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  private static let shownFields = 12
  private static let shownNotes = 4
}
