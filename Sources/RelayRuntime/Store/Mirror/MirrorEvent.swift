/// What a mirror reports: numbers and times, but no identities and no values.
package enum MirrorEvent: Sendable {
  case written(records: Int, bytes: Int, duration: Duration)
  case loaded(records: Int, duration: Duration)
  case evicted(operations: Int, records: Int)
  case damaged(records: Int)
  case failed(any Error)
  case startedEmpty(String)
}
