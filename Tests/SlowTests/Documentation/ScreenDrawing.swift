/// A picture of a screen at one or more moments: its lines, each in the color of the view that draws it. It imitates no device.
struct ScreenDrawing {
  var moments: [(title: String, lines: [(view: String, text: String)])] = []

  private static let width = 300
  private static let colors = ["TodosScreen": "#b45309", "TodoRow": "#0f766e", "TodoList": "#4338ca", "NewTodo": "#9d174d"]

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func text(_ text: String, _ x: Int, _ y: Int, _ attributes: String) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" xml:space=\"preserve\" \(attributes)>\(escaped(text))</text>\n"
  }

  var svg: String {
    let rows = moments.map(\.lines.count).max() ?? 0
    let width = moments.count * (Self.width + 16) + 16
    let height = rows * 26 + 84
    var body = ""
    for (column, moment) in moments.enumerated() {
      let x = 16 + column * (Self.width + 16)
      body += Self.text(moment.title, x, 26, "font-weight=\"600\" fill=\"#374151\"")
      let frame = "width=\"\(Self.width)\" height=\"\(moment.lines.count * 26 + 12)\" rx=\"6\" fill=\"#ffffff\" stroke=\"#9ca3af\""
      body += "<rect x=\"\(x)\" y=\"36\" \(frame)/>\n"
      for (index, line) in moment.lines.enumerated() {
        let color = Self.colors[line.view] ?? "#4b5563"
        let top = 44 + index * 26
        body +=
          "<rect x=\"\(x + 8)\" y=\"\(top)\" width=\"\(Self.width - 16)\" height=\"22\" rx=\"3\" fill=\"\(color)\" fill-opacity=\"0.10\"/>\n"
        body += "<rect x=\"\(x + 8)\" y=\"\(top)\" width=\"4\" height=\"22\" fill=\"\(color)\"/>\n"
        body += Self.text(line.text, x + 20, top + 16, "")
        body += Self.text(line.view, x + Self.width - 16, top + 16, "text-anchor=\"end\" font-size=\"11\" fill=\"\(color)\"")
      }
    }
    body += Self.text("A drawing, made by a test from the evaluated views.", 16, height - 14, "font-size=\"11\" fill=\"#4b5563\"")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="system-ui, sans-serif" font-size="13" fill="#111827">
      <rect width="\(width)" height="\(height)" rx="8" fill="#f9fafb" stroke="#e5e7eb"/>
      \(body)</svg>

      """
  }
}
