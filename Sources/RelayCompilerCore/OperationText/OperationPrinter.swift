/// Prints operations as they are sent to the server, byte for byte as Relay prints them: the operation, followed by every fragment that
/// it reaches, sorted by name, with a blank line before each.
///
/// Each fragment is printed once for all operations.
struct OperationPrinter {
  let program: Program
  let isCompact: Bool
  private var fragmentTexts: [Name: [UInt8]] = [:]
  private var reachable: [Name: [Name]] = [:]

  init(_ program: Program, isCompact: Bool) {
    self.program = program
    self.isCompact = isCompact
  }

  mutating func print(_ operation: OperationDefinition) -> String {
    var writer = SelectionWriter(schema: program.schema, isCompact: isCompact)
    writer.write(operation)
    var text = writer.text
    for name in fragments(reachedFrom: operation) {
      if !isCompact { text.append(UInt8(ascii: "\n")) }
      text.append(contentsOf: printedFragment(name))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func printedFragment(_ name: Name) -> [UInt8] {
    if let known = fragmentTexts[name] { return known }
    guard let fragment = program.fragment(name) else { return [] }
    var writer = SelectionWriter(schema: program.schema, isCompact: isCompact)
    writer.write(fragment)
    fragmentTexts[name] = writer.text
    return writer.text
  }

  private mutating func fragments(reachedFrom operation: OperationDefinition) -> [Name] {
    var seen: Set<Name> = []
    var stack = spreads(in: operation.selections)
    while let name = stack.popLast() {
      guard seen.insert(name).inserted else { continue }
      if let known = reachable[name] {
        stack += known
      } else if let fragment = program.fragment(name) {
        let direct = spreads(in: fragment.selections)
        reachable[name] = direct
        stack += direct
      }
    }
    return seen.sorted()
  }
}
