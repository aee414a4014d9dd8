import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors that mean that the server could not be reached: there is no connection, it has not answered in time, or a gateway in front of
/// it has not reached it. Everything else is an answer, or a mistake that another attempt does not cure.
enum UnreachableServer {
  private static let codes: Set<URLError.Code> = [
    .notConnectedToInternet, .networkConnectionLost, .timedOut, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
    .dataNotAllowed, .internationalRoamingOff,
  ]
  private static let statuses: Set<Int> = [502, 503, 504]

  static func isCause(of error: any Error) -> Bool {
    switch error {
    case let error as URLError: codes.contains(error.code)
    case RelayError.http(let status, _): statuses.contains(status)
    default: false
    }
  }
}
