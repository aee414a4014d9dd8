/// Somebody uses the app for the first time.
struct FirstRun {
  let phone: Phone
  let friend: Friend
  private var step: Step { Step(phone: phone) }

  func play() async throws {
    try await signIn()
    try await lookAround()
    try await openLink()
    try await loseNetwork()
  }

  private func signIn() async throws {
    phone.start()
    try await phone.see("[Sign in]")
    try phone.type("ada", into: "Name")
    try phone.type("rose", into: "Password")
    try phone.press("Sign in")
    try await phone.see("The name or the password is wrong.")
    step.show("A wrong password", "The message is the server's.")

    try phone.type("tulip", into: "Password")
    try phone.press("Sign in")
    try await phone.see("The harbor before sunrise")
    step.show("Sign in", "The store and the outbox of this user are opened; one query fetches the feed.")
  }

  private func lookAround() async throws {
    await phone.scrollDown()
    try await phone.see("Jupiter and three moons")
    step.show("Scroll down", "The next page joins the list.")

    try phone.type("sunrise", into: "Search")
    try await phone.see("the photos with a sunrise") { !$0.contains("Tea, no sugar") && $0.contains("Sunrise over Burntisland") }
    step.show("Search", "One request, when the user has paused. Each search is a list of its own in the store.")
    try phone.type("", into: "Search")
    try await phone.see("Running by the river")

    try phone.press("♡ 3")
    try await phone.see("[♥ 4]")
    step.show("Like", "The heart changes at once; the outbox sends the like.")
    try await phone.see("nothing to be sent") { !$0.contains { $0.hasSuffix("to be sent") } }
  }

  private func openLink() async throws {
    phone.open("photofeed://photo/photo-12")
    try await phone.see("What a view.")
    try await phone.hasSent("CommentAddedSubscription 200")
    step.show("Open photofeed://photo/photo-12", "A link has an id. The token was used up: it is renewed on the way.")

    try await friend.comment("I was there!", on: "photo-12")
    try await phone.see("I was there!")
    step.show("A friend writes a comment", "The subscription's event adds it to the list.")

    try phone.type("It was cold.", into: "Add a comment")
    try await phone.see("It was cold.")
    step.show("Write a comment", "The row is there before the server has answered; the clock says so.")
    try await phone.see("the comment without a clock") { !$0.contains("◷") && $0.contains("It was cold.") }
    step.show("… and then", "The answer has replaced what was expected. It is the same row.")
  }

  private func loseNetwork() async throws {
    phone.open("photofeed://photo/photo-11")
    try await phone.see("My loom, finally repaired")
    phone.network.isOn = false
    try phone.type("It took a week.", into: "Add a comment")
    try phone.press("♡ 0")
    try await phone.see("2 to be sent")
    try await phone.see("[♥ 1]")
    step.show("Without a network", "Both are on the disk, and on the screen. The app may be ended now.")
    // What was fetched is written a tenth of a second later.
    try await Task.sleep(for: .seconds(1))
  }
}
