/// What a mutation forgets: its answer has an object of which fragments show a field that the mutation may have changed, but the answer does
/// not select the field. So the screen keeps the old value.
///
/// The key `swift.mutationCoverage` makes this a warning or an error; without it, nothing of this runs. The fragments are those of the module
/// and of the modules below it, because a mutation can spread no others. `ChangedFields` decides what a mutation may change. Of an object
/// that the answer puts into a list, every field counts that the list's items show (`ListItems`). An object that the mutation deletes, or
/// creates without putting it into a list, is on no screen.
///
/// The time grows with the size of the documents, and for an object with the number of different fields that fragments show of its type.
enum MutationCoverage {
  /// - Parameters:
  ///   - program: the module's definitions, without errors.
  ///   - importable: other fragments of the modules below, which may be spread.
  static func check(
    _ program: Program, importable: [FragmentDefinition], options: CompilerOptions, files: [SourceFile]
  ) -> [Diagnostic] {
    guard let severity = options.swift.mutationCoverage.severity else { return [] }
    let mutations = program.operations.filter { $0.kind == .mutation }
    if mutations.isEmpty { return [] }
    let program =
      importable.isEmpty ? program : program.with(fragments: (program.fragments + importable).sorted(byName: \.name))
    let identities = Identities(schema: program.schema, idName: options.schema.nodeInterfaceIDField)
    let objects = mutations.flatMap { AnswerObject.all(in: $0, of: program, identities, options: options) }
    if objects.isEmpty { return [] }
    var check = MutationCoverageCheck(program: program, identities: identities, objects: objects, options: options, files: files)
    return objects.compactMap { object in
      check.forgotten(of: object).map { check.diagnostic(for: $0, of: object, severity: severity) }
    }
  }
}

extension MutationCoverage {
  /// The fragments of the modules below that the module does not use so far. Those that are not right in the module's schema are left out,
  /// with those that spread them: a module below may have another schema. So are those that nest too deep.
  static func importable(
    _ fragments: [FragmentDefinitionSyntax], beside program: Program, options: CompilerOptions, threads: Int
  ) -> [FragmentDefinition] {
    if options.swift.mutationCoverage == .none || fragments.isEmpty { return [] }
    let documents = Dictionary(grouping: fragments, by: \.range.file).sorted { $0.key < $1.key }.map { file, fragments in
      var document = Document(file: file, definitions: fragments.map { .fragment($0) })
      document.isImported = true
      return document
    }
    let lowered = Lowering.lower(documents, schema: program.schema, threads: threads)
    var wrong = Set(NestingDepth.tooDeep(in: lowered.program))
    let problems = Dictionary(grouping: lowered.diagnostics, by: \.range.file)
    for fragment in lowered.program.fragments
    where problems[fragment.range.file]?.contains(where: { fragment.range.contains($0.range) }) ?? false {
      wrong.insert(fragment.name)
    }
    var spreaders: [Name: [Name]] = [:]
    for fragment in lowered.program.fragments {
      for spread in spreads(in: fragment.selections) {
        if lowered.program.fragment(spread) == nil { wrong.insert(fragment.name) }
        spreaders[spread, default: []].append(fragment.name)
      }
    }
    var pending = Array(wrong)
    while let name = pending.popLast() {
      for spreader in spreaders[name] ?? [] where wrong.insert(spreader).inserted { pending.append(spreader) }
    }
    return lowered.program.fragments.filter { !wrong.contains($0.name) && program.fragment($0.name) == nil }
  }
}

/// A field that an answer does not select, and a fragment that shows it.
struct ForgottenField {
  enum Reason {
    case changed(ChangedFields.Reason)
    case inserted
  }

  var path: FieldPath
  var reason: Reason
  /// The first of them, by name.
  var places: [(fragment: FragmentDefinition, range: SourceRange)]

  /// So that a type with thousands of fragments does not cost their number for each mutation.
  static let maximumPlaces = 32
}

private struct MutationCoverageCheck {
  let program: Program
  let files: [SourceFile]
  private let shown: ShownFields
  private let changes: ChangedFields
  private let items: ListItems
  private var spreads: CoveringSpreads
  private var fields: [TypeID: FieldsOfType] = [:]

  init(program: Program, identities: Identities, objects: [AnswerObject], options: CompilerOptions, files: [SourceFile]) {
    self.program = program
    self.files = files
    shown = ShownFields(program, identities: identities)
    changes = ChangedFields(objects, schema: program.schema, identities: identities)
    items =
      objects.contains { $0.insertion != nil }
      ? ListItems(program, identities: identities, connections: options.schema.connectionInterface) : ListItems()
    spreads = CoveringSpreads(program: program, identities: identities, options: options)
  }

  /// The fields that the answer should select of the object; nil if there are none.
  mutating func forgotten(of object: AnswerObject) -> [ForgottenField]? {
    var result = object.insertion.map { inserted(object, into: $0) } ?? []
    let known = Set(result.map(\.path))
    let changed = changes.changes(of: object)?.found(in: fields(of: object.type)) ?? []
    for (field, reason) in changed where !known.contains(field.path) {
      let places = Array(field.places.prefix(ForgottenField.maximumPlaces))
      result.append(ForgottenField(path: field.path, reason: .changed(reason), places: places))
    }
    return result.isEmpty ? nil : result
  }

  private mutating func fields(of type: TypeID) -> FieldsOfType {
    if let known = fields[type] { return known }
    let result = shown.fields(of: type)
    fields[type] = result
    return result
  }

  /// What is missing for the list that is missing least: an answer with everything for one list is meant for that one.
  private func inserted(_ object: AnswerObject, into edge: TypeID) -> [ForgottenField] {
    let missing = (items.lists[edge] ?? []).map { list in
      (
        list,
        list.fields.filter { field in
          !object.selected.contains(field.path)
            && field.condition.map { program.schema.isSubtype(object.type, of: $0) } ?? true
        }
      )
    }
    guard let (list, fields) = missing.min(by: { $0.1.count < $1.1.count }) else { return [] }
    return fields.compactMap { field in
      list.owners[field.path].map { ForgottenField(path: field.path, reason: .inserted, places: [($0, field.range)]) }
    }
  }

  mutating func diagnostic(for fields: [ForgottenField], of object: AnswerObject, severity: Diagnostic.Severity) -> Diagnostic {
    let fix = SpreadInsertion(adding: spreads.covering(fields, of: object), to: object, files: files)
    return .forgottenFields(fields, of: object, in: program.schema, fix: fix, severity: severity)
  }
}
