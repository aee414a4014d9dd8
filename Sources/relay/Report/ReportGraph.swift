/// Operations and the fragments that they reach, as a drawing: each column has what the one before it spreads.
struct ReportGraph {
  private struct Node {
    var name: String
    var anchor: String
    var label: String
    var isOperation: Bool
    var spreads: [String]
    var column = 0
    var row = 0.0
  }

  /// How many boxes a drawing has at most: more cannot be followed with the eye.
  static let maximumNodes = 160
  private static let (width, height, gap, distance) = (220, 40, 12, 300)

  private var nodes: [Node] = []
  private var index: [String: Int] = [:]
  /// How many definitions are not drawn.
  private(set) var omitted = 0

  /// The operations with the most bytes first, with all that they reach, until there is no room.
  init(_ report: ProjectReport) {
    let fragments = Dictionary(report.fragments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for operation in report.operations.sorted(by: { ($1.textSize, $0.name) < ($0.textSize, $1.name) }) {
      var reached = [operation.name]
      var pending = operation.contents.fragments
      var seen: Set<String> = []
      while let name = pending.popLast() {
        guard let fragment = fragments[name], seen.insert(name).inserted else { continue }
        if index[name] == nil { reached.append(name) }
        pending += fragment.contents.fragments
      }
      if nodes.count + reached.count > Self.maximumNodes { continue }
      add(operation.name, "operation-", Self.fields(operation.contents), isOperation: true, operation.contents.fragments)
      for name in reached.dropFirst() {
        guard let fragment = fragments[name] else { continue }
        add(name, "fragment-", Self.fields(fragment.contents), isOperation: false, fragment.contents.fragments)
      }
    }
    omitted = report.operations.count + report.fragments.count - nodes.count
    arrange()
  }

  private static func fields(_ contents: ProjectReport.Contents) -> String {
    contents.fields.count == 1 ? "1 field" : "\(contents.fields.count) fields"
  }

  private mutating func add(_ name: String, _ prefix: String, _ label: String, isOperation: Bool, _ spreads: [String]) {
    index[name] = nodes.count
    nodes.append(Node(name: name, anchor: prefix + name, label: label, isOperation: isOperation, spreads: spreads))
  }

  /// A fragment is right of everything that spreads it. In a column, boxes are in the order of what is left of them.
  private mutating func arrange() {
    // Fragments cannot spread themselves, so that columns settle after as many rounds as there are boxes at most.
    for _ in nodes.indices {
      var isSettled = true
      for position in nodes.indices {
        for target in nodes[position].spreads.compactMap({ index[$0] }) where nodes[target].column <= nodes[position].column {
          nodes[target].column = nodes[position].column + 1
          isSettled = false
        }
      }
      if isSettled { break }
    }
    var sums = [(total: Double, count: Double)](repeating: (0, 0), count: nodes.count)
    for column in 0...(nodes.map(\.column).max() ?? 0) {
      let members = nodes.indices.filter { nodes[$0].column == column }
      let ordered = members.sorted { a, b in
        let (left, right) = (sums[a].total / max(1, sums[a].count), sums[b].total / max(1, sums[b].count))
        return left == right ? nodes[a].name < nodes[b].name : left < right
      }
      for (row, member) in ordered.enumerated() {
        nodes[member].row = Double(row)
        for target in nodes[member].spreads.compactMap({ index[$0] }) {
          sums[target] = (sums[target].total + Double(row), sums[target].count + 1)
        }
      }
    }
  }

  var isEmpty: Bool { nodes.isEmpty }

  /// An SVG element. Its colors are those of the page.
  var svg: String {
    let columns = (nodes.map(\.column).max() ?? 0) + 1
    let rows = Int(nodes.map(\.row).max() ?? 0) + 1
    let size = (width: columns * Self.distance - (Self.distance - Self.width) + 4, height: rows * (Self.height + Self.gap) + 4)
    var text = """
      <svg width="\(size.width)" height="\(size.height)" viewBox="0 0 \(size.width) \(size.height)" role="group" aria-label="Operations and fragments">

      """
    for node in nodes {
      for target in node.spreads.compactMap({ index[$0] }).map({ nodes[$0] }) {
        let (x1, y1) = (Self.x(node) + Self.width, Self.y(node) + Self.height / 2)
        let (x2, y2) = (Self.x(target), Self.y(target) + Self.height / 2)
        let middle = (x1 + x2) / 2
        text += "<path d=\"M\(x1) \(y1)C\(middle) \(y1) \(middle) \(y2) \(x2) \(y2)\"/>\n"
      }
    }
    for node in nodes {
      let name = HTMLText.escaped(node.name)
      let shown = node.name.count > 26 ? HTMLText.escaped(String(node.name.prefix(25))) + "…" : name
      let kind = node.isOperation ? "operation" : "fragment"
      text += """
        <a href="#\(HTMLText.escaped(node.anchor))" aria-label="\(kind) \(name), \(node.label)"><rect class="\(kind)" x="\(Self.x(node))" \
        y="\(Self.y(node))" width="\(Self.width)" height="\(Self.height)" rx="5"/><text x="\(Self.x(node) + 10)" \
        y="\(Self.y(node) + 17)">\(shown)</text><text class="label" x="\(Self.x(node) + 10)" y="\(Self.y(node) + 32)">\(node.label)</text>\
        <title>\(name)</title></a>

        """
    }
    return text + "</svg>\n"
  }

  private static func x(_ node: Node) -> Int { node.column * distance + 2 }
  private static func y(_ node: Node) -> Int { Int(node.row) * (height + gap) + 2 }
}
