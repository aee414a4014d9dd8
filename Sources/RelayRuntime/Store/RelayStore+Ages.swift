import Foundation

/// How old data is, for people.
struct DatedAge: Sendable, Equatable {
  var fetchedAt: Date?
  var expiresAt: Date?
  var isStale = false
}

extension RelayStore {
  /// A time of the store's clock in the calendar.
  func date(_ moment: Moment) -> Date {
    Date(timeIntervalSince1970: configuration.secondsSince1970() - (Moment(configuration.now()) - moment) / .seconds(1))
  }

  func dated(_ age: DataAge) -> DatedAge {
    DatedAge(fetchedAt: age.fetchedAt.map { date($0) }, expiresAt: age.expiresAt.map { date($0) }, isStale: age.isStale)
  }
}
