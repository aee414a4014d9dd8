import Foundation
import PhotoDigest

/// Serves `PhotoService` on a port of the loopback interface.
///
///     PhotoDigestServer URL-OF-THE-PHOTO-SERVER [PORT]
@main
enum PhotoDigestServer {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let url = arguments.first.flatMap({ URL(string: $0) }), let port = UInt16(arguments.dropFirst().first ?? "8081") else {
      print("usage: PhotoDigestServer URL-OF-THE-PHOTO-SERVER [PORT]")
      exit(2)
    }
    let service = PhotoService(photos: PhotoAPI(url: url))
    let listener = try Listener(port: port)
    print("http://127.0.0.1:\(listener.port)/digest")
    fflush(nil)
    listener.run { await service.respond(to: $0) }
  }
}
