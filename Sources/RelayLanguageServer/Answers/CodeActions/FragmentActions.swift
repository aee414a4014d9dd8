internal import RelayCompilerCore

/// Spreading a fragment, extracting one, and putting one in the place of its spread. The last two keep what is sent to the server.
extension TextQuery {
  /// The most fragments that are offered at a place.
  private static let spreadLimit = 8

  /// Spreads a fragment of a child in the selections at the place: of those that fit the type, the nearest by their folders.
  func spreadFragments(_ node: Int) -> [JSON] {
    let set = outline.nodes[node].kind == .selectionSet ? node : selectionSet(of: node) ?? outline.ancestor(of: node, .selectionSet)
    guard let set, !outline.nodes[set].isOpen, let owner = outline.parent(set), let type = scope.selectionType(in: owner) else { return [] }
    let spread = Set(outline.children(of: set).filter { outline.nodes[$0].kind == .spread }.compactMap { outline.nodes[$0].name })
    let definition = outline.nodes[outline.definition(of: set)]
    let cyclic = definition.kind == .fragment ? definition.name.map(project.fragmentsReaching) ?? [] : []
    let folder = FilePath.directory(of: text.path)
    var found: [(name: Name, distance: Int)] = []
    for (name, places) in project.fragments where !spread.contains(name) && !cyclic.contains(name) {
      guard let place = places.first, let condition = Scope(project, place.text).condition(of: place.node),
        let other = schema.type(named: condition), schema.isSubtype(type, of: other),
        !project.fragmentArguments(of: name).contains(where: { $0.type.hasSuffix("!") && $0.defaultValue == nil })
      else { continue }
      found.append((name, FilePath.steps(to: project.texts[place.text].path, from: folder).utf8.count { $0 == UInt8(ascii: "/") }))
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(Self.spreadLimit).compactMap { fragment in
      let (offset, text) = inserted("...\(fragment.name)", at: set)
      return action("Spread '\(fragment.name)'", "refactor.rewrite", [(index, offset..<offset, text)])
    }
  }

  /// The selections in a field or fragment.
  private func selectionSet(of node: Int) -> Int? { outline.children(of: node).first { outline.nodes[$0].kind == .selectionSet } }

  /// Where a selection is inserted at the end of a set, and what.
  private func inserted(_ selection: String, at set: Int) -> (offset: Int, text: String) {
    let brace = Int(outline.nodes[set].end) - 1
    guard let last = outline.children(of: set).last else { return (brace, " \(selection) ") }
    let end = Int(outline.nodes[last].end)
    let isOneLine = text.lines.line(of: Int(outline.nodes[set].start)) == text.lines.line(of: brace)
    return (end, isOneLine ? " \(selection)" : "\n\(text.indentation(of: Int(outline.nodes[last].start)))\(selection)")
  }

  // MARK: - Extracting

  /// Moves the selections in a range, or those of the field at a place, into a new fragment behind the definition.
  func extractFragment(_ range: Range<Int>) -> JSON? {
    guard let node = outline.node(at: range.lowerBound) else { return nil }
    let set: Int?
    if range.isEmpty {
      set = outline.nodes[node].kind == .field ? selectionSet(of: node) : nil
    } else {
      set = outline.nodes[node].kind == .selectionSet ? node : outline.ancestor(of: node, .selectionSet)
    }
    guard let set, let owner = outline.parent(set), let type = scope.selectionType(in: owner) else { return nil }
    let moved = outline.children(of: set).filter { child in
      range.isEmpty || Int(outline.nodes[child].start) < range.upperBound && Int(outline.nodes[child].end) > range.lowerBound
    }
    let definition = outline.definition(of: set)
    guard let first = moved.first, let last = moved.last, let parent = outline.nodes[definition].name,
      !outline.nodes[definition].isOpen, !outline.nodes[set].isOpen
    else { return nil }
    let name = newFragmentName(parent, owner)
    let body = Int(outline.nodes[first].start)..<Int(outline.nodes[last].end)
    let arguments = usedArguments(of: parent, in: moved)
    var declared = ""
    var passed = ""
    if !arguments.isEmpty {
      declared = " @argumentDefinitions(\(arguments.map { "\($0.name): {type: \"\($0.type)\"}" }.joined(separator: ", ")))"
      passed = " @arguments(\(arguments.map { "\($0.name): $\($0.name)" }.joined(separator: ", ")))"
    }
    let end = Int(outline.nodes[definition].end)
    let base = text.indentation(of: Int(outline.nodes[definition].start))
    let selections = reindented(text.text(body), from: text.indentation(of: body.lowerBound), to: base + "  ")
    let fragment = "\n\n\(base)fragment \(name) on \(schema[type].name)\(declared) {\n\(base)  \(selections)\n\(base)}"
    return action("Extract fragment '\(name)'", "refactor.extract", [(index, body, "...\(name)\(passed)"), (index, end..<end, fragment)])
  }

  /// The arguments of the fragment around selections that these use. An operation's variables need no declaration in a fragment.
  private func usedArguments(of definition: Name, in selections: [Int]) -> [Project.FragmentArgument] {
    var used: Set<Name> = []
    for selection in selections {
      for node in outline.descendants(of: selection) where outline.nodes[node].kind == .variable {
        if let name = outline.nodes[node].name { used.insert(name) }
      }
    }
    return project.fragmentArguments(of: definition).filter { used.contains($0.name) }
  }

  private func newFragmentName(_ parent: Name, _ owner: Int) -> Name {
    let module = parent.string.split(separator: "_").first.map(String.init) ?? parent.string
    let isField = outline.nodes[owner].kind == .field
    let suffix = isField ? text.responseKey(of: owner)?.string ?? "part" : "part"
    var number = 1
    while true {
      let name = Name("\(module)_\(suffix)\(number == 1 ? "" : String(number))")
      if project.fragments[name]?.isEmpty != false, project.operations[name]?.isEmpty != false { return name }
      number += 1
    }
  }

  private func reindented(_ text: String, from old: String, to new: String) -> String {
    // A block string's own indentation is relative, so it moves with the rest.
    text.lines.enumerated().map { number, line in
      number == 0 || line.allSatisfy(\.isWhitespace) ? String(line) : line.hasPrefix(old) ? new + line.dropFirst(old.count) : String(line)
    }.joined(separator: "\n")
  }

  // MARK: - Inlining

  /// Puts a fragment's selections in the place of the spread.
  func inlineFragment(_ node: Int) -> JSON? {
    guard outline.nodes[node].kind == .spread, let name = outline.nodes[node].name, let places = project.fragments[name], places.count == 1,
      let body = FragmentBody(self, of: name, at: places[0], spread: node), let parent = scope.parentType(of: node)
    else { return nil }
    let indentation = text.indentation(of: Int(outline.nodes[node].start))
    let isPlain = body.conditions.isEmpty && schema.isSubtype(parent, of: body.type)
    let replacement: String
    if isPlain {
      replacement = reindented(body.text, from: body.indentation, to: indentation)
    } else {
      let selections = reindented(body.text, from: body.indentation, to: indentation + "  ")
      let conditions = body.conditions.map { " " + $0 }.joined()
      replacement = "... on \(schema[body.type].name)\(conditions) {\n\(indentation)  \(selections)\n\(indentation)}"
    }
    return action("Inline '\(name)'", "refactor.inline", [(index, outline.nodes[node].range, replacement)])
  }
}

