import Foundation

/// The app is started again, in a new process, and there is no network yet.
struct SecondRun {
  let phone: Phone
  private var step: Step { Step(phone: phone) }

  func play() async throws {
    phone.network.isOn = false
    phone.start()
    try await phone.see("the feed, with the error of the request") { $0.contains("[♥ 1]") && $0.contains("[Try again]") }
    step.show("Start without a network", "The feed is that of the last run, with the changes that were not sent.")
    phone.open("photofeed://photo/photo-12")
    try await phone.see("the comments") { $0.contains("I was there!") && $0.contains("It was cold.") }
    step.show("Open a photo", "Its comments are on the disk, too.")
    phone.open("photofeed://photo/photo-11")
    try await phone.see("the comment that was not sent") { $0.contains("It took a week.") && $0.contains("◷") }
    step.show("Open another", "The comment that was not sent has its clock.")

    phone.network.isOn = true
    try await phone.see("nothing to be sent") { !$0.contains { $0.hasSuffix("to be sent") } && !$0.contains("◷") }
    step.show("The network is back", "The outbox has sent both, in order, each with the key that it had before.")

    try phone.press("Sign out")
    try await phone.see("[Sign in]")
    let left = try FileManager.default.contentsOfDirectory(atPath: phone.folder.path).sorted()
    step.show("Sign out", "The token, the store and the outbox are erased.")
    guard !left.contains("login.json") else { throw Phone.Unseen(what: "no login", screen: left) }
    print("\nEvery type that the views used was generated from a .graphql file by this build.")
  }
}
