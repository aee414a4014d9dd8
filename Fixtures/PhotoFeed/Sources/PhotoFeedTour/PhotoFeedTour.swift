import Foundation

/// Uses the app on a phone that exists in the terminal only, against the photo server. `run` starts both.
///
///     PhotoFeedTour URL FOLDER first      signs in, looks around, and loses the network
///     PhotoFeedTour URL FOLDER second     starts the app again, still without a network
@main
enum PhotoFeedTour {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let url = URL(string: arguments[1]), ["first", "second"].contains(arguments[3]) else {
      print("usage: PhotoFeedTour URL FOLDER first|second")
      exit(2)
    }
    let phone = Phone(server: url, folder: URL(filePath: arguments[2]))
    do {
      if arguments[3] == "first" {
        try await FirstRun(phone: phone, friend: Friend(server: url)).play()
      } else {
        try await SecondRun(phone: phone).play()
      }
      exit(0)
    } catch {
      print("FAILED: \(error)")
      exit(1)
    }
  }
}
