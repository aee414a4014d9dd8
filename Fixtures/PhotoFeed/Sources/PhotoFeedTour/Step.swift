/// Prints a step of the tour: what was done, what was sent, and what is on the screen.
struct Step {
  let phone: Phone

  func show(_ title: String, _ explanation: String) {
    print("\n── \(title) " + String(repeating: "─", count: max(2, 92 - title.count)))
    print("  \(explanation)")
    let requests = phone.network.log
    phone.network.clearLog()
    print("  requests: " + (requests.isEmpty ? "none" : requests.joined(separator: ", ")))
    for line in phone.lines { print("  │ \(line)") }
  }
}