/// The selections of a fragment as they are written in the place of a spread: with what the spread passes in place of the fragment's arguments.
private struct FragmentBody {
  var text: String
  var indentation: String
  var type: TypeID
  /// `@include` and `@skip` of the spread.
  var conditions: [String] = []

  /// - Returns: nil if the spread or the fragment means more than its selections.
  init?(_ query: TextQuery, of name: Name, at place: Place, spread: Int) {
    let source = query.project.texts[place.text]
    let outline = source.outline
    guard let condition = Scope(query.project, place.text).condition(of: place.node), let type = query.schema.type(named: condition),
      let set = outline.children(of: place.node).first(where: { outline.nodes[$0].kind == .selectionSet }), !outline.nodes[set].isOpen,
      let first = outline.children(of: set).first, let last = outline.children(of: set).last
    else { return nil }
    for child in outline.headChildren(of: place.node) where outline.nodes[child].kind == .directive {
      guard outline.nodes[child].name == .argumentDefinitions else { return nil }
    }
    self.type = type
    indentation = source.indentation(of: Int(outline.nodes[first].start))
    var values: [Name: String] = [:]
    for argument in query.project.fragmentArguments(of: name) { values[argument.name] = argument.defaultValue }
    for child in query.outline.headChildren(of: spread) where query.outline.nodes[child].kind == .directive {
      let written = query.text.text(query.outline.nodes[child].range)
      switch query.outline.nodes[child].name?.string {
      case "include", "skip": conditions.append(written)
      // What is read of the parent changes in any case.
      case "alias": continue
      case "arguments":
        for argument in query.outline.child(of: child, .arguments).map(query.outline.children(of:)) ?? [] {
          guard let name = query.outline.nodes[argument].name, query.outline.nodes[argument].colonEnd > 0 else { return nil }
          let value = Int(query.outline.nodes[argument].colonEnd)..<Int(query.outline.nodes[argument].end)
          values[name] = String(query.text.text(value).drop { $0.isWhitespace })
        }
      default: return nil
      }
    }
    let declared = Set(query.project.fragmentArguments(of: name).map(\.name))
    let range = Int(outline.nodes[first].start)..<Int(outline.nodes[last].end)
    var bytes = Array(source.bytes[range])
    for node in outline.descendants(of: set).reversed() where outline.nodes[node].kind == .variable {
      guard let name = outline.nodes[node].name, declared.contains(name) else { continue }
      // An argument that is not passed is no value that could be written.
      guard let value = values[name] else { return nil }
      let place = outline.nodes[node].range
      bytes.replaceSubrange(place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound, with: Array(value.utf8))
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
