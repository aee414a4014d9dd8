import Foundation
import RelayRuntime

extension Error {
  /// What a person is told: the server's own words where it has said something.
  var explanation: String {
    if case .some(.noData(_, let errors)) = self as? RelayError, !errors.isEmpty {
      return errors.map(\.message).joined(separator: " ")
    }
    return localizedDescription
  }
}
