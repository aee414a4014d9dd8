import Foundation
import RelayRuntime

extension Error {
  /// An explanation for users: the server's own message if there is one.
  var explanation: String {
    if case .some(.noData(_, let errors)) = self as? RelayError, !errors.isEmpty {
      return errors.map(\.message).joined(separator: " ")
    }
    return localizedDescription
  }
}
