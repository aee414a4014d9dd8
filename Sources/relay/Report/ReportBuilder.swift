internal import RelayCompilerCore
internal import RelayIndexStore

/// Compiled modules and the index of their build → `ProjectReport`.
struct ReportBuilder {
  private let project: ProjectModules
  private let fragments: [Name: FragmentDefinitionSyntax]
  private var lines: [String: LineIndex] = [:]
  private var unread: Set<Position> = []
  private var deprecated: Set<Position> = []

  /// A place in a file, which modules may share.
  private struct Position: Hashable {
    var path: String
    var offset: UInt32
  }

  static func report(on project: ProjectModules, reads: SwiftReads?, notes: [String]) -> ProjectReport {
    var builder = ReportBuilder(project: project)
    return builder.build(reads, notes)
  }

  private init(project: ProjectModules) {
    self.project = project
    fragments = project.fragments
  }

  private mutating func build(_ reads: SwiftReads?, _ notes: [String]) -> ProjectReport {
    var report = ProjectReport(notes: notes, knowsReads: reads != nil)
    func silenced(_ findings: [LintFinding], _ rule: LintRule) -> [LintFinding] {
      LintIgnores.apply(to: findings, in: project, rules: [rule]).filter { $0.diagnostic.id == rule.id }
    }
    let unreadFields = silenced(reads.map { LintRule.unusedFields(in: project, $0) } ?? [], .unusedField)
    let deprecatedUses = silenced(LintRule.deprecatedUses(in: project), .deprecated)
    unread = Set(unreadFields.compactMap(position))
    deprecated = Set(deprecatedUses.compactMap(position))
    report.unreadFields = findings(unreadFields)
    report.deprecatedUses = findings(deprecatedUses)
    report.unusedFragments = findings(silenced(LintRule.unusedFragments(in: project), .unusedFragment))

    let artifacts = project.modules.map(OperationFacts.init)
    let plans = PlanSizes(project.modules.flatMap(\.output.files))
    var users: [String: [String]] = [:]
    for (module, document) in project.documents {
      for definition in document.definitions {
        switch definition {
        case .operation(let operation):
          guard let name = operation.name else { continue }
          let contents = contents(of: operation.selectionSet, in: module)
          for fragment in contents.fragments { users[fragment, default: []].append(name.name.string) }
          let facts = artifacts[module].byName[name.name]
          report.operations.append(
            ProjectReport.Operation(
              name: name.name.string, kind: operation.kind.rawValue, module: project.modules[module].name,
              place: place(of: name.range, in: module), textSize: facts?.textSize ?? 0, planSize: plans[name.name.string],
              cost: facts?.cost ?? OperationCost(), contents: contents))
        case .fragment(let fragment):
          let name = fragment.name.name.string
          let contents = contents(of: fragment.selectionSet, in: module)
          for other in contents.fragments { users[other, default: []].append(name) }
          report.fragments.append(
            ProjectReport.Fragment(
              name: name, type: fragment.typeCondition.name.string, module: project.modules[module].name,
              place: place(of: fragment.name.range, in: module), planSize: plans[name], contents: contents, users: []))
        case .schema, .type, .directive: continue
        }
      }
    }
    for index in report.fragments.indices { report.fragments[index].users = users[report.fragments[index].name, default: []].sorted() }
    report.operations.sort { $0.name < $1.name }
    report.fragments.sort { $0.name < $1.name }
    return report
  }

  /// The fields and spreads of a definition, in the order of the document.
  private func contents(of set: SelectionSetSyntax, in module: Int) -> ProjectReport.Contents {
    var contents = ProjectReport.Contents()
    var spreads: Set<String> = []
    func add(_ set: SelectionSetSyntax, below path: String) {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          let key = (field.alias ?? field.name)
          let name = path + key.name.string
          contents.fields.append(
            ProjectReport.Field(
              path: name, isUnread: isAt(key.range, unread, in: module) ? true : nil,
              isDeprecated: isAt(field.name.range, deprecated, in: module) ? true : nil))
          if let selections = field.selectionSet { add(selections, below: name + ".") }
        case .inlineFragment(let fragment): add(fragment.selectionSet, below: path)
        case .fragmentSpread(let spread):
          let name = spread.name.name.string
          if fragments[spread.name.name] != nil, spreads.insert(name).inserted { contents.fragments.append(name) }
        }
      }
    }
    add(set, below: "")
    return contents
  }

  // MARK: - Places

  private func file(_ range: SourceRange, in module: Int) -> SourceFile? {
    let files = project.modules[module].files
    return files.indices.contains(range.file.index) ? files[range.file.index] : nil
  }

  private func position(_ finding: LintFinding) -> Position? {
    file(finding.diagnostic.range, in: finding.module).map { Position(path: $0.path, offset: finding.diagnostic.range.start) }
  }

  private func isAt(_ range: SourceRange, _ positions: Set<Position>, in module: Int) -> Bool {
    guard !positions.isEmpty, let file = file(range, in: module) else { return false }
    return positions.contains(Position(path: file.path, offset: range.start))
  }

  private mutating func place(of range: SourceRange, in module: Int) -> ProjectReport.Place {
    guard let file = file(range, in: module) else { return ProjectReport.Place(file: "", line: 1) }
    let index = lines[file.path] ?? LineIndex(file.bytes)
    lines[file.path] = index
    let shown = FilePath.relative(file.path, to: FileSystem.currentDirectory) ?? file.path
    return ProjectReport.Place(file: shown, line: index.position(of: Int(range.start)).line)
  }

  private mutating func findings(_ findings: [LintFinding]) -> [ProjectReport.Finding] {
    findings.map { finding in
      ProjectReport.Finding(
        message: DiagnosticRenderer.oneLine(finding.diagnostic.message), place: place(of: finding.diagnostic.range, in: finding.module))
    }.sorted { ($0.place.file, $0.place.line, $0.message) < ($1.place.file, $1.place.line, $1.message) }
  }
}

/// The texts of a module's operations.
private struct OperationFacts {
  var byName: [Name: (textSize: Int, cost: OperationCost)] = [:]

  init(_ module: ProjectModule) {
    guard let schema = module.schema else { return }
    let listSize = module.input.options.swift.budgets.listSize ?? OperationCost.defaultListSize
    for artifact in module.output.artifacts {
      guard case .operation(let operation) = artifact, let text = operation.text ?? artifact.persistedQuery?.text else { continue }
      let document = Parser.parse(SourceFile(path: "", text: text), file: FileID(index: 0)).0
      let cost = OperationCost.operations(in: document, schema, listSize: listSize).first?.total
      byName[operation.name] = (text.utf8.count, cost ?? OperationCost())
    }
  }
}
