/// Writes styled text to a terminal, or plain text to anything else.
public struct Terminal: Sendable {
  private let isStyled: Bool
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - isStyled: whether styles become escape sequences.
  ///   - write: receives each line.
  public init(isStyled: Bool, write: @escaping @Sendable (String) -> Void) {
    self.isStyled = isStyled
    self.write = write
  }

  /// Writes one line.
  public func print(_ text: String = "", _ style: Style = []) {
    write(styled(text, style))
  }

  /// Writes one line of a screen, marked if it is fresh.
  public func print(_ line: Screen.Line) {
    let mark = styled(line.isFresh ? "▸ " : "  ", .accent)
    write("  " + mark + line.pieces.map { styled($0.text, $0.style) }.joined())
  }

  private func styled(_ text: String, _ style: Style) -> String {
    guard isStyled, !style.isEmpty else { return text }
    let codes: [(Style, String)] = [(.bold, "1"), (.secondary, "2"), (.strikethrough, "9"), (.red, "31"), (.accent, "36")]
    let sequence = codes.filter { style.contains($0.0) }.map(\.1).joined(separator: ";")
    return "\u{1B}[\(sequence)m\(text)\u{1B}[0m"
  }
}
