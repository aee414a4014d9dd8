/// Decides which groups of a layout are broken, and makes its text. A line may be `width` characters long.
struct LayoutPrinter {
  private enum Mode { case flat, broken }
  private typealias Command = (indent: Int, mode: Mode, layout: Layout)

  private let width: Int
  private var output = ""
  private var column = 0
  /// What comes next, last first.
  private var commands: [Command] = []
  /// What waits for the end of the line.
  private var atLineEnd: [Command] = []

  static func print(_ layout: Layout, width: Int) -> String {
    var printer = LayoutPrinter(width: width)
    printer.run(layout.markingBrokenGroups().layout)
    return printer.output
  }

  private init(width: Int) { self.width = width }

  private mutating func run(_ layout: Layout) {
    commands = [(0, .broken, layout)]
    while true {
      guard let command = commands.popLast() else {
        if atLineEnd.isEmpty { return }
        commands += atLineEnd.reversed()
        atLineEnd = []
        continue
      }
      print(command)
    }
  }

  private mutating func print(_ command: Command) {
    let (indent, mode) = (command.indent, command.mode)
    switch command.layout {
    case .text(let text):
      output += text
      column += Self.width(of: text)
    case .sequence(let parts): for part in parts.reversed() { commands.append((indent, mode, part)) }
    case .indent(let inner): commands.append((indent + 2, mode, inner))
    case .group(let inner, let isBroken):
      if mode == .flat {
        commands.append((indent, isBroken ? .broken : .flat, inner))
      } else {
        let isFlat = !isBroken && fits((indent, .flat, inner))
        commands.append((indent, isFlat ? .flat : .broken, inner))
      }
    case .ifBroken(let broken, let flat): commands.append((indent, mode, mode == .broken ? broken : flat))
    case .atLineEnd(let inner): atLineEnd.append((indent, mode, inner))
    case .breakGroups: return
    case .line(let isSoft):
      if mode == .broken {
        breakLine(command)
      } else if !isSoft {
        output += " "
        column += 1
      }
    case .hardLine: breakLine(command)
    }
  }

  private mutating func breakLine(_ command: Command) {
    if !atLineEnd.isEmpty {
      commands.append(command)
      commands += atLineEnd.reversed()
      atLineEnd = []
      return
    }
    while let last = output.unicodeScalars.last, last == " " || last == "\t" { output.unicodeScalars.removeLast() }
    output += "\n" + String(repeating: " ", count: command.indent)
    column = command.indent
  }

  /// Whether everything up to the next possible line break fits on the line.
  private func fits(_ next: Command) -> Bool {
    var rest = commands.count
    var pending = [next]
    var left = width - column
    while left >= 0 {
      guard let command = pending.popLast() else {
        if rest == 0 { return true }
        rest -= 1
        pending.append(commands[rest])
        continue
      }
      switch command.layout {
      case .text(let text): left -= Self.width(of: text)
      case .sequence(let parts): for part in parts.reversed() { pending.append((command.indent, command.mode, part)) }
      case .indent(let inner): pending.append((command.indent, command.mode, inner))
      case .group(let inner, let isBroken): pending.append((command.indent, isBroken ? .broken : command.mode, inner))
      case .ifBroken(let broken, let flat): pending.append((command.indent, command.mode, command.mode == .broken ? broken : flat))
      case .hardLine: return true
      case .line(let isSoft):
        if command.mode == .broken { return true }
        if !isSoft { left -= 1 }
      case .atLineEnd, .breakGroups: continue
      }
    }
    return false
  }

  private static func width(of text: String) -> Int { text.utf8.count == text.unicodeScalars.count ? text.utf8.count : text.count }
}
